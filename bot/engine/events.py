"""Events: values that record what happened, and which seats may learn of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from bot.engine.chance import Seat
from bot.engine.moves import kebab


class Event(
    msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=kebab, kw_only=True, omit_defaults=True
):
    """Something that happened. Only the seats in `to` may learn of it, or everyone if it's None."""

    to: tuple[Seat, ...] | None = None


class SeatEvent(Event, frozen=True):
    """An event about one player: whoever acted or was affected."""

    seat: Seat


class TimedOut(Event, frozen=True):
    """The end of a clock. These seats owed a decision and get the default of the rules."""

    seats: tuple[Seat, ...]


StoredEvent: TypeAlias = dict[str, Any]
"""An event in its stored form: its tag under `event`, and its fields."""
EventReaders: TypeAlias = Mapping[str, Callable[[StoredEvent], StoredEvent]]
"""Functions that convert events stored by earlier releases, by the stored tag."""


def visible_to(events: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Return the events that this seat (None: a spectator) may learn of. Every event must pass here."""
    return tuple(event for event in events if event.to is None or seat in event.to)


def write_events(events: Sequence[Event]) -> bytes:
    """Return events in their stored form. The standard JSON module writes totals of any size."""
    return json.dumps(msgspec.to_builtins(events), separators=(",", ":")).encode()


def renamed_event(tag: str, **fields: str) -> Callable[[StoredEvent], StoredEvent]:
    """Return a reader that changes an event's tag and renames some fields (old name = new name)."""

    def read(stored: StoredEvent) -> StoredEvent:
        return {fields.get(name, name): value for name, value in stored.items()} | {"event": tag}

    return read
