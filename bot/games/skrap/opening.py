"""Finding the player who plays first, from the called player to the left (section 4, R7, R8)."""

from collections.abc import Iterable
from typing import Literal

from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.engine.seats import from_left_of
from bot.games.skrap.cards import can_build
from bot.games.skrap.dealing import deal_round
from bot.games.skrap.state import State

Reason = Literal["highest", "lowest", "throw", "chance", "last-contender"]


class Called(SeatEvent, frozen=True):
    """A player is called to play first, for the reason `by`."""

    by: Reason


class Unable(SeatEvent, frozen=True):
    """A player can't build for lack of a weapon or an armour, and sits out this round's battle."""


class Opens(SeatEvent, frozen=True):
    """This player must play the first bot."""


class RoundVoid(Event, frozen=True):
    """No player can build, so nobody gets heads and the cards are dealt again."""

    round: int


def call(draft: Draft[State], seat: Seat, by: Reason) -> None:
    """Call a player. They open, or else the first player to their left who can build."""
    draft.tell(Called(seat, by))
    open_from(draft, from_left_of(seat - 1, draft.state.active))


def open_from(draft: Draft[State], line: Iterable[Seat]) -> None:
    """Let the first player in line who can build open. If nobody can, deal the round again (R8)."""
    draft.change(turn=None, contenders=(), throws=(None,) * len(draft.state.hands), undecided=0)
    for seat in line:
        if can_build(draft.state.hands[seat]):
            draft.change(phase="open", turn=seat)
            draft.tell(Opens(seat))
            return
        if seat not in draft.state.unable:
            draft.change(unable=(*draft.state.unable, seat))
            draft.tell(Unable(seat))
    draft.tell(RoundVoid(draft.state.round))
    deal_round(draft, draft.state.sizes)
