"""The pages of a lesson: each step before a press, after a wrong one and after the right one, and the end."""

from typing import Final, Literal

import msgspec

from bot.engine.contract import AnyGame
from bot.engine.events import visible_to
from bot.engine.moves import Move
from bot.games import GAMES
from bot.lessons.lesson import Answer, Lesson, Snapshot
from bot.lessons.reading import LEARNER
from bot.players.computers import Computer, companions
from bot.rendering import pages, panel, words
from bot.rendering.art.palette import Deck
from bot.rendering.catalog import say, say_count
from bot.rendering.computers import signed_name
from bot.rendering.covers import cover
from bot.rendering.faces import FACES
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby import short_minutes
from bot.rendering.page import Action, Block, Button, Buttons, Page, Style, Text
from bot.rendering.rules import OUTDATED
from bot.rendering.scene import Scene, SeenMove

RIGHT: Final = "right"
END: Final = "end"
PLAY: Final = "play"
TEST_STEPS: Final = 2
"""The number of steps at the end that don't give away which button is right."""


class Learner(msgspec.Struct, frozen=True):
    """A learner, and the way they see cards. `table` is the one they came from, or 0."""

    user_id: int
    name: str
    table: int = 0
    pictures: bool = False
    deck: Deck = "two"
    order: Literal["usual", "rank", "suit"] = "usual"


def scene_of(lesson: Lesson, moment: Snapshot, learner: Learner) -> Scene:
    """Return the learner's scene at a moment: an ordinary table, with computers on the other seats."""
    game, state = lesson.game, moment.state
    outcome = game.outcome(state)
    players = (learner.user_id, *(Computer(character, "medium").id for character in lesson.computers))
    return Scene(
        session_id=learner.table,
        revision=0,
        game=game,
        options=lesson.options,
        status="over" if outcome else "playing",
        guild_id=0,
        channel_id=0,
        host_id=learner.user_id,
        players=players,
        names=(learner.name, *(signed_name(user) for user in players[1:])),
        end_votes=(),
        created_at=0.0,
        viewer=LEARNER,
        view=game.veil(state, LEARNER),
        phase=game.phase(state),
        active=game.active(state),
        deciders=game.deciders(state),
        legal=tuple(game.legal(state, LEARNER)),
        recent=tuple(SeenMove(past.seat, visible_to(past.events, LEARNER), 0.0) for past in moment.past),
        outcome=outcome,
        pictures=learner.pictures,
        deck=learner.deck,
        order=learner.order,
    )


def before_page(lesson: Lesson, number: int, scene: Scene) -> Page:
    """Return the page of a step, counted from 1: the cards, what to do, and the buttons to choose from."""
    step = lesson.steps[number - 1]
    written = step.written
    presses = [_right_button(lesson, number, scene)]
    for place, (move, press) in enumerate(zip(step.wrong, written.wrong, strict=True), 1):
        presses.append(Button(_label(press, move, scene), _action(lesson, scene, number, place)))
    if _is_test(lesson, number):
        presses.sort(key=lambda press: press.label)
    back = Button(say("Back"), _action(lesson, scene, number - 1), disabled=number == 1)
    return _page(
        lesson,
        number,
        (
            *_cards(step.before, scene),
            _press_text(written.heading, written.text),
            Buttons(tuple(presses)),
            Buttons((back, _skip_button(lesson, number, scene))),
        ),
    )


def miss_page(lesson: Lesson, number: int, place: int, scene: Scene) -> Page:
    """Return the page after a wrong press: its effect, and the way back to the question."""
    press = lesson.steps[number - 1].written.wrong[place]
    back = Button(say("Back"), _action(lesson, scene, number))
    buttons = Buttons((_right_button(lesson, number, scene), back, _skip_button(lesson, number, scene)))
    cards = _cards(lesson.steps[number - 1].before, scene)
    return _page(lesson, number, (*cards, _press_text(press.heading, press.text), buttons))


def after_page(lesson: Lesson, number: int, scene: Scene) -> Page:
    """Return the page after the right press: its effect, and the way on."""
    step, is_last = lesson.steps[number - 1], number == len(lesson.steps)
    press = step.written.right
    onward = Button(say("Next"), _action(lesson, scene, END if is_last else number + 1), "green")
    back = Button(say("Back"), _action(lesson, scene, number))
    skip = () if is_last else (_skip_button(lesson, number, scene),)
    text = _press_text(press.heading, press.text)
    return _page(lesson, number, (*_cards(step.after, scene), text, Buttons((onward, back, *skip))))


def end_page(lesson: Lesson, scene: Scene, skipped_at: int = 0) -> Page:
    """Return the last page: a game to play now, and the way back to the step `skipped_at`, if any."""
    game = lesson.game
    head = (
        say("### You skipped the rest of {game}", game=game.name)
        if skipped_at
        else say("### That's all of {game}", game=game.name)
    )
    again = (
        Button(say("Back"), _action(lesson, scene, skipped_at))
        if skipped_at
        else Button(say("Again"), _action(lesson, scene, 1))
    )
    play = Button(say("Play it now"), _action(lesson, scene, PLAY), "green")
    rules = Button(say("Rules"), panel.action(scene, f"rules {game.id}"))
    following = _next_game(game)
    onward = Button(say("Next: {game}", game=following.name), panel.action(scene, f"learn {following.id}"))
    buttons = (onward, rules, again) if game.notes is None else (play, onward, rules, again)
    text = Text("\n".join([head, _duration_line(lesson)]))
    covers = (cover(game, short_minutes(game)),) if scene.pictures else ()
    return Page((*covers, text, Buttons(buttons)), accent=FACES[game.id].accent)


def _next_game(game: AnyGame) -> AnyGame:
    """Return the game to learn after this one. After the last comes the first."""
    order = list(LOBBIES)
    return GAMES[order[(order.index(game.id) + 1) % len(order)]]


def _duration_line(lesson: Lesson) -> str:
    """Return the line about a short game: the number of computers, and the minutes it takes people."""
    game = lesson.game
    if game.notes is None:
        return say("{command cards} opens a table for you and others.")
    others = companions(game.seats)
    facts = {"computers": words.numeral(others)}
    minutes = short_minutes(game, alone=True)
    if minutes is None:
        return say_count("Play against a computer.", "Play against {computers} computers.", others, **facts)
    return say_count(
        "A short game against a computer takes about {minutes} minutes.",
        "A short game against {computers} computers takes about {minutes} minutes.",
        others,
        minutes=minutes,
        **facts,
    )


def _page(lesson: Lesson, number: int, blocks: tuple[Block, ...]) -> Page:
    facts = {"game": lesson.game.name, "step": number, "steps": len(lesson.steps)}
    line = say("-# Lesson · {game} · step {step} of {steps}", **facts)
    aim = LOBBIES[lesson.game.id].aim if number == 1 else ""
    head = Text(
        "\n".join(
            filter(None, [line, say(OUTDATED) if lesson.lags else "", words.small(say(aim)) if aim else ""])
        )
    )
    return Page((head, *blocks), accent=FACES[lesson.game.id].accent)


def _cards(moment: Snapshot, scene: Scene) -> tuple[Block, ...]:
    """Return the present cards: the learner's hand, the table, or both."""
    face = pages.face_of(scene)
    own: tuple[Block, ...] = ()
    if moment.view != "table":
        own = pages.picture_blocks(face.hand_picture(scene) if scene.pictures else None, face.hand(scene))
    return own if moment.view == "hand" else (*pages.bare_table(scene), *own)


def _press_text(heading: str, text: str) -> Text:
    return Text("\n".join([pages.heading(heading), text]))


def _right_button(lesson: Lesson, number: int, scene: Scene) -> Button:
    step = lesson.steps[number - 1]
    label = _label(step.written.right, step.right, scene)
    style: Style = "grey" if _is_test(lesson, number) else "blue"
    return Button(label, _action(lesson, scene, number, RIGHT), style)


def _is_test(lesson: Lesson, number: int) -> bool:
    """Whether a step hides which of its buttons is right."""
    return number > len(lesson.steps) - TEST_STEPS


def _label(press: Answer, move: Move, scene: Scene) -> str:
    """Return a move's button text: the game's own, if the lesson doesn't have better words."""
    if press.label:
        return press.label
    face = pages.face_of(scene)
    quick = next((one for one in face.quick_moves(scene) if one.move == move), None)
    return face.label(move, scene) if quick is None else quick.label


def _skip_button(lesson: Lesson, number: int, scene: Scene) -> Button:
    return Button(say("Skip"), _action(lesson, scene, END, str(number)))


def _action(lesson: Lesson, scene: Scene, *what: object) -> Action:
    """Return a control: `learn crap 4`, `learn crap 4 right`, `learn crap 4 1`, `learn crap end 4`."""
    return panel.action(scene, " ".join(map(str, ("learn", lesson.game.id, *what))))
