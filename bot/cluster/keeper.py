"""Keeps the leases of a process: takes, renews and gives back shard groups."""

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
"""How often a lease is renewed in its time."""

Every = Callable[[float, Callable[[], Awaitable[object]]], None]
"""Does something at once, and then repeats it at this interval in seconds."""


class Tables(Protocol):
    """Whatever works on the tables of this process."""

    async def work(self) -> None:
        """Look again and again for what other processes have done, until cancelled."""

    async def begin(self, lease: Lease) -> None:
        """Begin to work on the tables of a group. Raises StoreError."""

    async def leave(self, lease: Lease) -> None:
        """Forget the tables of a group: another process may work on them."""

    def catch_up(self) -> None:
        """Do soon what was left alone while no lease was known."""

    async def beat(self) -> None:
        """See whether people can play, and let the clocks run exactly then."""

    async def write(self) -> None:
        """Store everything known of own tables. Raises StoreError."""


class Keeper:
    """Keeps what a member takes. `every` begins regular work."""

    def __init__(self, member: Member, tables: Tables, every: Every) -> None:
        self._member = member
        self._tables = tables
        self._every = every
        self._working: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        """Held while a group is taken or released: nothing known of it survives until it's taken again."""

    def start(self) -> None:
        """Begin to renew leases, until `close`."""
        seconds = self._member.held.seconds / RENEWALS
        self._every(seconds, partial(tried, self.keep))
        self._every(seconds, partial(tried, self.beat))
        self._working = asyncio.get_running_loop().create_task(self._tables.work())

    async def take(self, number: int | None = None) -> Lease | None:
        """Take a group that nobody holds, or (None) any. Return None if there's none. Raises StoreError.

        From then on its tables are shown and its deadlines ring here. A group is given back if that can't
        begin.
        """
        async with self._changing:
            await self._lose_what_has_ended()
            lease = await self._member.take(number)
        if lease is None:
            return None
        log.info("group_taken", group=lease.number, fencing_token=lease.fencing_token, mark=lease.mark)
        try:
            await self._tables.begin(lease)
        except Exception:
            with suppress(StoreError):  # otherwise others have it when the lease ends
                await self.give_back(lease)
            raise
        return lease

    async def give_back(self, lease: Lease) -> None:
        """Let another process have a group, after storing what's known of it. Raises StoreError."""
        with suppress(StoreError):  # then the next holder finds it out again
            await self._tables.write()
        async with self._changing:
            await self._let_go(lease)
        await self._member.give_back(lease)
        log.info("group_given_back", group=lease.number)

    async def close(self) -> None:
        """Give back all groups."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        for lease in self._member.leases:
            with suppress(StoreError):  # otherwise others have it when the lease ends
                await self.give_back(lease)

    async def keep(self) -> None:
        """Renew all leases, and let go of those that have ended. Raises StoreError."""
        if self._member.held.ended:
            async with self._changing:
                await self._lose_what_has_ended()
        for lease in self._member.leases:
            try:
                has_lapsed = await self._member.renew(lease)
            except NotHolder:
                async with self._changing:
                    await self._lose(lease)
            else:
                if has_lapsed:  # meanwhile its tables were left alone
                    self._tables.catch_up()

    async def beat(self) -> None:
        """Follow the database's clock, and see whether people can play. Raises StoreError."""
        await self._member.look_at_clock()
        await self._tables.beat()

    async def _lose_what_has_ended(self) -> None:
        for lease in self._member.held.ended:
            await self._lose(lease)

    async def _lose(self, lease: Lease) -> None:
        if await self._let_go(lease):
            log.warning("group_lost", group=lease.number, fencing_token=lease.fencing_token)

    async def _let_go(self, lease: Lease) -> bool:
        """Forget a group. Return False if it wasn't known under this lease."""
        if not self._member.held.drop(lease):
            return False
        await self._tables.leave(lease)
        return True


async def tried(do: Callable[[], Awaitable[None]]) -> bool:
    """Do something that will be done again whatever happens, and return whether it worked."""
    try:
        await do()
    except StoreError as error:
        log.warning("group_not_kept", error=str(error))
    except Exception:
        log.exception("group_not_kept")
    else:
        return True
    return False
