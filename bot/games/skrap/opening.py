"""Deal from the called player to the one who plays first (section 4, R7, R8)."""

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
    """A player is called to open: by their surge card, a throw, chance, or as the last to throw."""

    by: Reason


class Unable(SeatEvent, frozen=True):
    """A player lacks a weapon or an armour and is out of this round's battle."""


class Opens(SeatEvent, frozen=True):
    """This player must play the first bot."""


class RoundVoid(Event, frozen=True):
    """No player can build: the round doesn't count."""

    round: int


def call(draft: Draft[State], seat: Seat, by: Reason) -> None:
    """Call a player: they open, or the first to their left who can build."""
    draft.tell(Called(seat, by))
    open_from(draft, from_left_of(seat - 1, draft.state.active))


def open_from(draft: Draft[State], line: Iterable[Seat]) -> None:
    """The first in this line who can build opens. When nobody can, the round is dealt again (R8)."""
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
