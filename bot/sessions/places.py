"""What must be shown, and where pages stand, as values; they print and read back as they are stored."""

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from bot.engine.chance import Seat


class Place(msgspec.Struct, frozen=True, gc=False):
    """A thing to show or a spot where something is shown; stored as its tag and its numbers, `call:0`."""

    def __str__(self) -> str:
        """As it is stored."""
        return ":".join([str(self.__struct_config__.tag), *map(str, msgspec.structs.astuple(self))])


class Table(Place, frozen=True, tag="table"):
    """The public table as it is now."""


class Deal(Place, frozen=True, tag="deal"):
    """The table, posted again so that everybody sees that the game begins."""


class Result(Place, frozen=True, tag="result"):
    """The table, posted again so that everybody sees the result."""


class Hands(Place, frozen=True, tag="hands"):
    """Every player's hand as it is now."""


class Call(Place, frozen=True, tag="call"):
    """A player has to decide and must hear of it."""

    seat: Seat


class Remind(Place, frozen=True, tag="remind"):
    """A player who has not noticed is to be called by a new message, from this second since the epoch on."""

    seat: Seat
    at: int


class LastCall(Place, frozen=True, tag="last"):
    """A player who has not acted is to be called once more when so many seconds are left on the clock."""

    seat: Seat
    seconds: int


class Gone(Place, frozen=True, tag="gone"):
    """A player must hear that the table's channel is gone."""

    seat: Seat


class Left(Place, frozen=True, tag="left"):
    """The table has left this channel; what was posted for older rows may stand there."""

    channel_id: int


class Retire(Place, frozen=True, tag="retire"):
    """A player's hand of an ended game goes, because its rematch has been dealt."""

    seat: Seat


class Absent(Place, frozen=True, tag="absent"):
    """The line about players who were not in time, as it is now."""


class Names(Place, frozen=True, tag="names"):
    """Pages were shown without the names of some players, and will be shown again when these are known."""


class Strip(Place, frozen=True, tag="strip"):
    """An old table message loses its controls, or goes where Discord takes no edit of it."""

    channel_id: int
    message_id: int


class Remove(Place, frozen=True, tag="remove"):
    """An old message goes."""

    channel_id: int
    message_id: int


class TableAt(Place, frozen=True, tag="table"):
    """Where the table stands."""


class HandAt(Place, frozen=True, tag="hand"):
    """Where a player's hand stands."""

    seat: Seat


class CallAt(Place, frozen=True, tag="call"):
    """Where the DM stands that calls a player of a game without hands."""

    seat: Seat


class PingAt(Place, frozen=True, tag="ping"):
    """Where the mention stands that calls a player in the channel."""

    seat: Seat


class LastCallAt(Place, frozen=True, tag="last"):
    """Where the DM stands that calls a player to several tables; each of them knows it."""

    seat: Seat


class GoneAt(Place, frozen=True, tag="gone"):
    """Where the DM stands that tells a player of a lost channel."""

    seat: Seat


class AbsentAt(Place, frozen=True, tag="absent"):
    """Where the line about players stands who were not in time."""


OfCalls: TypeAlias = Call | Remind | LastCall
"""Rows that call somebody."""
Task: TypeAlias = (
    Table | Deal | Result | Hands | OfCalls | Gone | Retire | Absent | Left | Names | Strip | Remove
)
"""A row of the outbox."""
Spot: TypeAlias = TableAt | HandAt | CallAt | PingAt | LastCallAt | GoneAt | AbsentAt
"""Where a page of a session stands."""

TABLE: Final[frozenset[Task]] = frozenset((Table(), Deal(), Result()))
_TASKS: Final[dict[str, type[Task]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Table,
        Deal,
        Result,
        Hands,
        Call,
        Remind,
        LastCall,
        Gone,
        Retire,
        Absent,
        Left,
        Names,
        Strip,
        Remove,
    )
}
_SPOTS: Final[dict[str, type[Spot]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (TableAt, HandAt, CallAt, PingAt, LastCallAt, GoneAt, AbsentAt)
}


def task_of(stored: str) -> Task:
    """What a stored row of the outbox asks for."""
    word, *numbers = stored.split(":")
    return _TASKS[word](*map(int, numbers))


def spot_of(stored: str) -> Spot:
    """Where a stored page stands."""
    word, *numbers = stored.split(":")
    return _SPOTS[word](*map(int, numbers))


def is_known(stored: str, read: Callable[[str], Place]) -> bool:
    """Tells whether this version can read a stored word; a newer version may have stored others."""
    try:
        read(stored)
    except (LookupError, TypeError, ValueError):
        return False
    return True
