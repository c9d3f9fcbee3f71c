"""The turn timer and the chess clock, and the consequences when one runs out (sections 4 and 5.6)."""

import math
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from bot.engine.contract import Clock
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent, TimedOut
from bot.games.crapette.ending import end_game
from bot.games.crapette.lifting import lift, put_down, turn_pile
from bot.games.crapette.moving import PileMove, transfer
from bot.games.crapette.offers import cancel_offer
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import MAX_TIMEOUTS, State
from bot.games.crapette.turns import end_turn

FinishingStep: TypeAlias = Literal["fill", "turn", "lift", "put", "pass"]
"""A step that ends a turn: fill empty houses, turn the pile over, lift a card, discard it, or pass."""


class TimeoutCounted(SeatEvent, frozen=True):
    """A player has let `in_a_row` turns run out. At `limit` they lose the game."""

    in_a_row: int
    limit: int


def seconds_left(options: CrapetteOptions, used: int) -> int:
    """Return the seconds a player has left in the turn or on the chess clock, after using this many."""
    return max(options.allowance_seconds - used, 0)


def running_clock(state: State) -> Clock | None:
    """Return the clock of the player on turn. Each charge of used time restarts it with the rest."""
    if state.end is not None:
        return None
    used, options = state.used[state.turn], state.options
    left = None if options.untimed else seconds_left(options, used)
    return Clock(f"{state.turn_number}+{used}", "turn", left)


def advance_clock(draft: Draft[State], seconds: int) -> None:
    """Charge time to the player on turn. A clock that runs out on the way takes effect at that moment."""
    if draft.state.end is not None:
        return
    while seconds >= (left := _time_left(draft.state)):
        _charge(draft, int(left))
        draft.tell(TimedOut(seats=(draft.state.turn,)))
        time_out(draft)
        seconds -= int(left)
    _charge(draft, seconds)


def _time_left(state: State) -> float:
    """Return the seconds until the clock of the player on turn runs out. Infinite at an untimed table."""
    options = state.options
    return math.inf if options.untimed else seconds_left(options, state.used[state.turn])


def time_out(draft: Draft[State]) -> None:
    """Apply a time-out to the player on turn: they lose (R20), or their turn is finished for them."""
    state, seat = draft.state, draft.state.turn
    if state.options.has_chess_clock:
        _charge(draft, seconds_left(state.options, state.used[seat]))
        end_game(draft, (1 - seat,), "clock")
    in_a_row = min(state.timeouts[seat] + 1, MAX_TIMEOUTS)
    draft.tell(TimeoutCounted(seat=seat, in_a_row=in_a_row, limit=MAX_TIMEOUTS))
    draft.change(timeouts=put(state.timeouts, seat, in_a_row))
    if in_a_row == MAX_TIMEOUTS:
        end_game(draft, (1 - seat,), "timeouts")
    cancel_offer(draft)
    _finish_turn(draft)


def finishing_steps(state: State) -> tuple[FinishingStep, ...]:
    """Return the steps that finish the turn after a time-out (section 4)."""
    if state.lifted is not None:
        return ("put",)
    if state.hand:
        return ("lift", "put")
    if not state.discard:
        return ("pass",)
    empty_houses = len(state.empty_houses)
    if not empty_houses:
        return ("turn", "lift", "put")
    # The last card of the discard pile ends the turn automatically (R9).
    return ("fill",) if len(state.discard) <= empty_houses else ("fill", "turn", "lift", "put")


def _finish_turn(draft: Draft[State]) -> None:
    """End the turn with as few moves as the rules allow. This may even win the game (R19)."""
    for step in finishing_steps(draft.state):
        _STEPS[step](draft)


def _fill_houses(draft: Draft[State]) -> None:
    """Move cards from the discard pile into the empty houses, until either runs out."""
    for house, _ in zip(draft.state.empty_houses, draft.state.discard, strict=False):
        transfer(draft, PileMove("D", house), 1)


_STEPS: Final[Mapping[FinishingStep, Callable[[Draft[State]], None]]] = {
    "fill": _fill_houses,
    "turn": turn_pile,
    "lift": lift,
    "put": lambda draft: put_down(draft, "D"),
    "pass": lambda draft: end_turn(draft, "passed"),
}


def _charge(draft: Draft[State], seconds: int) -> None:
    state = draft.state
    draft.change(used=put(state.used, state.turn, state.used[state.turn] + seconds))
