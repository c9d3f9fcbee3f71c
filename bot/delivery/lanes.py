"""Lanes: the table and every player are reached independently; the order within one lane stays."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from bot.sessions.places import (
    TABLE,
    Absent,
    Call,
    Deal,
    Gone,
    Hands,
    LastCall,
    Left,
    Remind,
    Remove,
    Result,
    Retire,
    Table,
    Task,
    task_of,
)
from bot.storage.records import Pending


class Lane(NamedTuple):
    """What is worked off in order: the table, one seat's pages, or what is removed from one channel."""

    kind: Literal["table", "seat", "channel"]
    number: int = 0
    """The seat, or the id of the channel."""


TABLE_LANE: Final = Lane("table")


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of the outbox: what must be shown, for which revision."""

    id: int
    session_id: int
    revision: int
    task: Task
    at: float = 0.0
    """When it was queued, in seconds since the epoch."""

    @classmethod
    def of(cls, pending: Pending) -> "Row":
        """A stored row."""
        return cls(pending.id, pending.session_id, pending.revision, task_of(pending.place), pending.at)


@lru_cache(maxsize=4096)
def lanes_of(task: Task, seats: int) -> tuple[Lane, ...]:
    """The lanes in which a row is worked off; a row about all hands is done when every seat's lane is."""
    match task:
        case Hands():
            return tuple(Lane("seat", seat) for seat in range(seats)) or (TABLE_LANE,)
        case Call(seat) | Remind(seat) | LastCall(seat) | Gone(seat) | Retire(seat):
            return (Lane("seat", seat),)
        case Remove(channel_id=channel_id):
            return (Lane("channel", channel_id),)
    return (TABLE_LANE,)


class Whereabouts(NamedTuple):
    """Where a table is, and the channels that it has left while older rows of it were still to be shown."""

    here: int
    left: dict[int, int]
    """By the number of the row that says so."""

    def of(self, row: Row) -> list[int]:
        """The channels in which the table may have been when a row was worked on, in order."""
        return [*(channel for number, channel in self.left.items() if number > row.id), self.here]

    def has_left(self, channel_id: int) -> bool:
        """Whether the table was in a channel in which it is no more."""
        return channel_id != self.here and channel_id in self.left.values()


def whereabouts(channel_id: int, rows: Iterable[Row]) -> Whereabouts:
    """Where a table is by its record, and has been by its rows, which must be of the same time."""
    left = {row.id: row.task.channel_id for row in rows if isinstance(row.task, Left)}
    return Whereabouts(channel_id, left)


def ready(rows: Sequence[Row], others: Iterable[Row]) -> list[Row]:
    """A lane's rows to be worked off, in order; `others` are those of the session's other lanes.

    A channel that was left is known until everything older is done.
    """
    found = coalesced(rows)
    if not any(isinstance(row.task, Left) for row in found):
        return found
    older = [row.id for row in (*rows, *others) if not isinstance(row.task, Left)]
    first = min(older, default=float("inf"))
    return [row for row in found if not isinstance(row.task, Left) or row.id < first]


def coalesced(rows: Sequence[Row]) -> list[Row]:
    """The rows without those that a newer row of the same kind makes needless, in order.

    A row that posts the table again is not forgotten when a mere edit follows it. The line about absent
    players comes last, because it stands below the table.
    """
    newest: dict[Task, Row] = {}
    for row in rows:
        before = newest.pop(kind_of(row.task), None)
        keeps = before is not None and isinstance(before.task, Deal | Result) and row.task == Table()
        task = before.task if before is not None and keeps else row.task
        newest[kind_of(row.task)] = msgspec.structs.replace(row, task=task)
    return sorted(newest.values(), key=lambda row: (isinstance(row.task, Absent), row.id))


def kind_of(task: Task) -> Task:
    """What rows have in common that one message answers."""
    return Table() if task in TABLE else task
