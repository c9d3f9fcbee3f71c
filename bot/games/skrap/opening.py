"""Section 4, Opener: from the called player to the one who opens (R7, R8)."""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.skrap.dealing import deal
from bot.games.skrap.table import Course, State, to_left
from bot.games.skrap.values import can_build

Reason = Literal["highest", "lowest", "throw", "chance", "last-contender"]


class Called(Event, frozen=True):
    """A player is called to open: by their surge card, a throw, chance, or as the last to throw."""

    seat: Seat
    by: Reason


class Unable(Event, frozen=True):
    """A player lacks a weapon or an armour and is out of this round's battle."""

    seat: Seat


class Opens(Event, frozen=True):
    """This player must play the first bot."""

    seat: Seat


class RoundVoid(Event, frozen=True):
    """Nobody can build: the round does not count."""

    round: int


def call(state: State, seat: Seat, by: Reason, course: Course) -> State:
    """Call a player: they open, or the first to their left who can build."""
    course.tell(Called(seat=seat, by=by))
    return open_from(state, (seat, *to_left(state, seat)), course)


def open_from(state: State, line: Iterable[Seat], course: Course) -> State:
    """The first in this line who can build opens; with nobody the round is dealt anew (R8)."""
    state = replace(state, turn=None, contenders=(), throws=(None,) * len(state.hands), undecided=0)
    for seat in line:
        if can_build(state.hands[seat]):
            course.tell(Opens(seat=seat))
            return replace(state, phase="open", turn=seat)
        if seat not in state.unable:
            course.tell(Unable(seat=seat))
            state = replace(state, unable=(*state.unable, seat))
    course.tell(RoundVoid(round=state.round))
    return deal(state, state.sizes, course)
