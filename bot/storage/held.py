"""Which tables this process shows, and whose clocks it runs: all, or those of the shard groups it holds."""

import time
from collections.abc import Callable
from typing import Final

import msgspec

from bot.storage.groups import Lease

LEASE_SECONDS: Final = 30.0
TRY_SECONDS: Final = LEASE_SECONDS / 2
"""How long a request to Discord may take: none that was begun under a lease goes on beyond its end."""


def elapsed() -> float:
    """Seconds since some moment, in which the machine may have slept, as far as it can say so."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boottime is None else time.clock_gettime(boottime)


class _Term(msgspec.Struct, frozen=True):
    """A lease, and until when it is one for sure, in this process's own seconds."""

    lease: Lease
    until: float


class Held:
    """The leases of this process. Where it serves the bot alone, all tables are its own.

    A lease counts from before it was asked for. So however long a process has been asleep, it never takes
    for its own what the database has given to another.
    """

    def __init__(self, *, is_shared: bool, elapsed: Callable[[], float] = elapsed) -> None:
        self._is_shared = is_shared
        self.elapsed = elapsed
        self._held: dict[int, _Term] = {}

    def keep(self, lease: Lease, asked_at: float) -> None:
        """A lease was given that was asked for at this moment, in own seconds."""
        self._held[lease.number] = _Term(lease, asked_at + LEASE_SECONDS)

    def prolong(self, lease: Lease, asked_at: float) -> None:
        """A lease was renewed, which was asked for at this moment; it may have been dropped meanwhile."""
        if (term := self._held.get(lease.number)) is not None and term.lease == lease:
            self.keep(lease, asked_at)

    def drop(self, lease: Lease) -> bool:
        """A group is not held any more under a lease; False: it was not, or is under a newer one."""
        is_known = (term := self._held.get(lease.number)) is not None and term.lease == lease
        if is_known:
            del self._held[lease.number]
        return is_known

    @property
    def leases(self) -> list[Lease]:
        """All leases that go on."""
        now = self.elapsed()
        return [one.lease for one in self._held.values() if now < one.until]

    @property
    def ended(self) -> list[Lease]:
        """The leases that have ended and were not dropped."""
        now = self.elapsed()
        return [one.lease for one in self._held.values() if now >= one.until]

    def lease_of(self, guild_id: int) -> Lease | None:
        """The lease under which the tables of a server (0: those in DMs) are shown by this process."""
        return next((lease for lease in self.leases if lease.has(guild_id)), None)

    def has(self, guild_id: int) -> bool:
        """Whether this process shows the tables of a server, and runs their clocks."""
        return not self._is_shared or self.lease_of(guild_id) is not None

    @property
    def may_send(self) -> bool:
        """Whether this process has leases, and a request that begins now ends before any of them does."""
        latest = self.elapsed() + TRY_SECONDS
        ends = [one.until for one in self._held.values()]
        return not self._is_shared or (bool(ends) and latest <= min(ends))

    @property
    def keeps_house(self) -> bool:
        """Whether this process packs, backs up and forgets: that comes with the first group."""
        return not self._is_shared or any(lease.number == 0 for lease in self.leases)
