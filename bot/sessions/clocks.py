"""Steady time, and the clocks of tables. All pause in an outage, and each while its table waits."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, Protocol

import msgspec

from bot.sessions.agenda import Agenda
from bot.storage.records import LIVE, Freshness, Paused, Record

TIMES: Final = ("deadline", "measured_at")
"""The fields of a record that move with its clock."""
IN_FLIGHT_SECONDS: Final = 0.75
"""The time that a click made before the deadline may still take to arrive."""


class Instant(NamedTuple):
    """The time at which something happens to a table, in seconds since the epoch."""

    now: float
    on_clock: float
    """The time on the table's clock, which may be paused."""
    waited: float | None = None
    """The seconds for which the table has waited for its place. None if it doesn't wait."""

    @classmethod
    def at(cls, now: float) -> "Instant":
        """Return an instant at a table whose clock runs."""
        return cls(now, now)


class Clocks:
    """The clocks of all tables. `now` gives the time in seconds since the epoch, paused or not.

    `ring` is called with the id of a session whose deadline has come. The stored deadline is what counts.
    """

    def __init__(
        self, now: Callable[[], float], agenda: Agenda, ring: Callable[[int], Awaitable[None]]
    ) -> None:
        self.now = now
        self._agenda = agenda
        self._ring = ring
        self.deadlines: dict[int, float] = {}
        """The times at which this process's clocks ring, by session id."""
        self.are_stopped = False
        self.stopped_at: float | None = None
        """The time at which all clocks were paused, if known."""
        self.paused: dict[int, Paused] = {}
        """The tables that wait, by session id."""
        self._elsewhere: dict[int, float | None] = {}
        """The tables whose clocks another process runs, with the start of each pause, or None."""

    def stop(self, since: float | None = None) -> None:
        """Pause all clocks as they were at `since`, once that's known. Moves are still accepted."""
        self.are_stopped, self.stopped_at = True, since

    def start(self) -> None:
        """Resume all clocks."""
        self.are_stopped, self.stopped_at = False, None
        self.shift(0.0)  # some may have run out meanwhile
        self._agenda.go_on()

    def arm(self, session_id: int, deadline: float | None) -> None:
        """Set the deadline at which a table's clock rings, replacing an earlier one. None removes it."""
        key = ("clock", session_id)
        if deadline is None:
            self.deadlines.pop(session_id, None)
            self._agenda.drop(key)
            return
        self.deadlines[session_id] = deadline
        left = deadline + IN_FLIGHT_SECONDS - self.now()
        self._agenda.put(key, left, partial(self._on_deadline, session_id))

    async def _on_deadline(self, session_id: int) -> None:
        if session_id in self.deadlines:
            await self._ring(session_id)

    def shift(self, seconds: float) -> None:
        """Add time that isn't counted against players."""
        for session_id, deadline in list(self.deadlines.items()):
            self.arm(session_id, deadline + seconds)
        if self.stopped_at is not None:
            self.stopped_at += seconds  # the pause moves with the deadlines
        self.paused = {
            number: msgspec.structs.replace(paused, since=paused.since + seconds)
            for number, paused in self.paused.items()
        }

    @property
    def time(self) -> float:
        """Return the time on all clocks: while they're paused, the moment they stopped."""
        return self.now() if self.stopped_at is None else self.stopped_at

    def time_at(self, session_id: int) -> float:
        """Return the time on a table's clock, which stops while the table waits."""
        at, paused = self._unpaused(session_id), self.paused.get(session_id)
        return at if paused is None else min(at, paused.since)

    def _unpaused(self, session_id: int) -> float:
        """Return the time on a table's clock as if the table didn't wait."""
        stopped_at = self._elsewhere.get(session_id, self.stopped_at)
        return self.now() if stopped_at is None else stopped_at

    def waited(self, session_id: int) -> float:
        """Return the seconds for which a table has waited, not counting those when its clock was paused."""
        return max(0.0, self._unpaused(session_id) - self.time_at(session_id))

    def adopt(self, session_id: int, fresh: Freshness, *, is_own: bool) -> None:
        """Take over the stored state of a table's clock. `is_own` says whether this process runs it."""
        if fresh.paused is None:
            self.paused.pop(session_id, None)
        else:
            self.paused[session_id] = fresh.paused
        self._elsewhere.pop(session_id, None)
        if not is_own:
            self._elsewhere[session_id] = fresh.still_since

    def take(self, session_ids: Iterable[int]) -> None:
        """Note that this process now runs the clocks of these tables."""
        for session_id in session_ids:
            self._elsewhere.pop(session_id, None)

    def leave(self, session_id: int) -> None:
        """Note that another process runs a table's clock. It counts as paused until its state is read."""
        self._elsewhere[session_id] = self.time
        self.arm(session_id, None)

    def instant(self, session_id: int) -> Instant:
        """Return the present instant at a table."""
        waited = self.waited(session_id) if session_id in self.paused else None
        return Instant(self.now(), self.time_at(session_id), waited)

    def may_run(self, session_id: int) -> bool:
        """Whether the clock of a table may run."""
        return not (self.are_stopped or session_id in self.paused or session_id in self._elsewhere)

    def has_run_out(self, record: Record, at: float) -> bool:
        """Whether the clock of a table had run out at a instant.

        A clock that has been paused since an unknown time hadn't.
        """
        if record.deadline is None or record.status not in LIVE:
            return False
        if self.are_stopped and self.stopped_at is None and record.id not in self._elsewhere:
            return False
        return record.deadline <= min(self.time_at(record.id), at)


def shift_times(record: Record, seconds: float, times: Iterable[str] = TIMES) -> Record:
    """Return the record of a live table with its `times` moved. Other records stay the same."""
    if record.status not in LIVE:
        return record
    return msgspec.structs.replace(
        record, **{name: at + seconds for name in times if (at := getattr(record, name)) is not None}
    )


def shifted(record: Record, seconds: float) -> Record:
    """Return a record as it's stored after the store has moved its times."""
    has_times = record.deadline is not None or record.measured_at is not None
    if record.status not in LIVE or not has_times:
        return record
    return msgspec.structs.replace(shift_times(record, seconds), version=record.version + 1)


class Clock(Protocol):
    """A clock. Calling it gives seconds since the epoch, which jump if it's set. `elapsed` never jumps."""

    def __call__(self) -> float:
        """Return the seconds since the epoch."""

    @property
    def elapsed(self) -> float:
        """Seconds since some instant, by the monotonic clock."""


class SteadyClock:
    """A clock of seconds since the epoch that never jumps: set by the wall clock once, then monotonic.

    It counts in milliseconds, because every digit of a stored time takes room in packed games.
    """

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._offset = wall() - monotonic()

    def __call__(self) -> float:
        return round(self._monotonic() + self._offset, 3)

    @property
    def elapsed(self) -> float:
        """Seconds since some instant, by the monotonic clock. `follow` doesn't change it."""
        return self._monotonic()

    @property
    def drift(self) -> float:
        """The seconds by which the wall clock is ahead."""
        return self._wall() - self()

    def follow(self, drift: float) -> None:
        """Correct a drift. Later jumps of the wall clock count separately."""
        self._offset += drift
