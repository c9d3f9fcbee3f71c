"""The words about absent players: the others' choice, stand-ins, and missed moves."""

from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.computers import computer_name
from bot.rendering.faces import FACES
from bot.rendering.options import time_words
from bot.rendering.page import Block, Button, Buttons, Page, Text, button_rows, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene, SeenMove, escaped
from bot.rendering.timeout_defaults import ANSWER, Default
from bot.storage.records import SLOW, Question

DAY: Final = 86400
MAX_WAITS: Final = 2
MAX_BACK: Final = 5
"""A row has room for this many *I'm back* buttons."""
MAX_LINES: Final = 4
"""The most lines about missed moves that a returning player is shown."""
WELCOME_BACK: Final = message("Welcome back. Your turns are yours again.")
"""Shown above the hand of a player who was away until they acted."""


def page(scene: Scene) -> Page | None:
    """Return the public message about players who are away or out of time. None without a question."""
    question, face = scene.question, FACES[scene.game.id]
    if question is None or scene.status != "playing":
        return None
    if question.chosen != "open":
        return Page((Text(_outcome(scene, question)), *_back_buttons(scene, question)), accent=face.accent)
    others = _others(scene, question)
    mentions = words.mentions(scene, others)
    text = "\n".join([_question_text(scene, question, mentions), _silence(scene, question)])
    pings = tuple(scene.players[seat] for seat in others)
    return Page((Text(text), *_choices(scene, question)), accent=face.accent, pings=pings)


def timeout_line(scene: Scene, *, to_others: bool = False) -> str:
    """Return the line about a time-out: the rules' default, or at a slow table the others' choice.

    It speaks to those who must act, or with `to_others` to everyone else.
    """
    time = words.soon(scene.deadline or 0.0)
    late = [seat for seat in scene.deciders if scene.is_there(seat)]
    others = [seat for seat in scene.active if scene.is_there(seat) and seat not in late]
    is_open = scene.question is not None and scene.question.chosen == "open"
    if is_open and scene.viewer in late and others:
        return _choice_line(scene, others, time)
    if scene.pace not in SLOW or scene.seconds is None or is_open or not late or not others:
        return _default_line(scene, time, to_others=to_others)
    facts = {"player": _name(scene, others[0]), "late": _names(scene, late), "time": time}
    if scene.viewer in late:
        if len(others) > 1:
            return say("Time-out {time}: the others decide for you.", **facts)
        return say("Time-out {time}: {player} decides for you.", **facts)
    if len(others) > 1:
        return say("Time-out {time}: the others decide for {late}.", **facts)
    return say("Time-out {time}: {player} decides for {late}.", **facts)


def _choice_line(scene: Scene, others: Sequence[Seat], time: str) -> str:
    """Return the line that tells a viewer who is away or out of time that the others may choose."""
    facts = {"player": _name(scene, others[0]), "time": time}
    if scene.question is not None and scene.question.until:
        facts["date"] = words.day(scene.question.until)
        if len(others) > 1:
            return say("You're away until {date}. The others choose for you. Auto-choice {time}.", **facts)
        return say("You're away until {date}. {player} chooses for you. Auto-choice {time}.", **facts)
    if len(others) > 1:
        return say("Time's up. The others choose for you now. Auto-choice {time}.", **facts)
    return say("Time's up. {player} chooses for you now. Auto-choice {time}.", **facts)


def _default_line(scene: Scene, time: str, *, to_others: bool) -> str:
    """Return the line about the rules' default when the clock runs out."""
    face = FACES[scene.game.id]
    default = face.timeout_default(scene.phase) if to_others else None
    if default is None:
        return face.timeout_notice(scene, time)
    return say(default.timeout_notice, player=_names(scene, scene.deciders), time=time)


def may_use_stand_in(scene: Scene) -> bool:
    """Whether a computer may play for the viewer: another person must still be playing."""
    if scene.game.notes is None or scene.viewer not in scene.active or scene.is_stood_in:
        return False
    return any(scene.is_there(seat) for seat in scene.active if seat != scene.viewer)


def back_button(scene: Scene, seat: Seat) -> Button:
    """Return the public button with which the player of a seat takes it back."""
    return Button(say("I'm back ({player})", player=scene.owner(seat))[:80], action(scene, f"back {seat}"))


def greeting(scene: Scene, past: Sequence[SeenMove], before: Scene) -> Page:
    """Return the page for a player who is back, with the moves they missed. `before` is their old scene."""
    face, turn = FACES[scene.game.id], _turn_line(scene)
    story = _missed_moves(past, before)
    text = (
        say("### Your seat is yours again\n{story}\n{now}", story=story, now=turn)
        if story
        else say("### Your seat is yours again\n{now}", now=turn)
    )
    label = say("My hand") if face.has_hands else say("My moves")
    return text_page(text, Button(label, action(scene, "hand"), "green"), accent=face.accent)


def welcome_lines(past: Sequence[SeenMove], before: Scene) -> str:
    """Return the lines above the hand of a player who took their seat back by acting."""
    story = _missed_moves(past, before)
    return say("Your seat is yours again. {story}", story=story) if story else say("You have your seat back.")


def _missed_moves(past: Sequence[SeenMove], before: Scene) -> str:
    """Return the last moves made while a computer played for the viewer. Empty if none did."""
    face = FACES[before.game.id]
    lines = words.small(*face.lines(face.remembered(past, before), before)[-MAX_LINES:])
    if not lines or before.viewer is None or before.viewer not in before.stand_ins:
        return ""
    computer = computer_name(before.stand_ins[before.viewer])
    return say("While you were away, {computer} played for you:\n{moves}", computer=computer, moves=lines)


def already_back(scene: Scene, seat: Seat) -> str:
    """Return the answer to a request for a stand-in whose player is already back."""
    return say("{player} is back.", player=_name(scene, seat))


def stand_in_page(scene: Scene, seat: Seat) -> Page:
    """Confirm to the player who asked that a computer now plays for a seat."""
    computer = computer_name(scene.stand_ins[seat])
    if seat == scene.viewer:
        text = say(
            "{computer} plays for you until you're back. Anything you do takes your seat back.",
            computer=computer,
        )
        buttons = button_rows([Button(say("I'm back"), action(scene, f"back {seat}"), "green")])
        return Page((Text(text), *buttons))
    return text_page(say("{computer} now plays for {player}.", computer=computer, player=_name(scene, seat)))


def not_your_button(scene: Scene, seat: Seat) -> str:
    """Refuse a press on another player's *I'm back*."""
    return say("That button is {player}'s.", player=_name(scene, seat))


def _others(scene: Scene, question: Question) -> list[Seat]:
    return [seat for seat in scene.active if scene.is_there(seat) and seat not in question.seats]


def _name(scene: Scene, seat: Seat) -> str:
    return escaped(scene.owner(seat))


def _names(scene: Scene, seats: Sequence[Seat]) -> str:
    return words.listed([_name(scene, seat) for seat in seats])


def _question_text(scene: Scene, question: Question, others: str) -> str:
    """Return the question to the others about players who are away or out of time."""
    player = _names(scene, question.seats)
    facts = {"player": player, "players": player, "others": others, "date": words.day(question.until)}
    is_one = len(question.seats) == 1
    if question.until and is_one:
        text = message("**{player} is away until {date}.** What now, {others}? The first click counts.")
    elif question.until:
        text = message("**{players} are away until {date}.** What now, {others}? The first click counts.")
    elif not is_one:
        text = message("**Time's up for {players}.** {others}, what now? The first click counts.")
    elif question.more < question.seconds and scene.seconds is not None:
        facts["time"] = time_words(scene.seconds[0] // 4)
        text = message(
            "**Time's up for {player}, the third time in a row.** Until {player} moves, {player}'s turns "
            "last {time}. {others}, what now? The first click counts."
        )
    elif question.seconds == DAY:
        text = message("**{player}'s day is over.** {others}, what now? The first click counts.")
    else:
        text = message("**Time's up for {player}.** {others}, what now? The first click counts.")
    return say(text, **facts)


def _default(scene: Scene, question: Question) -> Default:
    return FACES[scene.game.id].timeout_default(question.phase) or ANSWER


def _silence(scene: Scene, question: Question) -> str:
    if scene.deadline is None:
        return ""
    facts = {"player": _names(scene, question.seats), "time": words.soon(scene.deadline)}
    return words.small(say(_default(scene, question).timeout_notice, **facts))


def _choices(scene: Scene, question: Question) -> tuple[Block, ...]:
    """Return the buttons for the others, and *I'm back* for each absent player."""
    player = words.listed([scene.owner(seat) for seat in question.seats])
    label = say(_default(scene, question).label, player=player)[:80]
    first = [Button(label, action(scene, "late default"), "blue")]
    if question.waits < MAX_WAITS:
        wait = say("Wait for {player}", player=player)[:80] if question.until else _wait_label(question.more)
        first.insert(0, Button(wait, action(scene, "late wait"), "blue"))
    second = [back_button(scene, seat) for seat in question.seats[: MAX_BACK - 1]]
    if scene.game.notes is not None:
        second.insert(0, Button(say("Let a computer play"), action(scene, "late computer"), "blue"))
    return (Buttons(tuple(first)), Buttons(tuple(second)))


def _wait_label(seconds: int) -> str:
    """Return the label of the button that gives more time."""
    if seconds == DAY:
        return say("Wait one more day")
    return say("Wait another {time}", time=time_words(seconds))


def _outcome(scene: Scene, question: Question) -> str:
    """Return the line about the choice that was made, or about the default if nobody chose."""
    player = _names(scene, question.seats)
    chooser = "" if question.by is None else _name(scene, question.by)
    facts = {"chooser": chooser, "player": player}
    if question.chosen == "computer":
        return _stand_in_line(scene, question, player, chooser)
    if question.chosen != "wait":
        default = _default(scene, question)
        return say(default.unchosen if question.chosen == "silence" else default.chosen, **facts)
    if question.until:
        return say("{chooser} waits for {player} until {date}.", **facts, date=words.day(question.until))
    if question.more == DAY:
        return say("{chooser} waits another day for {player}.", **facts)
    return say("{chooser} waits another {time} for {player}.", **facts, time=time_words(question.more))


def _stand_in_line(scene: Scene, question: Question, player: str, chooser: str) -> str:
    """Return the line that names the stand-ins and their players."""
    stand_ins = [computer_name(scene.stand_ins[seat]) for seat in question.seats if seat in scene.stand_ins]
    if question.by in question.seats:
        text = message("{computer} sits in for {player}, until {player} is back.")
    elif len(question.seats) > 1:
        text = message("{chooser} let computers play for {player}: {computer} sit in until they're back.")
    else:
        text = message(
            "{chooser} let a computer play for {player}: {computer} sits in until {player} is back."
        )
    return say(text, chooser=chooser, player=player, computer=words.listed(stand_ins))


def _back_buttons(scene: Scene, question: Question) -> tuple[Block, ...]:
    """Return an *I'm back* button for each player with a stand-in."""
    if question.chosen != "computer":
        return ()
    buttons = [back_button(scene, seat) for seat in question.seats if seat in scene.stand_ins]
    return button_rows([Button(one.label, one.action, "green") for one in buttons[:MAX_BACK]])


def _turn_line(scene: Scene) -> str:
    """Return the line that names the player on turn."""
    if scene.asked:
        return say("It's your turn.")
    if len(scene.deciders) == 1:
        return say("It's {player}'s turn.", player=words.name(scene, scene.deciders[0]))
    return say("Waiting for {players}.", players=words.names(scene, scene.deciders)) if scene.deciders else ""
