"""Ending a hand and the game (sections 4.7 and 6)."""

from typing import Literal, NoReturn

from msgspec import field

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.contract import Outcome
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.games.craits.cards import hand_points, last_pressure_points
from bot.games.craits.state import NOBODY, Scored, Scores, State

HandEnd = Literal["out", "count", "nothing-left", "cap"]
End = Literal["lowest-total", "last-player"]


class HandEnded(Event, frozen=True):
    """A hand is over. A `PlayerScored` for each active player follows."""

    hand_number: int
    why: HandEnd


class PlayerScored(SeatEvent, frozen=True):
    """A player's result of a hand: cards held, their points, the hand's pressure, the new total."""

    cards: Cards
    points: int
    pressure: int
    total: int


class GameEnded(Event, frozen=True):
    """The game is over. `end` is the reason."""

    winners: tuple[Seat, ...]
    end: End = field(name="why")


def end_hand(draft: Draft[State], why: HandEnd) -> NoReturn:
    """Score the hand, reveal all cards, and drop the rest of the move (R28)."""
    state = draft.state
    draft.tell(HandEnded(state.hand_number, why))
    result = _hand_result(state)
    draft.change(scores=_with_hand(state.scores, result), revealed=True)
    _tell_scores(draft, result)
    clear_hand(draft)
    if state.hand_number >= state.options.hands:
        end_game(draft)
    draft.stop()


def clear_hand(draft: Draft[State]) -> None:
    """Reset the state of a running hand. Cards, dealer and direction stay until the next deal."""
    draft.change(
        phase="between-hands",
        turn=None,
        count=0,
        jack_run=0,
        king_steps=0,
        undeclared=NOBODY,
        declared=NOBODY,
        owes=NOBODY,
    )


def end_game(draft: Draft[State]) -> NoReturn:
    """End the game. The cards keep their places."""
    draft.change(phase="over")
    draft.tell(GameEnded(_winners(draft.state), _end_reason(draft.state)))
    draft.stop()


def how_it_ended(state: State) -> Outcome | None:
    """Return how the game ended. None while it runs."""
    return Outcome(_winners(state), _end_reason(state)) if state.phase == "over" else None


def _winners(state: State) -> tuple[Seat, ...]:
    """Return the active seats with the lowest total, who share the win (R34)."""
    lowest = min(state.scores.totals[seat] for seat in state.active)
    return tuple(seat for seat in state.active if state.scores.totals[seat] == lowest)


def _end_reason(state: State) -> End:
    return "last-player" if len(state.active) == 1 else "lowest-total"


def _hand_result(state: State) -> Scored:
    """Return the points and the pressures of the hand, separately (section 6)."""
    number, in_hand = state.scores.pressures, state.scores.hand_pressures
    return Scored(
        points=tuple((seat, hand_points(state.hands[seat])) for seat in state.active),
        pressure=tuple((seat, last_pressure_points(number[seat], in_hand[seat])) for seat in state.active),
    )


def _with_hand(scores: Scores, result: Scored) -> Scores:
    """Return the score sheet with a hand added. Its pressures were added as they happened (R29)."""
    totals = list(scores.totals)
    for seat, points in result.points:
        totals[seat] += points
    return Scores(tuple(totals), scores.pressures, scores.hand_pressures, (*scores.record, result))


def _tell_scores(draft: Draft[State], result: Scored) -> None:
    state = draft.state
    for (seat, points), (_, pressure) in zip(result.points, result.pressure, strict=True):
        draft.tell(PlayerScored(seat, state.hands[seat], points, pressure, state.scores.totals[seat]))
