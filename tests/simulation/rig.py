"""One process: the real sessions, publisher and store on the simulated database and the simulated Discord."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from bot.delivery.publisher import Publisher
from bot.games import GAMES
from bot.sessions.availability import Availability
from bot.sessions.clocks import SteadyClock
from bot.sessions.lobby import Pace
from bot.sessions.pauses import GatewayEvents, Pauses
from bot.sessions.sessions import Sessions
from bot.storage.errors import NotSaved
from tests.simulation.computers import SimulatedSearch
from tests.simulation.database import Database, InlineStore
from tests.simulation.discord import Discord, SimulatedTransport
from tests.simulation.world import World

GUILD = 1
"""The server in which everything happens."""
LOOK_SECONDS = 10.0
"""The interval at which the program checks whether people can play."""


class Rig:
    """A life of the bot. A crash discards it, but database and Discord stay."""

    def __init__(self, world: World, database: Database, discord: Discord) -> None:
        self.world = world
        self.database = database
        self.discord = discord
        self.is_cut_off = True
        self.store = InlineStore(database)
        clock = world.bot_clock = SteadyClock(world.wall, world.monotonic)
        new_secret = lambda: world.chance.randbytes(32)  # noqa: E731
        self.sessions = Sessions(
            self.store,
            GAMES,
            pace=Pace(600, 120),
            clock=clock,
            new_secret=new_secret,
            search_worker=SimulatedSearch(world),
        )
        clocks = self.sessions.clocks
        world.stood_still = lambda: clocks.now() - clocks.time
        self.pauses = Pauses(self.sessions)
        self.publisher = Publisher(
            self.store,
            SimulatedTransport(discord),
            clock=clock,
            key=b"k",
            sessions=self.sessions,
            pauses=self.pauses,
        )
        self.availability = Availability(self.sessions, clock)
        self.events = GatewayEvents(self.sessions, self.pauses)
        discord.tell_banned = lambda: self.spawn(self._watch_ban())
        discord.tell_permitted = lambda: self.spawn(self.events.permissions_changed(GUILD))
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Do the program's work at a start."""
        try:
            await self.sessions.start()
            await self.publisher.start()
        except NotSaved:
            self.world.die("start")
        self.spawn(self._beat())
        self.spawn(self._end_old())
        if not self.discord.is_away:
            await self._open()

    async def _beat(self) -> None:
        while True:
            await self.beat()
            self.world.beating = self.world.heartbeat
            await asyncio.sleep(self.world.beating)

    async def beat(self) -> None:
        """Do the program's work of every few seconds."""
        await self.availability.beat()
        await self.events.catch_up()

    async def _end_old(self) -> None:
        while True:
            await asyncio.sleep(6 * 3600)
            await self.events.end_old()

    async def _open(self) -> None:
        self.is_cut_off = False
        self.world.set_playable(can=True)
        await self.availability.opened()

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def after(self, delay: float, act: Callable[[], Any]) -> None:
        """Do something later."""
        asyncio.get_running_loop().call_later(delay, act)

    def _on_task_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.world.fail("P17", f"unhandled {error!r}")

    async def _watch_ban(self) -> None:
        """Notice a ban and its end within seconds, as the program does."""
        await asyncio.sleep(self.world.chance.random() * LOOK_SECONDS)
        if self.publisher.transport.is_banned:
            # Until now, computers waited for a table that couldn't be shown.
            self.world.grace += LOOK_SECONDS
            self.disconnect()
        while self.publisher.transport.is_banned:
            await asyncio.sleep(LOOK_SECONDS)
        if not self.discord.is_away:
            self.reconnect()

    def disconnect(self) -> None:
        """Lose the connection to Discord."""
        if not self.is_cut_off:
            self.is_cut_off = True
            self.world.set_playable(can=False)
            self.availability.lost()

    def reconnect(self) -> None:
        """Reconnect to Discord."""
        if self.is_cut_off and not self.publisher.transport.is_banned:
            self.spawn(self._open())
