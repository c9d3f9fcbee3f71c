"""Events: what happened, as values, and who may learn of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from bot.engine.chance import Seat
from bot.engine.moves import kebab


class Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="event",
    tag=kebab,
    kw_only=True,
    omit_defaults=True,
):
    """Something that happened. `to` are the only seats that may learn of it, None means everyone."""

    to: tuple[Seat, ...] | None = None


class SeatEvent(Event, frozen=True):
    """An event about one player: who acted, or whom it hit."""

    seat: Seat


class TimedOut(Event, frozen=True):
    """The clock ran out. These seats owed a decision and get the default of the rules."""

    seats: tuple[Seat, ...]


Stored: TypeAlias = dict[str, Any]
"""An event in its stored form: its tag under `event`, and its fields."""
Former: TypeAlias = Mapping[str, Callable[[Stored], Stored]]
"""The readers of events that earlier releases stored under these tags."""


def told(events: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Return the events that this seat (None: a spectator) may learn of: the gate for events."""
    return tuple(event for event in events if event.to is None or seat in event.to)


def write_events(events: Sequence[Event]) -> bytes:
    """Return events in their stored form, by the standard JSON module: totals may be integers of any size."""
    return json.dumps(msgspec.to_builtins(events), separators=(",", ":")).encode()


def now_called(tag: str, **fields: str) -> Callable[[Stored], Stored]:
    """Read an event under another tag, with some fields renamed (old name = new name)."""

    def read(stored: Stored) -> Stored:
        return {fields.get(name, name): value for name, value in stored.items()} | {"event": tag}

    return read
