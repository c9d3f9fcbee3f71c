"""Whose turn it is (section 4), and the stock at its start."""

from bot.engine.cards import Card, in_order
from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event
from bot.games.crazy_rummy.ending import end_hand
from bot.games.crazy_rummy.state import State


class TurnStarted(Event, frozen=True):
    """It is a player's turn to draw; `locked` closes the discard pile to them (R13)."""

    seat: Seat
    locked: bool = False


class Reshuffled(Event, frozen=True):
    """All discards but the top one were shuffled into a new stock (R12)."""

    stock: int
    discard: Card
    left: int
    """How many rebuilds this hand still has."""


def is_locked(state: State) -> bool:
    """Whether so many turns only took discards that the pile is closed (R13)."""
    return state.lock_count >= 2 * len(state.active)


def pass_turn(draft: Draft[State]) -> None:
    """Go on to the left: a new stock if the old one is used up, or the end of a blocked hand."""
    state = draft.state
    draft.change(phase="draw", turn=state.next_seat(state.mover), laid=False, taken=None)
    if state.stock:
        _start_turn(draft)
    elif state.rebuilds < state.options.reshuffles and len(state.discard) >= 2:
        _rebuild(draft)
        _start_turn(draft)
    else:
        end_hand(draft, None)


def _start_turn(draft: Draft[State]) -> None:
    draft.tell(TurnStarted(draft.state.mover, is_locked(draft.state)))


def _rebuild(draft: Draft[State]) -> None:
    state = draft.state
    *under, top = state.discard
    stock = draft.chance.shuffle(in_order(under))
    draft.change(stock=stock, discard=(top,), rebuilds=state.rebuilds + 1)
    draft.tell(Reshuffled(len(stock), top, state.options.reshuffles - state.rebuilds - 1))
