"""The leases of a process, counted in its own seconds, and the time by the clock of the database."""

import time
from collections.abc import Callable
from math import inf
from typing import Final

import msgspec

from bot.storage.groups import Lease

LEASE_SECONDS: Final = 30.0

UNSURE_SECONDS: Final = 1.0
"""An answer that took longer doesn't tell the time well enough."""


def elapsed() -> float:
    """Return seconds since some moment, including those in which the machine slept, if it can tell."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boottime is None else time.clock_gettime(boottime)


class _Term(msgspec.Struct, frozen=True):
    """A lease, and until when it surely goes on, in own seconds."""

    lease: Lease
    until: float


class Leases:
    """The leases of this process, each for a number of seconds.

    A lease counts from before it was asked for. So however long a process has slept, it never believes that
    it owns what the database has given to another one.
    """

    def __init__(self, seconds: float, elapsed: Callable[[], float]) -> None:
        self.seconds = seconds
        self._elapsed = elapsed
        self._terms: dict[int, _Term] = {}

    def keep(self, lease: Lease, asked_at: float) -> None:
        """Keep a lease that was asked for at this moment, in own seconds."""
        self._terms[lease.number] = _Term(lease, asked_at + self.seconds)

    def prolong(self, lease: Lease, asked_at: float) -> bool:
        """Let a lease go on unless it was dropped meanwhile, and return whether it had ended before."""
        has_lapsed = lease in self.ended
        if has_lapsed or lease in self.current:
            self.keep(lease, asked_at)
        return has_lapsed

    def drop(self, lease: Lease) -> bool:
        """Drop a lease. Return False if it wasn't held, or is replaced by a newer one for its group."""
        is_known = (term := self._terms.get(lease.number)) is not None and term.lease == lease
        if is_known:
            del self._terms[lease.number]
        return is_known

    @property
    def current(self) -> list[Lease]:
        """All leases that go on."""
        now = self._elapsed()
        return [one.lease for one in self._terms.values() if now < one.until]

    @property
    def ended(self) -> list[Lease]:
        """The leases that have ended and weren't dropped."""
        now = self._elapsed()
        return [one.lease for one in self._terms.values() if now >= one.until]

    @property
    def may_send(self) -> bool:
        """Whether there are leases, and each of them goes on for at least half of its time."""
        latest = self._elapsed() + self.seconds / 2
        return bool(self._terms) and all(latest <= one.until for one in self._terms.values())


class DatabaseTime:
    """Seconds since the epoch by the clock of a database that several machines share, as it was last seen."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self.elapsed = monotonic
        self._ahead = 0.0
        self._unsure = inf
        """How many seconds the best answer so far has taken."""

    @property
    def is_sure(self) -> bool:
        """Whether an answer came quickly enough to tell the time well."""
        return self._unsure < UNSURE_SECONDS

    def see(self, time: float, asked_at: float) -> None:
        """Follow what the database's clock said when asked at that moment of the monotonic clock.

        A slow answer is better than none, but not better than a quicker one before.
        """
        now = self.elapsed()
        if now - asked_at < max(UNSURE_SECONDS, self._unsure):
            self._unsure = min(self._unsure, now - asked_at)
            self._ahead = time - (asked_at + now) / 2

    def __call__(self) -> float:
        return self.elapsed() + self._ahead
