"""The keeper of a process's leases, which takes, renews and gives back shard groups."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

import structlog

from bot.cluster.member import Member
from bot.storage.errors import NotHolder, StoreError
from bot.storage.groups import Lease

log = structlog.get_logger(__name__)

RENEWALS: Final = 6
"""The number of renewals within a lease's duration."""

Every = Callable[[float, Callable[[], Awaitable[object]]], None]
"""A function that runs work at once, and then repeats it at this interval in seconds."""


class Tables(Protocol):
    """The part of the program that shows the tables of this process and runs their clocks."""

    async def work(self) -> None:
        """Follow the changes that other processes make, until cancelled."""

    async def begin(self, lease: Lease) -> None:
        """Begin to show the tables of a group and to run their clocks. Raises StoreError."""

    async def leave(self, lease: Lease) -> None:
        """Forget the tables of a group, because another process may own them."""

    def catch_up(self) -> None:
        """Schedule the work that was skipped while a lease had lapsed."""

    async def beat(self) -> None:
        """Check whether people can play, and run the clocks only if they can."""

    async def write(self) -> None:
        """Store all findings about own tables. Raises StoreError."""


class Keeper:
    """The keeper of a member's leases. `every` begins its regular work."""

    def __init__(self, member: Member, tables: Tables, every: Every) -> None:
        self._member = member
        self._tables = tables
        self._every = every
        self._working: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        """Held while a group is taken or released: its tables are forgotten before it's taken again."""

    def start(self) -> None:
        """Begin to renew leases and to follow other processes, until `close`."""
        seconds = self._member.held.seconds / RENEWALS
        self._every(seconds, partial(attempt, self.renew))
        self._every(seconds, partial(attempt, self.beat))
        self._working = asyncio.get_running_loop().create_task(self._tables.work())

    async def take(self, number: int | None = None) -> Lease | None:
        """Take a free group, the one with this number or (None) any. Return None if there's none.

        This process then shows its tables and runs their clocks. If that can't begin, it gives the group
        back. Raises StoreError.
        """
        async with self._changing:
            await self._lose_ended()
            lease = await self._member.take(number)
        if lease is None:
            return None
        log.info("group_taken", group=lease.number, fencing_token=lease.fencing_token, mark=lease.mark)
        try:
            await self._tables.begin(lease)
        except Exception:
            with suppress(StoreError):  # If this fails, others can take it when the lease ends.
                await self.give_back(lease)
            raise
        return lease

    async def give_back(self, lease: Lease) -> None:
        """Store the findings about a group, and end its lease. Raises StoreError."""
        with suppress(StoreError):  # The next holder can find out the same.
            await self._tables.write()
        async with self._changing:
            await self._forget(lease)
        await self._member.give_back(lease)
        log.info("group_given_back", group=lease.number)

    async def close(self) -> None:
        """Give back all groups."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        for lease in self._member.leases:
            with suppress(StoreError):  # If this fails, others can take it when the lease ends.
                await self.give_back(lease)

    async def renew(self) -> None:
        """Renew all leases, and forget the groups of those that have ended. Raises StoreError."""
        if self._member.held.ended:
            async with self._changing:
                await self._lose_ended()
        for lease in self._member.leases:
            try:
                has_lapsed = await self._member.renew(lease)
            except NotHolder:
                async with self._changing:
                    await self._lose(lease)
            else:
                if has_lapsed:  # Its tables weren't shown meanwhile.
                    self._tables.catch_up()

    async def beat(self) -> None:
        """Read the database's clock, and check whether people can play. Raises StoreError."""
        await self._member.look_at_clock()
        await self._tables.beat()

    async def _lose_ended(self) -> None:
        for lease in self._member.held.ended:
            await self._lose(lease)

    async def _lose(self, lease: Lease) -> None:
        if await self._forget(lease):
            log.warning("group_lost", group=lease.number, fencing_token=lease.fencing_token)

    async def _forget(self, lease: Lease) -> bool:
        """Forget a group. Return False if it wasn't known under this lease."""
        if not self._member.held.drop(lease):
            return False
        await self._tables.leave(lease)
        return True


async def attempt(do: Callable[[], Awaitable[None]]) -> bool:
    """Run work that will be repeated anyway, log its errors, and return whether it succeeded."""
    try:
        await do()
    except StoreError as error:
        log.warning("group_not_kept", error=str(error))
    except Exception:
        log.exception("group_not_kept")
    else:
        return True
    return False
