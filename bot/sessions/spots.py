"""Spots: the places of a table's messages, as values. They print and read back as stored."""

from typing import Final, TypeAlias

import msgspec

from bot.engine.chance import Seat
from bot.storage.records import Record
from bot.storage.shown import LEFT


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A spot at which one message of a table stands. Stored as its tag and its numbers, `hand:0`."""

    def __str__(self) -> str:
        """Return the stored form."""
        return ":".join([str(self.__struct_config__.tag), *map(str, msgspec.structs.astuple(self))])


class TableAt(Spot, frozen=True, tag="table"):
    """The public table."""


class AbsentAt(Spot, frozen=True, tag="absent"):
    """The line about players who weren't in time or are away, or whose game starts soon."""


class MentionAt(Spot, frozen=True, tag="mention"):
    """The mention in the channel that calls players whom no DM reaches."""


class HandAt(Spot, frozen=True, tag="hand"):
    """A player's hand."""

    seat: Seat


class CallAt(Spot, frozen=True, tag="call"):
    """The DM that calls a player without a hand."""

    seat: Seat


class GoneAt(Spot, frozen=True, tag="gone"):
    """The DM that tells a player of a lost channel."""

    seat: Seat


class LeftAt(Spot, frozen=True, tag=LEFT):
    """A channel that the table has left, where a message may still arrive."""

    channel_id: int


OfSeat: TypeAlias = HandAt | CallAt | GoneAt
"""Spots in a player's DMs."""


def spots_of(seat: Seat) -> tuple[OfSeat, ...]:
    """Return the spots in the DMs of a seat's player."""
    return HandAt(seat), CallAt(seat), GoneAt(seat)


def own_spot(record: Record, seat: Seat) -> TableAt | HandAt:
    """Return where a seat's hand stands: with the table where one person plays in a DM."""
    return TableAt() if record.is_in_dm else HandAt(seat)


_KINDS: Final[dict[str, type[Spot]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (TableAt, AbsentAt, MentionAt, HandAt, CallAt, GoneAt, LeftAt)
}


def spot_of(stored: str) -> Spot | None:
    """Read a stored spot. None where only a newer version knows it."""
    word, *numbers = stored.split(":")
    try:
        return _KINDS[word](*map(int, numbers))
    except (LookupError, TypeError, ValueError):
        return None
