"""Players lose no time while the bot cannot be reached: downtime, outages, and clocks that are set."""

from typing import Final

import structlog

from bot.sessions import faultpoints
from bot.sessions.sessions import Sessions
from bot.sessions.steady import SteadyClock
from bot.storage.errors import StoreError
from bot.storage.facts import HEARTBEAT

log = structlog.get_logger(__name__)

MAX_DRIFT_SECONDS: Final = 2.0
"""How far the wall clock may run away from the steady one before it counts as set."""


class Uptime:
    """Stops all clocks while nobody can reach the bot, and gives the players back what passed meanwhile.

    `opened` and `lost` say whether people can reach it; `beat` is to be called every few seconds.
    """

    def __init__(self, sessions: Sessions, clock: SteadyClock) -> None:
        self._sessions = sessions
        self._clock = clock
        self._clocks = sessions.clocks
        self._is_open = False
        self._is_behind = False
        self._clocks.stop()

    @property
    def is_open(self) -> bool:
        """Whether people can reach the bot, as far as it was told."""
        return self._is_open

    async def opened(self) -> None:
        """People can reach the bot; clocks go on where they stood, and what was not shown is shown."""
        self._is_open = self._is_behind = True
        await self.beat()

    def lost(self) -> None:
        """People can no longer reach the bot."""
        self._is_open = False
        if not self._clocks.are_stopped:
            self._clocks.stop(self._clock())

    async def beat(self) -> None:
        """Write down that people can play, and notice when the clock was set."""
        if not self._is_open:
            return
        try:
            await self._beat()
        except StoreError as error:  # the next beat tries again
            log.warning("heartbeat_not_saved", error=str(error))

    async def _beat(self) -> None:
        if self._clocks.are_stopped:
            await self._go_on()
        if abs(self._clock.drift) > MAX_DRIFT_SECONDS:
            await self._take_over()
        else:
            await self._sessions.store.keep_note(HEARTBEAT, repr(self._clock()))
        if self._is_behind:
            await self._sessions.show_again()
            self._is_behind = False

    async def _go_on(self) -> None:
        """Forgive the time since people could last play."""
        async with self._sessions.quiesced():
            if not (self._clocks.are_stopped and self._is_open):
                return
            since, now = self._clocks.stopped_at, self._clock()
            await self._extend_deadlines(0.0 if since is None else now - since, now)
            if self.is_open:
                self._sessions.start_clocks()
            else:  # lost again meanwhile
                self._clocks.stop(now)

    async def _take_over(self) -> None:
        """The wall clock was set: everything that is due moves with it."""
        async with self._sessions.quiesced():
            drift = self._clock.drift
            await self._extend_deadlines(drift, self._clock() + drift)
            self._clock.follow(drift)
            self._sessions.timers.shift(0)  # they were set by the clock as it was before
            self._is_behind = True

    async def _extend_deadlines(self, seconds: float, now: float) -> None:
        log.info("deadlines_extended", seconds=round(seconds, 1))
        faultpoints.fault("before-extend")
        await self._sessions.extend_deadlines(seconds, (HEARTBEAT, repr(now)))
        faultpoints.fault("after-extend")
