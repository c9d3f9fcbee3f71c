"""Crapette's prompts, time-outs and outcomes."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.crapette.clock import FinishingStep, finishing_steps, seconds_left
from bot.games.crapette.lifting import PutDown
from bot.games.crapette.lines import LineStopped
from bot.games.crapette.moving import Moved, Shown
from bot.games.crapette.offers import DrawOffered
from bot.games.crapette.state import MAX_TIMEOUTS
from bot.games.crapette.turns import TurnEnded
from bot.games.crapette.undoing import TakenBack
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crapette.controls import fits_only, has_fitting_move
from bot.rendering.crapette.piles import LOADABLE, on_turn, opponent, options_of, pile_for_mover, view_of
from bot.rendering.crapette.refusals import REFUSALS
from bot.rendering.crapette.story import (
    LOADED,
    TARGET,
    cards_of,
    empties_crapaud,
    is_crapaud,
    is_discarded,
    lines,
)
from bot.rendering.face import Phase, Prompt
from bot.rendering.scene import Scene
from bot.rendering.telling import Either, Moment, Sentence, Tell, TellCount, joined, phrases, silent

TIMEOUT_NOTICES: Final[Mapping[tuple[FinishingStep, ...], str]] = {
    ("put",): message("Auto-discard {time}."),
    ("lift", "put"): message("Auto-play (lift the next card and discard it) {time}."),
    ("turn", "lift", "put"): message("Auto-play (turn the pile over, discard its first card) {time}."),
    ("fill",): message("Auto-play (discard pile into the empty houses) {time}."),
    ("fill", "turn", "lift", "put"): message("Auto-play (fill the empty houses, then discard) {time}."),
    ("pass",): message("Auto-end of the turn {time}."),
}
"""The sentence about auto-play for each way to finish an absent player's turn."""


def time_left(scene: Scene, seat: Seat) -> str:
    """Return the time that a player has left on a chess clock: `13:59`."""
    used = view_of(scene).used[seat]
    minutes, seconds = divmod(seconds_left(options_of(scene), used), 60)
    return f"{minutes}:{seconds:02}"


def clocks(scene: Scene) -> tuple[str, ...]:
    """Return a line with the time that both people have taken, if it's counted but not limited."""
    if not options_of(scene).untimed or scene.viewer is None or scene.is_alone:
        return ()
    other = 1 - scene.viewer
    facts = {"mine": _used(scene, scene.viewer), "other": words.name(scene, other)}
    return (words.small(say("Your clock {mine} · {other} {theirs}", **facts, theirs=_used(scene, other))),)


def _used(scene: Scene, seat: Seat) -> str:
    minutes, seconds = divmod(view_of(scene).used[seat], 60)
    return f"{minutes}:{seconds:02}"


def timeout_notice(scene: Scene, time: str) -> str:
    """Return what happens when the clock runs out."""
    view, mover = view_of(scene), on_turn(scene)
    if options_of(scene).has_chess_clock:
        other = {"other": words.name(scene, opponent(scene)), "left": time_left(scene, opponent(scene))}
        if scene.viewer == mover:
            return say("Your clock runs out {time}. {other} has {left} left.", time=time, **other)
        player = words.name(scene, mover)
        return say(
            "{player}'s clock runs out {time}. {other} has {left} left.", time=time, player=player, **other
        )
    if view.timeouts[mover] + 1 >= MAX_TIMEOUTS:
        if scene.viewer == mover:
            return say("Third time-out in a row {time}: you lose.", time=time)
        return say(
            "Third time-out in a row {time}: {player} loses.", player=words.name(scene, mover), time=time
        )
    return say(TIMEOUT_NOTICES[finishing_steps(view)], time=time)


def _request(scene: Scene) -> Prompt:
    """Return the task for everyone to see. Only a player who must act is mentioned."""
    view, who = view_of(scene), scene.mention(on_turn(scene))
    lifted = view.lifted
    line = (
        say("{player}, your turn.", player=who)
        if lifted is None
        else say("{player} lifted {card}.", player=who, card=words.card(lifted))
    )
    return Prompt(line, _offer_line(scene))


def _offer_line(scene: Scene) -> tuple[str, ...]:
    """Return a line about an open draw offer, with a mention of the opponent if they may answer."""
    offer = view_of(scene).offer
    if offer is None:
        return ()
    player = words.name(scene, offer)
    if offer == on_turn(scene):
        return (say("{other}, {player} offers a draw.", other=scene.mention(opponent(scene)), player=player),)
    return (say("{player} offers a draw.", player=player),)


def _task(scene: Scene) -> Prompt:
    """Return the viewer's task, with the time that both have taken if it's only counted."""
    prompt = _turn_task(scene)
    return replace(prompt, below=(*prompt.below, *clocks(scene)))


def _turn_task(scene: Scene) -> Prompt:
    view = view_of(scene)
    if view.offer is not None and view.offer != scene.viewer:
        return _answer(scene, view.offer)
    if view.lifted is not None:
        return Prompt(say("You lifted {card}. Find it a place.", card=words.card(view.lifted)))
    below = _fill_first(scene)
    if view.is_exhausted:
        return Prompt(say("No hand left: move, or end your turn"))
    if not fits_only(scene):
        return Prompt(say("Your turn. What do you move?"), below)
    if has_fitting_move(scene):
        fits = () if scene.is_alone else (words.small(say("Only moves that fit are shown.")),)
        return Prompt(say("Your turn. What do you move?"), (*below, *fits))
    if view.hand:
        return Prompt(say("Nothing fits. Lift a card."), below)
    return Prompt(say("Nothing fits. Turn your discard pile over."), below)


def _answer(scene: Scene, other: Seat) -> Prompt:
    """Return the task of answering a draw offer. On turn, any other move declines it."""
    player = words.name(scene, other)
    line = say("{player} offers a draw", player=player)
    if scene.viewer != on_turn(scene):
        return Prompt(line, (words.small(say("{player}'s next move ends the offer.", player=player)),))
    lifted = view_of(scene).lifted
    below = [words.small(say("Your next move declines it."))]
    if lifted is not None:
        below.insert(0, say("You lifted {card}. Find it a place.", card=words.card(lifted)))
    return Prompt(line, (*below, *_fill_first(scene)))


def _fill_first(scene: Scene) -> tuple[str, ...]:
    """Return a line if houses must be filled before the discard pile can be turned over."""
    view = view_of(scene)
    empty = view.empty_houses
    if view.hand or not view.discard or view.lifted is not None or not empty:
        return ()
    return (
        words.small(
            say("Fill {houses} first. Then you can turn your discard pile over.", houses=words.listed(empty))
        ),
    )


PHASES: Final[Mapping[str, Phase]] = {
    "play": Phase(asks=_request, task=_task, is_turn=True, chapter="your-turn"),
    "put": Phase(asks=_request, task=_task, chapter="moving-a-card"),
    "over": Phase(chapter="scoring-and-end"),
}


def chapter(scene: Scene) -> str:
    """Return the section of the rules that matters now. There's one for a player whose hand is empty."""
    view = view_of(scene)
    runs_dry = view.phase == "play" and not view.hand
    return "when-your-hand-is-empty" if runs_dry else PHASES[scene.phase].chapter


def outcome(scene: Scene) -> Prompt:
    """Return the line about the player on turn, for a player who waits."""
    player = words.name(scene, on_turn(scene))
    ended = any(isinstance(event, TurnEnded) for event in _own_events(scene))
    if ended:
        return Prompt(say("Your turn is over. It's {player}'s.", player=player))
    return Prompt(say("It's {player}'s turn.", player=player))


def receipt(scene: Scene) -> str:
    """Return the outcome of the viewer's own newest move. A stand-in's move reads as for everyone.

    A person alone gets only what the picture doesn't show.
    """
    newest = scene.recent[-1] if scene.recent else None
    if newest is not None and newest.seat == scene.viewer and newest.seat in newest.stand_ins:
        return "".join(lines(scene.recent, scene)[-1:])
    moment = Moment(scene, _own_events(scene))
    if scene.is_alone and scene.pictures:
        return joined(*phrases(UNDRAWN, moment))
    return joined(_move_outcome(moment), *phrases(OWN_EVENTS, moment))


def _own_events(scene: Scene) -> tuple[Event, ...]:
    """Return the events of the newest move, if the viewer made it."""
    newest = scene.recent[-1] if scene.recent else None
    is_own = newest is not None and newest.seat == scene.viewer and newest.seat not in newest.stand_ins
    return newest.events if newest is not None and is_own else ()


def _move_outcome(moment: Moment) -> str:
    """Return the place of a moved card, or the number of moves that a line has made."""
    events = moment.all(Moved)
    if len(events) > 1:
        return say_count("{number} move made.", "{number} moves made.", len(events))
    return joined(*(NEW_PLACE(event, moment) for event in events))


def _why_stopped(event: LineStopped, moment: Moment) -> str:
    """Return why the rest of a line was refused."""
    assert event.refusal is not None
    return REFUSALS[event.refusal.code](event.refusal.facts, moment)


NEW_PLACE: Final = Either(
    lambda event, _: event.target == "finish",
    Tell("{cards} is finished.", cards=cards_of),
    TellCount(
        "{cards} is on {pile}.",
        "{cards} are on {pile}.",
        lambda event, _: len(event.cards) if isinstance(event, Moved) else 1,
        cards=cards_of,
        pile=TARGET,
    ),
)
DROPPED: Final[Mapping[str, Any]] = {"moves": ("dropped", lambda dropped: f"`{' '.join(dropped)}`")}
LINE_STOPPED: Final = Either(
    "refusal",
    Tell("Stopped before {moves}: {reason}", reason=_why_stopped, **DROPPED),
    Either(
        lambda event, _: event.why == "uncovered",
        Tell("Stopped at a new card. {moves} not done.", **DROPPED),
        Tell("Your turn is over. {moves} not done.", **DROPPED),
    ),
)
"""The reason why the rest of a line wasn't done, for its player alone."""
UNDRAWN: Final[Mapping[type[Event], Sentence]] = {
    DrawOffered: Tell("You offer a draw."),
    LineStopped: LINE_STOPPED,
}
"""The viewer's line for an event that no picture shows."""
OWN_EVENTS: Final[Mapping[type[Event], Sentence]] = {
    **UNDRAWN,
    Moved: Either(empties_crapaud, Tell("Your crapaud is empty.")),
    Shown: Either(
        is_crapaud, Tell("Your crapaud shows {card}, {number} left."), Tell("Your discard pile shows {card}.")
    ),
    PutDown: Either(is_discarded, silent, NEW_PLACE),
    TakenBack: TellCount(
        "{cards} is back on {pile}.",
        "{cards} are back on {pile}.",
        ("cards", len),
        cards=("cards", words.pile),
        pile=lambda event, moment: pile_for_mover(event.source, moment.scene),
    ),
}
"""The viewer's line for one event of their own newest move."""


def call_context(scene: Scene) -> str:
    """Return the opponent's last load on the viewer, or else their last line of the log, for a call."""
    other = [past for past in scene.recent if past.seat is not None and past.seat != scene.viewer]
    events = [event for past in other for event in past.events]
    turn = [event for event in events if isinstance(event, Moved | PutDown)]
    load = next((event for event in reversed(turn) if event.target in LOADABLE), None)
    if load is not None:
        return LOADED(load, Moment(scene))
    return "".join(lines(other, scene)[-1:])
