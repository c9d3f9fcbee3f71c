"""Trouble on its own schedule: outages, lost permissions, closed DMs, deleted messages, crashes."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.simulation.calls import Table
from tests.simulation.discord import Discord
from tests.simulation.rig import GUILD, Rig
from tests.simulation.world import BEAT, World


class Storms:
    """All trouble of a run. It continues over the lives of the bot."""

    def __init__(self, world: World, discord: Discord, tables: list[Table]) -> None:
        self.world = world
        self.discord = discord
        self.tables = tables
        self._has_crashed = False
        if world.weather.nameless:
            discord.nameless = {user for table in tables for user in table.users if user % 2}
        self.users = sorted({user for table in tables for user in table.users})
        if world.weather.closing == "all":
            discord.closed.update(self.users)
            discord.opens_dms = False

    def begin(self, rig: Rig) -> None:
        """Start the trouble."""
        weather = self.world.weather
        kinds: list[tuple[bool, float, Callable[[Rig], Awaitable[None]]]] = [
            (weather.outages, 150.0, self._outage),
            (weather.jumps, 100.0, self._jump),
            (weather.forbidden, 60.0, self._forbid),
            (weather.closing == "some", 40.0, self._close),
            (weather.deleted > 0, 1 / (weather.deleted or 1), self._delete),
            (weather.vanishes, 100.0, self._vanish),
            (weather.leaves, 100.0, self._leave),
            (weather.crashes > 0, 100.0, self._crash),
        ]
        for comes, mean, trouble in kinds:
            if comes:
                rig.spawn(self._again(rig, mean, trouble))

    def end(self, rig: Rig) -> None:
        """End the trouble. Users who have closed their DMs keep them closed."""
        self.discord.is_away = False
        rig.reconnect()
        self.discord.forbidden.clear()
        if self.world.weather.leaves:
            rig.spawn(rig.events.server_back(GUILD))
        if self.discord.has_forbidden:
            self.discord.has_forbidden = False
            rig.spawn(rig.events.permissions_changed(GUILD))

    async def _again(self, rig: Rig, mean: float, trouble: Callable[[Rig], Awaitable[None]]) -> None:
        while True:
            calm = self.world.heartbeat / BEAT  # Trouble is rarer when only clocks are left.
            await asyncio.sleep(self.world.chance.expovariate(1 / mean) * calm)
            if self.world.stormy:
                await trouble(rig)

    async def _outage(self, rig: Rig) -> None:
        self.world.meet("process", "F18 outage")
        self.discord.is_away = True
        self.world.excuse()
        rig.disconnect()
        await asyncio.sleep(self.world.chance.choice((1, 30, 1800, 40_000)))
        self.discord.is_away = False
        rig.reconnect()

    async def _jump(self, rig: Rig) -> None:
        self.world.excuse()
        self.world.offset += self.world.chance.choice((-3600, -20, -1, 1, 20, 3600))
        self.world.meet("process", "F28 clock set")
        self.world.note(f"clock {self.world.offset:+}")

    async def _forbid(self, rig: Rig) -> None:
        channel = self.world.chance.choice(self.tables).channel_id
        self.world.note(f"forbid {channel}")
        self.discord.has_forbidden = True
        self.discord.forbidden.add(channel)
        await asyncio.sleep(self.world.chance.choice((1, 20, 120)))
        self.discord.forbidden.discard(channel)
        await rig.events.permissions_changed(GUILD)

    async def _close(self, rig: Rig) -> None:
        user = self.world.chance.choice(self.users)
        self.world.note(f"closes or opens {user}")
        self.discord.closed ^= {user}

    async def _delete(self, rig: Rig) -> None:
        channel = self.world.chance.choice(self.tables).channel_id
        if standing := self.discord.standing(channel):
            message = self.world.chance.choice(standing)
            message.is_deleted = message.is_lost = True
            self.discord.deleted_at = self.world.now
            self.world.note(f"somebody deletes #{message.number}")

    async def _vanish(self, rig: Rig) -> None:
        channel = self.world.chance.choice(self.tables).channel_id
        self.world.note(f"channel {channel} is deleted")
        self.discord.vanished.add(channel)

    async def _leave(self, rig: Rig) -> None:
        self.world.meet("process", "F20 server away")
        await rig.events.server_gone(GUILD)
        await asyncio.sleep(self.world.chance.choice((1, 60, 3000)))
        await rig.events.server_back(GUILD)

    async def _crash(self, rig: Rig) -> None:
        if not self._has_crashed:
            self._has_crashed = True
            self.world.die("anywhere")
