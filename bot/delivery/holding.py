"""Holds shard groups: keeps their leases, and looks for what other processes have done at their tables."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

import structlog

from bot.delivery.publisher import Publisher
from bot.sessions.availability import GroupAvailability
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.steady import DatabaseTime
from bot.storage import rows, shown
from bot.storage.errors import StoreError
from bot.storage.groups import Lease
from bot.storage.held import LEASE_SECONDS

log = structlog.get_logger(__name__)

RENEW_SECONDS: Final = 5.0
TABLES_SECONDS: Final = 1.0
"""How often it is looked for tables with something to show, even if nobody has let us know of any."""
TOGETHER_SECONDS: Final = 0.05
"""Hints that come in a row are answered by one look."""
DEADLINES_SECONDS: Final = 5.0
NEAR_SECONDS: Final = 15.0
"""Deadlines that are nearer than this are kept in memory."""


class Holding:
    """The groups of this process, which is called `name` in the database."""

    def __init__(
        self,
        sessions: Sessions,
        publisher: Publisher,
        availability: GroupAvailability,
        *,
        name: str,
        time: DatabaseTime,
    ) -> None:
        self.name = name
        self._sessions = sessions
        self._publisher = publisher
        self._availability = availability
        self._store = sessions.store
        self._held = sessions.store.held
        self._time = time
        self._tasks: list[asyncio.Task[None]] = []
        self._hint = asyncio.Event()
        self._changing = asyncio.Lock()
        """Held while a group is taken or let go of: what was known of it ends before it is taken again."""
        self._has_lapsed = False
        """Whether a lease had ended before its renewal was known: meanwhile its tables were left alone."""
        self._catching_up: asyncio.Task[None] | None = None
        self._seen: dict[int, int] = {}
        """The versions at which tables were seen that still have something to show."""

    def start(self) -> None:
        """Keep what is taken, until `close`."""
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._every(RENEW_SECONDS, self.keep)),
            loop.create_task(self._every(RENEW_SECONDS, self.beat)),
            loop.create_task(self._every(DEADLINES_SECONDS, self.look_at_deadlines)),
            loop.create_task(self._follow()),
            loop.create_task(self._store.engine.listen(self._hint.set)),
        ]

    async def take(self, number: int | None = None) -> Lease | None:
        """Take a group that nobody holds, or (None) any; None when there is none. Raises StoreError.

        What its tables had to show is shown from here, and what is due there rings here. A group for which
        that cannot be prepared is not kept.
        """
        async with self._changing:
            await self._lose_what_has_ended()
            asked_at = self._held.elapsed()
            lease = await self._store.take(number, self.name, LEASE_SECONDS)
            if lease is None:
                return None
            self._held.keep(lease, asked_at)
        log.info("group_taken", group=lease.number, fence=lease.fence, mark=lease.mark)
        try:
            await self._begin(lease)
        except Exception:
            with suppress(StoreError):  # then the lease ends by itself
                await self.give_back(lease)
            raise
        return lease

    async def _begin(self, lease: Lease) -> None:
        self._sessions.take(lease)
        await self._availability.beat()
        await self._go_on()

    async def _go_on(self) -> None:
        """Do at own tables what nobody has done so far."""
        await self._sessions.begin()
        await self._publisher.start()
        await self._sessions.show_again()

    async def give_back(self, lease: Lease) -> None:
        """Let another process have a group; what is known of it is stored first. Raises StoreError."""
        with suppress(StoreError):  # then the next holder finds it out again
            await self._publisher.write()
        async with self._changing:
            await self._let_go(lease)
        await self._store.give_back(lease)
        log.info("group_given_back", group=lease.number)

    async def close(self) -> None:
        """Give back all groups, and keep nothing from now on."""
        tasks = [task for task in (*self._tasks, self._catching_up) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for lease in self._held.leases:
            with suppress(StoreError):  # then the lease ends by itself
                await self.give_back(lease)

    async def keep(self) -> None:
        """Renew all leases, and let go of those that have ended."""
        if self._held.ended:
            async with self._changing:
                await self._lose_what_has_ended()
        for lease in self._held.leases:
            asked_at = self._held.elapsed()
            if await self._store.renew(lease, LEASE_SECONDS):
                self._has_lapsed = self._has_lapsed or lease in self._held.ended
                self._held.prolong(lease, asked_at)
            else:
                async with self._changing:
                    await self._lose(lease)
        if self._has_lapsed and (self._catching_up is None or self._catching_up.done()):
            self._catching_up = asyncio.get_running_loop().create_task(self._try(self._catch_up))

    async def _catch_up(self) -> None:
        """Do what was left alone, beside the next renewals; where that fails, with one of them once more."""
        self._has_lapsed = False
        try:
            await self._go_on()
        except BaseException:
            self._has_lapsed = True
            raise

    async def beat(self) -> None:
        """Follow the database's clock, and see whether people can play; may wait for what is under way."""
        before = self._time.elapsed()
        self._time.see(await self._store.time(), before)
        await self._availability.beat()

    async def _lose_what_has_ended(self) -> None:
        for lease in self._held.ended:
            await self._lose(lease)

    async def _lose(self, lease: Lease) -> None:
        if await self._let_go(lease):
            log.warning("group_lost", group=lease.number, fence=lease.fence)

    async def _let_go(self, lease: Lease) -> bool:
        """Know nothing more of a group; False: nothing was known under this lease."""
        if not self._held.drop(lease):
            return False
        if not self._held.leases:
            self._availability.stop()
        self._sessions.leave(lease)
        await self._publisher.drop(lease)
        return True

    async def look_at_deadlines(self) -> None:
        """Keep in memory when the clocks of own tables run out, where that is soon."""
        until = self._sessions.clock() + NEAR_SECONDS
        for session_id, deadline in await self._store.read_each(rows.deadlines_before, until):
            self._sessions.clocks.arm(session_id, deadline)

    async def look_at_tables(self) -> None:
        """Show what has been stored to be shown at own tables, and let their computers and clocks go on."""
        due = await self._store.read_each(shown.due, self._sessions.clock())
        self._seen = {number: self._seen[number] for number, _ in due if number in self._seen}
        for session_id, version in due:
            if self._seen.get(session_id, 0) < version:
                await self._sessions.each((session_id,), partial(self._look_at_table, version))
                self._seen[session_id] = version  # not where the database has failed

    def _look_at_table(self, version: int, session: Session) -> None:
        self._publisher.look(session, version)
        self._sessions.see(session)

    async def _follow(self) -> None:
        """Look for tables when somebody says so, and else every second."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(TABLES_SECONDS):
                    await self._hint.wait()
            self._hint.clear()
            await self._try(self.look_at_tables)
            await asyncio.sleep(TOGETHER_SECONDS)

    async def _every(self, seconds: float, do: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self._try(do)
            await asyncio.sleep(seconds)

    async def _try(self, do: Callable[[], Awaitable[None]]) -> None:
        """Do something that will be done again, whatever becomes of it now."""
        try:
            await do()
        except StoreError as error:
            log.warning("group_not_kept", error=str(error))
        except Exception:
            log.exception("group_not_kept")
