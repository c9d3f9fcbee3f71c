"""Crapette's complete log: a sentence for each event."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.engine.events import Event
from bot.games.crapette import clock, dealing, ending, lifting, lines, moving, offers, turns, undoing
from bot.rendering import words
from bot.rendering.crapette import story
from bot.rendering.crapette.prompts import LINE_STOPPED
from bot.rendering.crapette.scores import remains, why_over
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import Either, Joined, Moment, Sentence, Tell, TellCount


def remembered(past: Sequence[SeenMove], scene: Scene) -> Sequence[SeenMove]:
    """Return this turn and the one before, or all after the end. Logs don't repeat cards covered earlier."""
    if scene.outcome is not None:
        return past
    ends = [
        (move, place)
        for move, one in enumerate(past)
        for place, event in enumerate(one.events)
        if isinstance(event, turns.TurnEnded)
    ]
    if len(ends) < 2:
        return past
    move, place = ends[-2]
    return (replace(past[move], events=past[move].events[place + 1 :]), *past[move + 1 :])


def _compared(event: dealing.Compared, moment: Moment) -> str:
    """Return one card of each player: `Ann 7♥, Ben 7♦`."""
    return moment.each(enumerate(map(words.card, event.cards)))


END_REASON: Final[Mapping[str, Any]] = {
    "reason": lambda event, moment: why_over(event.end, event.winners, moment.scene)
}
SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.LINES,
    dealing.Dealt: Tell(
        "{number} cards to each hand. Crapauds: {crapauds}. Houses: {houses}.",
        number="hand",
        crapauds=story.crapauds,
        houses=("houses", words.pile),
    ),
    dealing.Compared: Joined(
        Either(
            lambda event, _: event.place is None,
            Tell("Compared: {cards}.", cards=_compared),
            Tell(
                "Compared, {number} from the bottom of the hands: {cards}.", number="place", cards=_compared
            ),
        ),
        story.PLAYS_FIRST,
    ),
    turns.TurnStarted: Either(
        "exhausted",
        Tell("**Turn {number}** is {player}'s: only the crapaud is left.", number="turn_number"),
        Tell("**Turn {number}** is {player}'s.", number="turn_number"),
    ),
    moving.Moved: Joined(
        Either(
            story.is_load,
            Tell("{player} loads {cards} from {source} on {target}.", **story.ROUTE),
            Tell("{player} moves {cards} from {source} to {target}.", **story.ROUTE),
        ),
        story.CRAPAUD_EMPTY,
    ),
    moving.Shown: Either(
        story.is_crapaud, story.CRAPAUD_SHOWN, Tell("{player}'s discard pile shows {card}, {number} left.")
    ),
    lines.LineStopped: LINE_STOPPED,
    lifting.Lifted: Tell("{player} lifts {card}."),
    lifting.TurnedOver: TellCount(
        "{player} turns the discard pile over, one card.",
        "{player} turns the discard pile over, {number} cards.",
        "cards",
    ),
    lifting.PutDown: Either(
        story.is_discarded,
        Tell("{player} discards {card}."),
        Either(story.is_load, story.LOADED, Tell("{player} puts {card} on {pile}.", pile=story.TARGET)),
    ),
    undoing.TakenBack: Tell("{player} takes back a move: {cards} from {source} to {target}.", **story.ROUTE),
    offers.DrawAgreed: Tell("{player} accepts the draw."),
    offers.OfferLapsed: Tell("{player}'s offer has lapsed."),
    clock.TimeoutCounted: TellCount(
        "One turn ran out of time: {limit} in a row lose the game.",
        "{number} turns in a row ran out of time: {limit} lose the game.",
        "in_a_row",
        limit=("limit", words.numeral),
    ),
    turns.PositionRepeated: Tell(
        "This position has come up {number} times: {limit} make a draw.", number="occurrence"
    ),
    ending.Remains: remains,
    ending.GameEnded: Either(
        "winners",
        Tell("{player} wins! {reason}", player="winners", **END_REASON),
        Tell("A draw. {reason}", **END_REASON),
    ),
}
