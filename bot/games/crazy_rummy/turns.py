"""Passing the turn (section 4), and rebuilding the stock before it starts."""

from msgspec import field

from bot.engine.cards import Card, in_order
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.games.crazy_rummy.dealing import still_waiting
from bot.games.crazy_rummy.ending import end_hand
from bot.games.crazy_rummy.state import State


class TurnStarted(SeatEvent, frozen=True):
    """A player has to draw. `locked`: they may not take from the discard pile (R13)."""

    locked: bool = False


class Reshuffled(Event, frozen=True):
    """The discard pile except its top card was shuffled into a new stock (R12)."""

    count: int = field(name="stock")
    discard: Card
    rebuilds: int = field(name="left")
    """The number of reshuffles this hand still has."""


def pass_turn(draft: Draft[State]) -> None:
    """Pass the turn to the left. Reshuffle if the stock is used up, or end a blocked hand (R12)."""
    state = draft.state
    seat = state.next_seat(state.mover)
    draft.change(phase="draw", turn=seat, laid=False, taken=None, without_turn=still_waiting(state, seat))
    if not state.stock:
        if state.rebuilds >= state.options.reshuffles or len(state.discard) < 2:
            end_hand(draft, None)
            return
        _rebuild(draft)
    draft.tell(TurnStarted(draft.state.mover, draft.state.is_locked))


def _rebuild(draft: Draft[State]) -> None:
    state = draft.state
    *under, top = state.discard
    stock, rebuilds = draft.chance.shuffle(in_order(under)), state.rebuilds + 1
    draft.change(stock=stock, discard=(top,), rebuilds=rebuilds)
    draft.tell(Reshuffled(len(stock), top, state.options.reshuffles - rebuilds))
