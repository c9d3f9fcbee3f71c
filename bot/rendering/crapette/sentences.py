"""What happens in Crapette, a sentence an event."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import Card
from bot.engine.events import Event
from bot.games.crapette import (
    clock,
    dealing,
    ending,
    leaving,
    lifting,
    lines,
    moving,
    offers,
    turns,
    undoing,
)
from bot.rendering import words
from bot.rendering.crapette.piles import run, to_everybody
from bot.rendering.crapette.refusals import REFUSALS
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene, Told

ENDS: Final[Mapping[str, str]] = {
    "out": "hand, discard pile and crapaud are played out",
    "resign": "the opponent has resigned",
    "clock": "the opponent's time has run out",
    "timeouts": "the opponent has let too many turns in a row run out",
    "agreed": "both players agreed on a draw",
    "repetition": "the same position has come up too often",
    "no-progress": "too many turns in a row were without progress",
}
"""Why a game is over."""


def lately(past: Sequence[Told]) -> Sequence[Told]:
    """What happened in the present turn and the one before it: cards covered earlier are not told again."""
    ends = [
        (move, place)
        for move, told in enumerate(past)
        for place, event in enumerate(told.events)
        if isinstance(event, turns.TurnEnded)
    ]
    if len(ends) < 2:
        return past
    move, place = ends[-2]
    return (replace(past[move], events=past[move].events[place + 1 :]), *past[move + 1 :])


def _pair(cards: Sequence[Card], scene: Scene) -> str:
    """One card of each player: `@Ann 7♥, @Ben 7♦`."""
    return ", ".join(f"{scene.mention(seat)} {words.card(card)}" for seat, card in enumerate(cards))


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    tops, houses = _pair(event.crapauds, scene), run(event.houses)
    return f"The cards are dealt, {event.hand} to each hand. Crapauds: {tops}. Houses: {houses}."


def _compared(event: dealing.Compared, scene: Scene) -> str:
    pair = _pair(event.cards, scene)
    if event.place is None:
        return f"The lower crapaud begins: {pair}."
    where = "at the bottom" if event.place == 1 else f"in place {event.place} from the bottom"
    return f"The same card twice; the hands' cards {where} decide: {pair}."


def _turn_started(event: turns.TurnStarted, scene: Scene) -> str:
    turn = f"**Turn {event.turn_number}** is {scene.mention(event.seat)}'s"
    return f"{turn}, without hand and discard pile: `/pass` ends it." if event.exhausted else f"{turn}."


def _turn_ended(event: turns.TurnEnded, scene: Scene) -> str:
    if event.why == "spent":
        return f"{scene.mention(event.seat)} has no hand and no discard pile left, which ends the turn."
    return f"{scene.mention(event.seat)} passes." if event.why == "passed" else ""


def _path(event: moving.Moved | undoing.TakenBack, scene: Scene) -> str:
    """`8♥ R4 → finish`."""
    source, target = (to_everybody(pile, event.seat, scene) for pile in (event.source, event.target))
    return f"{run(event.cards)} {source} → {target}"


def _shown(event: moving.Shown, scene: Scene) -> str:
    pile = "crapaud" if event.pile == "my-crapaud" else "discard pile"
    left = f"{event.count} left" if pile == "crapaud" else event.count
    return f"{scene.mention(event.seat)}'s {pile} shows {words.card(event.card)} ({left})."


def _line_stopped(event: lines.LineStopped, scene: Scene) -> str:
    dropped = " ".join(event.dropped)
    if event.refusal is not None:
        why = REFUSALS[event.refusal.code](event.refusal.facts, scene)
        return f"Your line stopped before `{dropped}`. {why}"
    why = "a card was uncovered" if event.why == "uncovered" else "the turn is over"
    return f"Your line stopped because {why}; `{dropped}` was not done."


def _put_down(event: lifting.PutDown, scene: Scene) -> str:
    who, card = scene.mention(event.seat), words.card(event.card)
    if event.target == "my-discard":
        return f"{who} discards {card}."
    return f"{who}: {card} → {to_everybody(event.target, event.seat, scene)}."


def _remains(event: ending.Remains, scene: Scene) -> str:
    """How many cards were left; the result of the game names them."""
    kept = [("in the hand", event.hand), ("discarded", event.discard), ("in the crapaud", event.crapaud)]
    counts = [f"{len(cards)} {where}" for where, cards in kept if cards]
    if event.lifted is not None:
        counts.append(f"the lifted {words.card(event.lifted)}")
    return f"{scene.mention(event.seat)} has left: {words.listed(counts) or 'nothing'}."


def remains(told: Iterable[Event], scene: Scene) -> list[str]:
    """What the players had left when the game ended, a line each, all cards bottom to top."""
    return [
        f"{scene.mention(event.seat)} had left: {_left_over(event)}."
        for event in told
        if isinstance(event, ending.Remains)
    ]


def _left_over(event: ending.Remains) -> str:
    piles = (("hand", event.hand), ("discard pile", event.discard), ("crapaud", event.crapaud))
    parts = [f"{name} {run(cards)} ({len(cards)})" for name, cards in piles if cards]
    if event.lifted is not None:
        parts.append(f"lifted {words.card(event.lifted)}")
    return "; ".join(parts) or "nothing"


def _ended(event: ending.GameEnded, scene: Scene) -> str:
    won = f"{words.players(scene, event.winners)} wins" if event.winners else "a draw"
    return f"The game is over, {won}: {ENDS[event.end]}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    dealing.Dealt: _dealt,
    dealing.Compared: _compared,
    turns.TurnStarted: _turn_started,
    turns.TurnEnded: _turn_ended,
    moving.Moved: lambda e, s: f"{s.mention(e.seat)}: {_path(e, s)}.",
    moving.Shown: _shown,
    lines.LineStopped: _line_stopped,
    lifting.Lifted: lambda e, s: f"{s.mention(e.seat)} lifts {words.card(e.card)}.",
    lifting.TurnedOver: lambda e, s: (
        f"{s.mention(e.seat)} turns the discard pile over ({words.number(e.cards, 'card')})."
    ),
    lifting.PutDown: _put_down,
    undoing.TakenBack: lambda e, s: f"{s.mention(e.seat)} takes back {_path(e, s)}.",
    offers.DrawOffered: lambda e, s: f"{s.mention(e.seat)} offers a draw.",
    offers.DrawDeclined: lambda e, s: f"{s.mention(e.seat)} declines the draw.",
    offers.DrawAgreed: lambda e, s: f"{s.mention(e.seat)} accepts the draw.",
    offers.OfferLapsed: lambda e, s: f"{s.mention(e.seat)}'s offer of a draw has lapsed.",
    leaving.Resigned: lambda e, s: f"{s.mention(e.seat)} resigns.",
    clock.TimeoutCounted: lambda e, _: (
        f"That makes {words.number(e.in_a_row, 'timeout')} in a row; {e.limit} lose the game."
    ),
    turns.PositionRepeated: lambda e, _: f"Position repeated ({e.occurrence} of {e.limit}).",
    turns.NoProgress: lambda e, _: f"{e.turns} turns in a row without progress; {e.limit} make a draw.",
    ending.Remains: _remains,
    ending.GameEnded: _ended,
}
