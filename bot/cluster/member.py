"""One of several processes of a bot. Its leases on shard groups decide what it may do."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import structlog

from bot.cluster.cluster import Cluster, Others
from bot.cluster.leases import LEASE_SECONDS, DatabaseTime, Leases, elapsed
from bot.cluster.throttle import Allowance
from bot.storage import groups, shown
from bot.storage.engine import Connection
from bot.storage.errors import NotHolder, StoreError
from bot.storage.groups import Group, Lease, SessionFilter
from bot.storage.pauses import VISIBLE_SECONDS, move_clocks
from bot.storage.records import Delivered, Freshness
from bot.storage.store import Store

log = structlog.get_logger(__name__)

CLAIMED_SECONDS: Final = 3600.0
"""The time for which claims are kept. Discord accepts an answer to an interaction for 15 minutes."""
IDENTIFY_SECONDS: Final = 5.5
"""The length of a shard's turn to identify. Discord asks for five seconds. The rest is for the network."""


TRUST_SECONDS: Final = 60.0
"""The time for which preferences in memory are used, although another process may have changed them."""


class Member(Cluster):
    """One of several processes that share a database, in which `name` identifies it."""

    others: Others = Others()

    def __init__(
        self,
        store: Store,
        name: str,
        *,
        lease_seconds: float = LEASE_SECONDS,
        elapsed: Callable[[], float] = elapsed,
    ) -> None:
        super().__init__(store, elapsed)
        self.name = name
        self.held = Leases(lease_seconds, elapsed)
        self.time = DatabaseTime(elapsed)
        self.try_seconds = lease_seconds / 2
        self._unshown: defaultdict[int, float] = defaultdict(float)
        """The seconds by which a group's deadlines have moved since its pages last showed them."""

    @property
    def leases(self) -> Sequence[Lease]:
        return self.held.current

    def _lease_of(self, guild_id: int) -> Lease | None:
        return next((lease for lease in self.leases if lease.has(guild_id)), None)

    async def groups(self) -> list[Group]:
        """Return all shard groups in order."""
        return await self.store.engine.read_one(groups.groups, priority=True)

    async def take(self, number: int | None = None) -> Lease | None:
        """Take a free shard group, the one with this number or (None) any. Return None if there's none."""
        asked_at, seconds = self.elapsed(), self.held.seconds
        job = partial(groups.take_group, number=number, holder=self.name, lease_seconds=seconds)
        lease = await self.store.engine.write(job, priority=True)
        if lease is not None:
            self.held.keep(lease, asked_at)
        return lease

    async def renew(self, lease: Lease) -> bool:
        """Renew a lease. Return whether it had meanwhile ended by this process's clock.

        Raises NotHolder if it has ended in the database.
        """
        asked_at = self.elapsed()
        job = partial(groups.renew, lease=lease, seconds=self.held.seconds)
        if not await self.store.engine.change(job, priority=True):
            raise NotHolder(f"the lease of shard group {lease.number} has ended")
        return self.held.prolong(lease, asked_at)

    async def give_back(self, lease: Lease) -> None:
        """End a lease, so that others may take the group at once."""
        await self.store.engine.write(partial(groups.give_back, lease=lease), priority=True)

    async def look_at_clock(self) -> bool:
        """Read the database's clock, and return whether the time is known precisely."""
        asked_at = self.elapsed()
        self.time.adopt(await self.store.engine.read_one(groups.time, priority=True), asked_at)
        return self.time.is_sure

    def owns(self, guild_id: int) -> bool:
        return self._lease_of(guild_id) is not None

    @property
    def may_send(self) -> bool:
        return self.held.may_send

    def trusts(self, read_at: float) -> bool:
        return self.elapsed() <= read_at + TRUST_SECONDS

    @property
    def does_maintenance(self) -> bool:
        return any(lease.number == 0 for lease in self.leases)

    def mark(self, guild_id: int) -> int:
        lease = self._lease_of(guild_id)
        return self.store.inherited if lease is None else lease.mark

    async def claim(self, interaction_id: int) -> bool:
        return await self.store.engine.change(partial(groups.claim, interaction_id=interaction_id))

    async def forget_seen(self, before: float) -> None:
        await super().forget_seen(before)
        await self.store.write(groups.forget_claims, CLAIMED_SECONDS)

    async def freshness(self, session_id: int) -> Freshness | None:
        return await self.store.read_one(groups.freshness, session_id)

    def _own(self) -> list[SessionFilter]:
        return [groups.of(lease) for lease in self.leases]

    async def write_delivered(self, news: Sequence[Delivered]) -> Sequence[Delivered]:
        leases = {one.guild_id: self._lease_of(one.guild_id) for one in news}
        return await self.store.write(write_own, news, leases)

    async def last_played(self) -> float | None:
        return None  # Each shard group stores its own.

    async def dms_silent_for(self, *, is_open: bool) -> float | None:
        if not self.leases:
            return None
        if is_open:
            for lease in self.leases:
                if lease.first_shard == 0:
                    await self.store.write(groups.note_dms, lease)
        return await self.store.read_one(groups.dms_silence)

    async def stop_clocks(self, seconds: float) -> None:
        for lease in self.leases:
            await self.store.write(groups.stop, lease, seconds)

    async def beat(self, now: float) -> bool:
        are_running = [
            await self.store.engine.change(partial(groups.beat, lease=lease)) for lease in self.leases
        ]
        return all(are_running)

    async def start_clocks(self, stopped_for: float, now: float) -> None:
        leases = self.leases
        if not leases:
            raise NotHolder("this process has no lease any more")
        unshown = [self._unshown[lease.number] for lease in leases]
        given = await self.store.write(resume_clocks, leases, stopped_for, unshown)
        for lease, seconds in zip(leases, given, strict=True):
            moved = self._unshown[lease.number] + seconds
            self._unshown[lease.number] = 0.0 if abs(moved) >= VISIBLE_SECONDS else moved
        log.info("deadlines_extended", seconds=[round(seconds, 1) for seconds in given])

    async def follow_clock(self, drift: float, played_at: float) -> None:
        await self.store.write(move_groups, self.leases, drift)

    async def take_turns(self, what: Allowance, number: int, interval: float, ahead: float) -> float:
        job = partial(groups.take_turns, name=what, number=number, interval=interval, ahead=ahead)
        return await self.store.engine.write_unsynced(job)

    async def identify(self, shard_id: int) -> bool:
        """Wait for a shard's turn. If the task is cancelled meanwhile, no turn is reserved for it."""
        bucket = shard_id % self.buckets
        while wait := await self._take_identify_turn(bucket):  # noqa: ASYNC110 # others take turns, too
            await asyncio.sleep(wait)
        return True

    async def _take_identify_turn(self, bucket: int) -> float:
        """Take a bucket's turn and return 0, or return the seconds to wait before the next try."""
        job = partial(groups.identify, bucket=bucket, seconds=IDENTIFY_SECONDS)
        try:
            return await self.store.engine.write_unsynced(job)
        except StoreError as error:
            log.warning("turn_not_taken", error=str(error))
            return IDENTIFY_SECONDS


def write_own(
    connection: Connection, news: Sequence[Delivered], leases: Mapping[int, Lease | None]
) -> Sequence[Delivered]:
    """Store delivery's findings, except about tables that others may show by now. `leases` are by server."""
    held = {lease for lease in set(leases.values()) if lease and groups.is_holder(connection, lease)}
    return shown.write_all(connection, [one for one in news if leases[one.guild_id] in held])


def resume_clocks(
    connection: Connection, leases: Sequence[Lease], stopped_for: float, unshown: Sequence[float]
) -> list[float]:
    """Resume the clocks of groups, extend their deadlines, and return the seconds each group had stopped.

    They stopped `stopped_for` seconds ago, unless another time is stored. Deadlines had already moved by
    `unshown` seconds without an edit of any page. All groups resume or none, because if one failed alone, the
    others would get their time back twice. Raises NotHolder.
    """
    given: list[float] = []
    for lease, before in zip(leases, unshown, strict=True):
        if stopped_for:
            groups.stop(connection, lease, stopped_for)
        given.append(seconds := groups.resume(connection, lease))
        if seconds:
            are_shown = abs(before + seconds) >= VISIBLE_SECONDS
            move_clocks(connection, seconds, groups.of(lease), are_shown=are_shown)
    return given


def move_groups(connection: Connection, leases: Sequence[Lease], drift: float) -> None:
    """Move all times of these groups by `drift`, because the database's clock was set."""
    for lease in leases:
        groups.shift(connection, lease, drift)
        move_clocks(connection, drift, groups.of(lease), are_shown=True)
