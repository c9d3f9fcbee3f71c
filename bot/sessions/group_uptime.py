"""Players lose no time while a shard group is without a process, or its process without Discord."""

from typing import Final

import structlog

from bot.sessions.sessions import Sessions
from bot.sessions.steady import SteadyClock
from bot.sessions.uptime import MAX_DRIFT_SECONDS
from bot.storage.errors import StoreError
from bot.storage.groups import Lease

log = structlog.get_logger(__name__)

DMS_SECONDS: Final = 20.0
"""How long after the last word of the process with shard 0 direct messages count as reaching nobody."""


class GroupUptime:
    """The clocks of the tables of this process's groups: as `Uptime`, with what is known in the database.

    They run while people can reach this process by all shards of its groups, and some process by shard 0:
    without that nobody can press anything on a hand. `beat` is to be called every few seconds.
    """

    def __init__(self, sessions: Sessions, clock: SteadyClock) -> None:
        self._sessions = sessions
        self._store = sessions.store
        self._clock = clock
        self._clocks = sessions.clocks
        self._is_open = False
        self.hears_dms: bool | None = None
        """Whether shard 0 is connected to this process; None: as all its shards are."""
        self._clocks.stop()

    @property
    def is_open(self) -> bool:
        """Whether people can reach the shards of this process's groups, as far as it was told."""
        return self._is_open

    async def opened(self) -> None:
        """People can reach the shards of this process's groups."""
        self._is_open = True
        await self.beat()

    def lost(self) -> None:
        """People can no longer reach one of them; the next beat stores that."""
        self._is_open = False
        self.stop()

    def stop(self, ago: float | None = None) -> None:
        """Let all clocks of this process stand still from now on, or as they stood so many seconds ago."""
        if not self._clocks.are_stopped:
            self._clocks.stop(self._clock() - (ago or 0.0))

    async def beat(self) -> None:
        """Store whether people can play now, and let the clocks run exactly while they can."""
        try:
            await self._beat(self._store.held.leases)
        except StoreError as error:  # the next beat tries again
            log.warning("heartbeat_not_saved", error=str(error))

    async def _beat(self, leases: list[Lease]) -> None:
        if not leases:
            self.stop()
            return
        if self._is_open if self.hears_dms is None else self.hears_dms:
            await self._store.hear_dms()
        silence = await self._store.silence_of_dms()
        if not self._is_open or silence is None or silence > DMS_SECONDS:
            self.stop(silence if self._is_open else None)
            await self._stand_still(leases)
            return
        if abs(self._clock.drift) > MAX_DRIFT_SECONDS:
            await self._take_over(leases)
        are_running = [await self._store.beat(lease) for lease in leases]
        if self._clocks.are_stopped or not all(are_running):
            await self._go_on(leases)

    async def _stand_still(self, leases: list[Lease]) -> None:
        self.stop()
        for lease in leases:
            await self._store.stop_clocks(lease, self._stopped_for())

    def _stopped_for(self) -> float:
        since = self._clocks.stopped_at
        return 0.0 if since is None else max(0.0, self._clock() - since)

    async def _go_on(self, leases: list[Lease]) -> None:
        """Give the players of all groups back what has passed since they could last play."""
        async with self._sessions.quiesced():
            if self._clocks.stopped_at is not None:  # perhaps that could not be stored
                await self._stand_still(leases)
            given = [await self._store.go_on(lease) for lease in leases]
            log.info("deadlines_extended", seconds=[round(seconds, 1) for seconds in given])
            if self._is_open:
                self._sessions.start_clocks()
        await self._sessions.begin()
        await self._sessions.show_again()

    async def _take_over(self, leases: list[Lease]) -> None:
        """The database's clock was set: everything that is due moves with it."""
        async with self._sessions.quiesced():
            drift = self._clock.drift
            for lease in leases:
                await self._store.shift(lease, drift)
            self._clock.follow(drift)
        await self._sessions.begin()
