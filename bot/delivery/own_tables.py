"""The tables of this process's shard groups, and what other processes have done there."""

import asyncio
from functools import partial
from typing import Final

from bot.cluster.keeper import attempt
from bot.delivery.publisher import Publisher
from bot.sessions.availability import Availability
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import queries, shown
from bot.storage.groups import Lease

TABLES_SECONDS: Final = 1.0
"""The time between searches for tables with something to show, without hints from other processes."""
DEBOUNCE_SECONDS: Final = 0.05
"""The least time between two searches that hints cause: hints in a row share one."""
DEADLINES_SECONDS: Final = 5.0
NEAR_SECONDS: Final = 15.0
"""The time before a deadline at which its clock is armed in memory."""
AGAIN_SECONDS: Final = 5.0
LOOK: Final = ("own tables",)
CATCH_UP: Final = ("catch up",)


class OwnTables:
    """The tables of this process's shard groups: it shows those it takes, and forgets those it loses."""

    def __init__(self, sessions: Sessions, publisher: Publisher, availability: Availability) -> None:
        self._sessions = sessions
        self._cluster = sessions.cluster
        self._publisher = publisher
        self._availability = availability
        self.beat, self.write = availability.beat, publisher.write
        self._looked_at = 0.0
        self._versions: dict[int, int] = {}
        """The last versions seen of tables that still have something to show."""

    async def work(self) -> None:
        """Look for due tables and deadlines, and listen to hints of other processes, until cancelled."""
        self._sessions.agenda.every(DEADLINES_SECONDS, partial(attempt, self.look_at_deadlines))
        self._sessions.agenda.put(LOOK, 0.0, self._look)
        await self._sessions.store.engine.listen(self._on_hint)

    async def begin(self, lease: Lease) -> None:
        """Run the clocks of a group, and catch up on everything due there. Raises StoreError."""
        self._sessions.take(lease)
        await self.beat()
        await self._go_on()

    async def leave(self, lease: Lease) -> None:
        """Forget the tables of a group, and stop the clocks if that was the last one."""
        if not self._cluster.leases:
            self._availability.stop()
        self._sessions.leave(lease)
        await self._publisher.drop(lease)

    async def _go_on(self) -> None:
        await self._sessions.begin()
        await self._publisher.start()
        await self._sessions.show_again()

    def catch_up(self) -> None:
        """Catch up soon on what was left undone while no lease was known."""
        self._sessions.agenda.put(CATCH_UP, 0.0, self._catch_up)

    async def _catch_up(self) -> float | None:
        return None if await attempt(self._go_on) else AGAIN_SECONDS

    async def look_at_deadlines(self) -> None:
        """Arm the clocks of own tables that run out soon. Raises StoreError."""
        until = self._sessions.clock() + NEAR_SECONDS
        for session_id, deadline in await self._cluster.read_own(queries.deadlines_before, until):
            self._sessions.clocks.arm(session_id, deadline)

    async def look_at_tables(self) -> None:
        """Show own tables that have news, and let their computers and clocks go on. Raises StoreError."""
        due = await self._cluster.read_own(shown.due, self._sessions.clock())
        self._versions = {number: self._versions[number] for number, _ in due if number in self._versions}
        for session_id, version in due:
            if self._versions.get(session_id, 0) < version:
                await self._sessions.each((session_id,), partial(self._look_at_table, version))
                self._versions[session_id] = version  # not reached if the database has failed

    def _look_at_table(self, version: int, session: Session) -> None:
        self._publisher.look(session, version)
        self._sessions.see(session)

    async def _look(self) -> float:
        await attempt(self.look_at_tables)
        self._looked_at = asyncio.get_running_loop().time()
        return TABLES_SECONDS

    def _on_hint(self) -> None:
        wait = self._looked_at + DEBOUNCE_SECONDS - asyncio.get_running_loop().time()
        self._sessions.agenda.put_sooner(LOOK, wait, self._look)
