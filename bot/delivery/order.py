"""In which order the rows of an outbox are worked off, and which of them newer ones make needless."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.storage.records import Pending

TABLE: Final = frozenset(("table", "deal", "result"))
"""Places that are the table message; `deal` and `result` post it anew so that it is seen."""
LEFT: Final = "left:"
"""Before the channel from which a table was carried."""


class Whereabouts(NamedTuple):
    """Where a table is, and the channels that it has left while older rows of it were still to be shown."""

    here: int
    left: dict[int, int]
    """By the number of the row that says so."""

    def of(self, row: Pending) -> list[int]:
        """The channels in which the table may have been when a row was worked on, in order."""
        return [*(channel for number, channel in self.left.items() if number > row.id), self.here]

    def has_left(self, channel_id: int) -> bool:
        """Whether the table was in a channel in which it is no more."""
        return channel_id != self.here and channel_id in self.left.values()


def whereabouts(channel_id: int, rows: Iterable[Pending]) -> Whereabouts:
    """Where a table is by its record, and has been by its rows, which must be of the same time."""
    left = {row.id: int(row.place.removeprefix(LEFT)) for row in rows if row.place.startswith(LEFT)}
    return Whereabouts(channel_id, left)


def ready(rows: Sequence[Pending]) -> list[Pending]:
    """The rows to be worked off, in order; a channel that was left is known until what is older is done."""
    first = min((row.id for row in rows if not row.place.startswith(LEFT)), default=float("inf"))
    return [row for row in coalesced(rows) if not row.place.startswith(LEFT) or row.id < first]


def coalesced(rows: Sequence[Pending]) -> list[Pending]:
    """The rows without those that a newer row of the same place makes needless, in order.

    A row that posts the table anew is not forgotten when a mere edit follows it.
    """
    newest: dict[str, Pending] = {}
    for row in rows:
        group = kind(row.place)
        before = newest.pop(group, None)
        keeps_kind = before is not None and before.place in ("deal", "result") and row.place == "table"
        place = before.place if before is not None and keeps_kind else row.place
        newest[group] = Pending(id=row.id, session_id=row.session_id, revision=row.revision, place=place)
    return sorted(newest.values(), key=lambda row: row.id)


def kind(place: str) -> str:
    """What rows of the outbox have in common that one message answers."""
    return "table" if place in TABLE else place
