"""Several real programs serve one bot: one that is killed is taken over from, one that is stopped hands over."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from bot.config import DATA, Server
from bot.games import GAMES
from bot.sessions.session import Session
from bot.storage.groups import Group
from bot.storage.store import Store
from tests.crash.program import Process, running
from tests.discord_http import stand_in
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.figures import Figure
from tests.storage import games
from tests.storage.games import FIRST_USER
from tests.storage.games import running as game_of

pytestmark = pytest.mark.slow

MIGRATIONS = DATA / "migrations"
GUILDS = (2 << 22, 3 << 22)
"""Servers on shard 0 and on shard 1."""
CHANNELS = (10, 20)
TAKEN_OVER_SECONDS = 60.0
WARNING = "Traceback|exception|postgresql://"


class Fleet:
    """Processes that share two shards in two groups, and a game of three on each of them."""

    def __init__(self, discord: StandIn, server: Server, folder: Path) -> None:
        self.discord = discord
        self.server = server
        self.store = Store(server, MIGRATIONS, GAMES, is_shared=True)
        self.sessions: list[Session] = []
        self._folder = folder
        self._stack = AsyncExitStack()
        self.processes: dict[int, Process] = {}
        """By their number in the system."""

    async def open(self) -> None:
        await self.store.open()
        for server, channel in zip(GUILDS, CHANNELS, strict=True):
            game = await game_of(self.store, GAMES["crap"], channel, moves=0, guild_id=server)
            self.sessions.append(game)

    async def close(self) -> None:
        await self._stack.aclose()
        await self.store.close()

    async def start(self) -> Process:
        """One process more, with a state of its own."""
        home = self._folder / str(len(self.processes))
        home.mkdir()
        settings = {
            "DATABASE": self.server.address,
            "SHARDS": "2",
            "PLACES": "2",
            "STATE_DIRECTORY": str(home),
        }
        program = running(self.discord.address, home / "none.sqlite3", **settings)
        process = await self._stack.enter_async_context(program)
        self.processes[process.pid] = process
        return process

    async def holder(self, number: int) -> Process | None:
        """The process that holds a group."""
        group = await self.group(number)
        pid = int((group.holder or ":0:").split(":")[1])
        return self.processes.get(pid) if group.is_held else None

    async def group(self, number: int) -> Group:
        return (await self.store.groups())[number]

    async def until_all_play(self) -> None:
        """Wait until people of all groups can play."""
        while not await self._can_all_play():  # nothing tells
            await asyncio.sleep(0.1)

    async def _can_all_play(self) -> bool:
        groups = await self.store.groups()
        are_running = [
            group.is_held and group.stopped is None and group.alive is not None for group in groups
        ]
        return len(groups) == 2 and all(are_running)

    async def move(self, number: int) -> None:
        """Somebody makes a move at a table, and its message shows that."""
        fresh = await self.store.load(self.sessions[number].record.id)
        assert fresh is not None
        session = Session(GAMES["crap"], fresh)
        turn = session.state.turn_number
        channel = CHANNELS[number]
        clicked = await self.discord.slash(
            FIRST_USER + session.state.turn, channel, "recycle", GUILDS[number]
        )
        await clicked.acknowledged
        assert clicked.answers == 1, "one process answers"
        await self.discord.until(lambda: f"Turn {turn + 1} of" in self.discord.shown(channel)[-1])


@pytest_asyncio.fixture
async def fleet(
    empty_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Fleet]:
    monkeypatch.setattr(games, "START", time.time())
    monkeypatch.setattr(stand_in, "SESSIONS", {**stand_in.SESSIONS, "max_concurrency": 2})
    discord = StandIn(guilds=[guild(*one) for one in zip(GUILDS, ([10], [20]), strict=True)])
    async with serving(discord):
        made = Fleet(discord, empty_server, tmp_path)
        await made.open()
        yield made
        await made.close()


@pytest.mark.night
@pytest.mark.timeout(300)
async def test_games_of_a_killed_process_go_on_with_the_one_that_stood_by(
    fleet: Fleet, figure: Figure
) -> None:
    for _ in range(3):
        await fleet.start()
    await fleet.until_all_play()
    for number in (0, 1):
        await fleet.move(number)
    first = await fleet.holder(0)
    assert first is not None

    began = time.monotonic()
    os.kill(first.pid, signal.SIGKILL)
    await first.wait()
    await fleet.move(1)
    while await fleet.holder(0) in (None, first):  # nothing tells
        await asyncio.sleep(0.1)
    await fleet.until_all_play()
    seconds = time.monotonic() - began
    await fleet.move(0)

    assert seconds < TAKEN_OVER_SECONDS
    assert fleet.discord.gateway.shards == [0, 1]
    figure("P29", killed=1, taken_over_after_seconds=round(seconds, 1), moves_lost=0)
