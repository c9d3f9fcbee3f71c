"""The leases of a process, timed by its own steady clock, and the time by the database's clock."""

import time
from collections.abc import Callable
from math import inf
from typing import Final

import msgspec

from bot.storage.groups import Lease

LEASE_SECONDS: Final = 30.0

UNSURE_SECONDS: Final = 1.0
"""A slower answer doesn't give the time precisely enough."""


def elapsed() -> float:
    """Return the seconds since a fixed moment. They include the machine's sleep if the system counts it."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boottime is None else time.clock_gettime(boottime)


class _Term(msgspec.Struct, frozen=True):
    """A lease, and the time until which it surely lasts, by `elapsed`."""

    lease: Lease
    until: float


class Leases:
    """The leases of this process, each of which lasts `seconds`.

    A lease counts from the moment before the request for it. So even a process that has slept never believes
    that it holds a group that the database has given to another one.
    """

    def __init__(self, seconds: float, elapsed: Callable[[], float]) -> None:
        self.seconds = seconds
        self._elapsed = elapsed
        self._terms: dict[int, _Term] = {}

    def keep(self, lease: Lease, asked_at: float) -> None:
        """Keep a lease that was requested at this time, by `elapsed`."""
        self._terms[lease.number] = _Term(lease, asked_at + self.seconds)

    def prolong(self, lease: Lease, asked_at: float) -> bool:
        """Extend a lease unless it was dropped meanwhile, and return whether it had ended before."""
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
        """The leases that haven't ended."""
        now = self._elapsed()
        return [one.lease for one in self._terms.values() if now < one.until]

    @property
    def ended(self) -> list[Lease]:
        """The leases that have ended and weren't dropped."""
        now = self._elapsed()
        return [one.lease for one in self._terms.values() if now >= one.until]

    @property
    def may_send(self) -> bool:
        """Whether there are leases, and each still lasts for at least half of its duration."""
        latest = self._elapsed() + self.seconds / 2
        return bool(self._terms) and all(latest <= one.until for one in self._terms.values())


class DatabaseTime:
    """The time by the clock of a shared database, in seconds since the epoch, estimated from its answers."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self.elapsed = monotonic
        self._ahead = 0.0
        self._unsure = inf
        """The seconds that the fastest answer so far has taken."""

    @property
    def is_sure(self) -> bool:
        """Whether an answer came quickly enough to give the time precisely."""
        return self._unsure < UNSURE_SECONDS

    def adopt(self, time: float, asked_at: float) -> None:
        """Adopt an answer of the database's clock that was requested at this time, by `elapsed`.

        A slow answer is better than none, but doesn't replace a quicker one.
        """
        now = self.elapsed()
        if now - asked_at < max(UNSURE_SECONDS, self._unsure):
            self._unsure = min(self._unsure, now - asked_at)
            self._ahead = time - (asked_at + now) / 2

    def __call__(self) -> float:
        return self.elapsed() + self._ahead
