"""Players lose no time while the bot can't be reached: during downtime, outages, and when a clock is set."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog

from bot.sessions import fault_points
from bot.sessions.clocks import SteadyClock
from bot.sessions.sessions import Sessions
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

MAX_DRIFT_SECONDS: Final = 2.0
"""How far the wall clock may run away from the steady one before it counts as set."""
DMS_SECONDS: Final = 20.0
"""How long after the last word of the process with shard 0 direct messages count as reaching nobody."""


class Availability:
    """Stops all clocks while players can't reach the bot, and gives them back the time that passed.

    `opened` and `lost` tell it whether players can reach the bot, by all shards of this process. Call `beat`
    every few seconds. Some process has to be in reach by shard 0, too: without direct messages nobody can
    press anything on a hand.
    """

    def __init__(self, sessions: Sessions, clock: SteadyClock) -> None:
        self._sessions = sessions
        self._cluster = sessions.cluster
        self._clock = clock
        self._clocks = sessions.clocks
        self._turn = asyncio.Lock()
        self._is_open = False
        self._is_behind = False
        self._clocks.stop()

    @property
    def is_open(self) -> bool:
        """Whether players can reach the bot, as far as it was told."""
        return self._is_open

    async def opened(self) -> None:
        """Let the clocks go on, and show what couldn't be shown, because players can reach the bot."""
        self._is_open = self._is_behind = True
        await self.beat()

    def lost(self) -> None:
        """Stop the clocks, because players can't reach the bot any more."""
        self._is_open = False
        self.stop()

    def stop(self, ago: float | None = None) -> None:
        """Stop all clocks of this process now, or at their time this many seconds ago."""
        if not self._clocks.are_stopped:
            self._clocks.stop(self._clock() - (ago or 0.0))

    async def beat(self) -> None:
        """Note that players can play, let the clocks run exactly then, and notice when the clock was set."""
        try:
            async with self._turn:
                await self._beat()
        except StoreError as error:  # the next beat tries again
            log.warning("heartbeat_not_saved", error=str(error))

    async def _beat(self) -> None:
        silent_for = await self._cluster.dms_silent_for(is_open=self.is_open)
        if not self.is_open or silent_for is None or silent_for > DMS_SECONDS:
            self.stop(silent_for if self.is_open else None)
            await self._cluster.stop_clocks(self._stopped_for())
            return
        if abs(self._clock.drift) > MAX_DRIFT_SECONDS:
            await self._follow_clock()
        if self._clocks.are_stopped or not await self._cluster.beat(self._clock()):
            await self._go_on()
        if self._is_behind:
            await self._sessions.show_again()
            self._is_behind = False

    def _stopped_for(self) -> float:
        """Return the seconds since the clocks stopped. Negative where the wall clock was set back since."""
        since = self._clocks.stopped_at
        return 0.0 if since is None else self._clock() - since

    async def _go_on(self) -> None:
        """Give back the time since players could last play."""
        async with self._sessions.quiesced():
            if not self._is_open:
                return
            now = self._clock()
            moved = await self._extended(partial(self._cluster.start_clocks, self._stopped_for(), now))
            self._clocks.shift(moved or 0.0)
            if self.is_open:
                self._clocks.start()
            else:  # lost again meanwhile
                self._clocks.stop(now)
        await self._moved(moved)

    async def _follow_clock(self) -> None:
        """Move everything due along with the wall clock."""
        async with self._sessions.quiesced():
            drift, stopped_at = self._clock.drift, self._clocks.stopped_at
            played_at = self._clock() if stopped_at is None else stopped_at
            moved = await self._extended(partial(self._cluster.follow_clock, drift, played_at + drift))
            self._clocks.shift(drift)
            self._clock.follow(drift)
            self._clocks.shift(0.0)  # they were set by the clock as it was before
        await self._moved(moved)

    async def _extended(self, extend: Callable[[], Awaitable[float | None]]) -> float | None:
        """Move all deadlines, and return by how many seconds records in memory moved. None: they didn't."""
        fault_points.reach("before-extend")
        moved = await extend()
        fault_points.reach("after-extend")
        if moved is not None:
            self._sessions.shift_records(moved)
        return moved

    async def _moved(self, seconds: float | None) -> None:
        """Show what has moved, after reading it again if it isn't known."""
        self._is_behind = True
        if seconds is None:
            await self._sessions.begin()
