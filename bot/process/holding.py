"""The shard group that this process holds: taken, renewed, lost, and handed over to the next one."""

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import structlog

from bot.storage import groups
from bot.storage.errors import StoreError
from bot.storage.groups import Group, Lease
from bot.storage.store import Store

log = structlog.get_logger(__name__)

LEASE_SECONDS: Final = 30.0
RENEW_SECONDS: Final = 5.0
LOOK_SECONDS: Final = 1.0
"""How often somebody looks whether a group is free, or a lease can be had again."""

Sleep = Callable[[float], Awaitable[object]]


def since_boot() -> float:
    """Seconds of a clock that nobody sets, and that goes on while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


async def _nothing(_lease: Lease) -> None:
    """Nobody needs to know."""


class Holding:
    """The lease of this process, by its own clock: it counts from when a renewal was sent."""

    def __init__(
        self, store: Store, *, clock: Callable[[], float] = since_boot, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._engine = store.engine
        self._held = store.held
        self._clock = clock
        self._sleep = sleep
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"
        """Who holds what this process holds."""
        self.lease: Lease | None = None
        """None: this process holds nothing now."""
        self._ends_at = 0.0
        self._given_up_at = 0.0
        self.seen: Sequence[Group] = ()
        """All shard groups, as they were when somebody last looked."""
        self.seen_at: float | None = None
        """When that was, in seconds since the epoch."""
        self.taken: Callable[[Lease], Awaitable[None]] = _nothing
        """Told when a lease that was lost is there again."""
        self.lost: Callable[[Lease], Awaitable[None]] = _nothing
        """Told when the lease is gone: what belongs to the group is no longer this process's to show."""

    async def look(self) -> Sequence[Group]:
        """All shard groups, in order; raises StoreError."""
        self.seen, self.seen_at = await self._engine.read(groups.groups), time.time()
        return self.seen

    async def take_free(self, number: int | None = None) -> Lease | None:
        """Take a group if one is free, the one with this number or any; raises StoreError.

        To look costs the database less than to try.
        """
        if any(not group.is_held and number in (None, group.number) for group in await self.look()):
            return await self._take(number)
        return None

    async def _take(self, number: int | None) -> Lease | None:
        asked_at = self._clock()
        take = partial(groups.take_group, number=number, holder=self.name, lease_seconds=LEASE_SECONDS)
        lease = await self._engine.write(take)
        if lease is not None:
            self._hold(lease, asked_at)
            log.info("group_taken", group=lease.number, first_shard=lease.first_shard, shards=lease.shards)
        return lease

    def _hold(self, lease: Lease, since: float) -> None:
        self.lease, self._ends_at = lease, since + LEASE_SECONDS
        self._held.leases = {lease.number: lease}

    async def keep(self) -> None:
        """Renew the lease, and take it again where it was lost, until another process has taken over."""
        lease = self.lease
        while lease is not None:
            await self._renew_while_held()
            self._let_go()
            log.warning("group_lost", group=lease.number)
            await self.lost(lease)
            lease = await self._taken_again(lease.number)
            if lease is not None:
                await self.taken(lease)

    async def _renew_while_held(self) -> None:
        """Renew every few seconds, until the lease has ended or another one has it."""
        pause = RENEW_SECONDS
        while self.lease is not None:
            await self._sleep(min(pause, max(0.0, self._ends_at - self._clock())))
            asked_at = self._clock()
            if self.lease is None or asked_at >= self._ends_at:
                return
            try:
                renewed = await self._engine.write(
                    partial(groups.renew, lease=self.lease, seconds=LEASE_SECONDS)
                )
                await self.look()
            except StoreError as error:
                log.warning("lease_not_renewed", error=str(error))
                pause = LOOK_SECONDS
                continue
            if not renewed:
                return
            self._ends_at, pause = asked_at + LEASE_SECONDS, RENEW_SECONDS

    async def _taken_again(self, number: int) -> Lease | None:
        """Try to hold the group again; None when another process has taken over, and its people can play."""
        while True:
            await self._sleep(LOOK_SECONDS)
            try:
                if (lease := await self.take_free(number)) is not None:
                    return lease
                if await self.has_successor(number):
                    return None
            except StoreError as error:
                log.warning("group_not_taken", error=str(error))

    def _let_go(self) -> None:
        self.lease, self._given_up_at = None, self._clock()
        self._held.leases = {}

    async def has_successor(self, number: int) -> bool:
        """Whether people of a group have been able to play with another process since this one let go of it.

        Raises StoreError.
        """
        group = await self._group(number)
        return (
            group.is_held
            and group.holder != self.name
            and group.alive is not None
            and group.alive < self._clock() - self._given_up_at
        )

    async def is_taken(self, number: int) -> bool:
        """Whether any process holds a group; raises StoreError."""
        return (await self._group(number)).is_held

    async def _group(self, number: int) -> Group:
        [group] = [group for group in await self.look() if group.number == number]
        return group

    async def give_back(self) -> int | None:
        """Let others have the group at once; gives its number, if there was one."""
        lease = self.lease
        if lease is None:
            return None
        self._let_go()
        await self.lost(lease)
        try:
            await self._engine.write(partial(groups.give_back, lease=lease))
        except StoreError as error:  # then others have it when the lease ends
            log.warning("group_not_given_back", error=str(error))
        log.info("group_given_back", group=lease.number)
        return lease.number
