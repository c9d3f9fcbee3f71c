"""Players lose no time while the bot can't be reached: during downtime, outages, and when a clock is set."""

from typing import Final

import structlog

from bot.sessions import faultpoints
from bot.sessions.sessions import Sessions
from bot.sessions.steady import SteadyClock
from bot.storage import facts, groups
from bot.storage.errors import StoreError
from bot.storage.facts import HEARTBEAT
from bot.storage.groups import Lease
from bot.storage.shared import move_clocks

log = structlog.get_logger(__name__)

MAX_DRIFT_SECONDS: Final = 2.0
"""How far the wall clock may run away from the steady one before it counts as set."""
DMS_SECONDS: Final = 20.0
"""How long after the last word of the process with shard 0 direct messages count as reaching nobody."""


class Availability:
    """Stops all clocks while players can't reach the bot, and gives them back the time that passed.

    `opened` and `lost` tell it whether players can reach the bot. Call `beat` every few seconds.
    """

    def __init__(self, sessions: Sessions, clock: SteadyClock) -> None:
        self._sessions = sessions
        self._store = sessions.store
        self._clock = clock
        self._clocks = sessions.clocks
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
        """Stop all clocks of this process now, or at their time so many seconds ago."""
        if not self._clocks.are_stopped:
            self._clocks.stop(self._clock() - (ago or 0.0))

    async def beat(self) -> None:
        """Note that players can play, let the clocks run exactly then, and notice when the clock was set."""
        try:
            await self._beat()
        except StoreError as error:  # the next beat tries again
            log.warning("heartbeat_not_saved", error=str(error))

    async def _beat(self) -> None:
        if not self.is_open:
            return
        if self._clocks.are_stopped:
            await self._go_on()
        if self._is_set:
            await self._follow_clock()
        else:
            await self._store.write(facts.keep_note, HEARTBEAT, repr(self._clock()))
        if self._is_behind:
            await self._sessions.show_again()
            self._is_behind = False

    @property
    def _is_set(self) -> bool:
        """Whether the wall clock was set."""
        return abs(self._clock.drift) > MAX_DRIFT_SECONDS

    def _stopped_for(self) -> float:
        """Return the seconds since the clocks stopped; negative where the wall clock was set back since."""
        since = self._clocks.stopped_at
        return 0.0 if since is None else self._clock() - since

    async def _go_on(self) -> None:
        """Give back the time since players could last play."""
        async with self._sessions.quiesced():
            if not (self._clocks.are_stopped and self._is_open):
                return
            now = self._clock()
            await self._extend_deadlines(self._stopped_for(), now)
            if self.is_open:
                self._clocks.start()
            else:  # lost again meanwhile
                self._clocks.stop(now)

    async def _follow_clock(self) -> None:
        """Move everything that is due with the wall clock."""
        async with self._sessions.quiesced():
            drift = self._clock.drift
            await self._extend_deadlines(drift, self._clock() + drift)
            self._clock.follow(drift)
            self._clocks.shift(0.0)  # they were set by the clock as it was before
            self._is_behind = True

    async def _extend_deadlines(self, seconds: float, now: float) -> None:
        log.info("deadlines_extended", seconds=round(seconds, 1))
        faultpoints.fault("before-extend")
        await self._sessions.extend_deadlines(seconds, (HEARTBEAT, repr(now)))
        faultpoints.fault("after-extend")


class GroupAvailability(Availability):
    """The same for the tables of this process's shard groups, with everything noted in their leases.

    Their clocks run while players can reach this process by all shards of its groups, and some process by
    shard 0: without that nobody can press anything on a hand.
    """

    hears_dms: bool | None = None
    """Whether shard 0 is connected to this process. None if it's connected when all its shards are."""

    async def _beat(self) -> None:
        leases = self._store.held.leases
        if not leases:
            self.stop()
            return
        if self.is_open if self.hears_dms is None else self.hears_dms:
            await self._store.hear_dms()
        silence = await self._store.read_one(groups.silence_of_dms)
        if not self.is_open or silence is None or silence > DMS_SECONDS:
            self.stop(silence if self.is_open else None)
            await self._stop_groups(leases)
            return
        if self._is_set:
            await self._shift_groups(leases)
        are_running = [await self._store.beat(lease) for lease in leases]
        if self._clocks.are_stopped or not all(are_running):
            await self._start_groups(leases)

    async def _stop_groups(self, leases: list[Lease]) -> None:
        for lease in leases:
            await self._store.write(groups.stop, lease, self._stopped_for())

    async def _start_groups(self, leases: list[Lease]) -> None:
        """Give the players of all groups back the time since they could last play."""
        async with self._sessions.quiesced():
            given = await self._store.go_on(leases, self._stopped_for())
            log.info("deadlines_extended", seconds=[round(seconds, 1) for seconds in given])
            if self.is_open:
                self._clocks.start()
            else:  # lost again meanwhile
                self._clocks.stop(self._clock())
        await self._sessions.begin()
        await self._sessions.show_again()

    async def _shift_groups(self, leases: list[Lease]) -> None:
        """Move everything that is due with the database's clock."""
        async with self._sessions.quiesced():
            drift = self._clock.drift
            for lease in leases:
                await self._store.write(move_clocks, drift, groups.of(lease), are_shown=True)
            self._clock.follow(drift)
        await self._sessions.begin()
