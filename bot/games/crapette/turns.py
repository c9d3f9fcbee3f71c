"""Ending a turn and starting the next, and the draws checked in between (sections 4 and 6)."""

from typing import Final, Literal, TypeAlias

from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.games.crapette.ending import end_game
from bot.games.crapette.history import extended_history
from bot.games.crapette.state import PLAYERS, State

WhyEnded: TypeAlias = Literal["discarded", "spent", "passed"]

WARNING_TURNS: Final = 20
"""The number of turns between the warning of a draw by no progress and the draw."""


class TurnStarted(SeatEvent, frozen=True):
    """A turn has started. `exhausted`: its player has neither hand nor discard pile (R9)."""

    turn_number: int
    exhausted: bool


class TurnEnded(SeatEvent, frozen=True):
    """A turn has ended: its player discarded, used up hand and discard pile, or passed."""

    why: WhyEnded


class PositionRepeated(Event, frozen=True):
    """The position at the start of this turn occurred before. At `limit` occurrences the game is drawn."""

    occurrence: int
    limit: int


class NoProgress(Event, frozen=True):
    """A warning: `turns` turns in a row were without progress. At `limit` the game is drawn."""

    turns: int
    limit: int


def settle(draft: Draft[State], *, was_exhausted: bool) -> None:
    """Check after a move whether the mover has won, or lacks a card to end the turn with (R9)."""
    state = draft.state
    if state.hand or state.discard:
        return
    if not state.crapaud:
        end_game(draft, (state.turn,), "out")
    if not was_exhausted:
        end_turn(draft, "spent")


def end_turn(draft: Draft[State], why: WhyEnded) -> None:
    """End the turn, and start the other player's unless the game is drawn now (R18)."""
    state = draft.state
    draft.tell(TurnEnded(seat=state.turn, why=why))
    draft.change(
        turn=1 - state.turn,
        turn_number=state.turn_number + 1,
        used=state.used if state.options.counts_whole_game else (0, 0),
        house_moves=0,
        undo=(),
        undo_used=0,
        progress=0,
        idle_turns=0 if state.progress > 0 else state.idle_turns + 1,
        offer=None,
        offered=(),
    )
    start_turn(draft)


def start_turn(draft: Draft[State]) -> None:
    """Start a turn: remember its position, and end the game if a draw or the last turn is due."""
    draft.change(history=extended_history(draft.state))
    if _is_repeated(draft):
        end_game(draft, (), "repetition")
    if _is_without_progress(draft):
        end_game(draft, (), "no-progress")
    if _are_turns_over(draft.state):
        end_game(draft, player_with_fewest(draft.state), "turns")
    state = draft.state
    draft.tell(TurnStarted(seat=state.turn, turn_number=state.turn_number, exhausted=state.is_exhausted))


def _are_turns_over(state: State) -> bool:
    """Whether both players have had all the turns of a short game."""
    turns = state.options.turns
    return bool(turns) and state.turn_number > turns * len(PLAYERS)


def player_with_fewest(state: State) -> tuple[Seat, ...]:
    """Return the player with fewer cards left, nobody if they're equal."""
    first, second = (sum(map(len, state.own(seat))) for seat in PLAYERS)
    return () if first == second else (0,) if first < second else (1,)


def _is_repeated(draft: Draft[State]) -> bool:
    """Whether this position has occurred often enough for a draw. Tell each repetition."""
    history, limit = draft.state.history, draft.state.options.repetition
    occurrence = history.count(history[-1])
    if not limit or occurrence == 1:
        return False
    draft.tell(PositionRepeated(occurrence=occurrence, limit=limit))
    return occurrence >= limit


def _is_without_progress(draft: Draft[State]) -> bool:
    """Whether the game is drawn after too many turns without progress. Tell the warning before that."""
    turns, limit = draft.state.idle_turns, draft.state.options.no_progress_turns
    if turns == limit - WARNING_TURNS:
        draft.tell(NoProgress(turns=turns, limit=limit))
    return turns >= limit
