"""Availability: players get back the time of downtime, outages and changes of the machine's clock."""

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
"""The most by which the wall clock may differ from the steady one before it counts as set."""
DMS_SECONDS: Final = 20.0
"""The time since the heartbeat of the process with shard 0 after which DMs count as unavailable."""


class Availability:
    """The switch for all clocks. It stops them while players can't reach the bot, and returns the time.

    `opened` and `lost` say whether players can reach the bot through all shards of this process. Call `beat`
    every few seconds. Shard 0 must be in reach as well, through any process: it carries the DMs, and without
    them nobody can press anything on a hand.
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
        """Stop all clocks of this process, now or as of this many seconds ago."""
        if not self._clocks.are_stopped:
            self._clocks.stop(self._clock() - (ago or 0.0))

    async def beat(self) -> None:
        """Save that players can play, run the clocks only while they can, and notice when a clock was set."""
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
        """Start the clocks, and give back the time since players could last play."""
        async with self._sessions.quiesced():
            if not self._is_open:
                return
            now = self._clock()
            shift = await self._extend(partial(self._cluster.start_clocks, self._stopped_for(), now))
            self._clocks.shift(shift or 0.0)
            if self.is_open:
                self._clocks.start()
            else:  # lost again meanwhile
                self._clocks.stop(now)
        await self._after_shift(shift)

    async def _follow_clock(self) -> None:
        """Shift everything that's due along with the wall clock."""
        async with self._sessions.quiesced():
            drift, stopped_at = self._clock.drift, self._clocks.stopped_at
            played_at = self._clock() if stopped_at is None else stopped_at
            shift = await self._extend(partial(self._cluster.follow_clock, drift, played_at + drift))
            self._clocks.shift(drift)
            self._clock.follow(drift)
            self._clocks.shift(0.0)  # the timers were set before the clock was corrected
        await self._after_shift(shift)

    async def _extend(self, extend: Callable[[], Awaitable[float | None]]) -> float | None:
        """Extend all deadlines. Return the seconds by which records in memory moved. None: they didn't."""
        fault_points.reach("before-extend")
        shift = await extend()
        fault_points.reach("after-extend")
        if shift is not None:
            self._sessions.shift_records(shift)
        return shift

    async def _after_shift(self, seconds: float | None) -> None:
        """Have the tables shown. If the shift isn't known, read their deadlines from the store."""
        self._is_behind = True
        if seconds is None:
            await self._sessions.begin()
