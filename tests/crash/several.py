"""Several real programs that serve one bot on one PostgreSQL server, and a Discord of this machine."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path

from bot.config import Server
from bot.games import GAMES
from bot.sessions.session import Session
from bot.storage import groups as stored_groups
from bot.storage.errors import StoreError
from bot.storage.groups import Group
from bot.storage.store import Store
from tests.crash.program import ROOT, Process, running
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.stores import MIGRATIONS
from tests.storage.games import running as game_of

GUILDS = (2 << 22, 3 << 22)
"""Servers on shard 0 and on shard 1."""
WARNING = "Traceback|exception|postgresql://"
"""A pattern that no log of a program may match."""
TITLE = re.compile(r"\*\*.+?\*\* · table \d+")


class Fleet:
    """Processes that share two shards in two groups, and tables in the servers of both in turn."""

    def __init__(self, discord: StandIn, server: Server, folder: Path, games: Sequence[str]) -> None:
        self.discord = discord
        self.server = server
        self.games = games
        self.store = Store(server, MIGRATIONS, GAMES, is_shared=True)
        self.sessions: list[Session] = []
        self._folder = folder
        self._stack = AsyncExitStack()
        self._numbers = count()
        self._homes: dict[int, Path] = {}
        self.processes: dict[int, Process] = {}
        """The processes by their ids."""

    async def open(self) -> None:
        await self.store.open()
        for place, game in enumerate(self.games):
            self.sessions.append(await self.deal(game, place))

    async def deal(self, game: str, place: int) -> Session:
        """Deal a new game in the channel of a table."""
        return await game_of(
            self.store, GAMES[game], channel_of(place), moves=0, guild_id=GUILDS[place % len(GUILDS)]
        )

    async def close(self) -> None:
        await self._stack.aclose()
        await self.store.close()

    async def start(self, **more: str) -> Process:
        """Start another process with a state folder of its own, and more settings."""
        home = self._folder / str(next(self._numbers))
        home.mkdir()
        settings = {
            "DATABASE": self.server.address,
            "SHARDS": "2",
            "PLACES": "2",
            "STATE_DIRECTORY": str(home),
            **more,
        }
        program = running(self.discord.address, home / "none.sqlite3", **settings)
        process = await self._stack.enter_async_context(program)
        self.processes[process.pid], self._homes[process.pid] = process, home
        return process

    async def start_all(self, number: int) -> None:
        """Start processes, and wait until people of all groups can play."""
        for _ in range(number):
            await self.start()
        await self.until_all_play()

    @property
    def alive(self) -> list[Process]:
        """The processes that haven't ended."""
        return [process for process in self.processes.values() if process.returncode is None]

    async def holder(self, number: int) -> Process | None:
        """Return the process that holds a group."""
        group = await self.group(number)
        pid = int((group.holder or ":0:").split(":")[1])
        return self.processes.get(pid) if group.is_held else None

    async def group(self, number: int) -> Group:
        return (await self.store.read(stored_groups.groups))[number]

    async def until_all_play(self) -> None:
        """Wait until people of all groups can play."""
        while not await self._can_all_play():  # There's no event for it.
            await asyncio.sleep(0.1)

    async def _can_all_play(self) -> bool:
        try:
            groups = await self.store.read(stored_groups.groups)
        except StoreError:  # The server is away.
            return False
        are_running = [
            group.is_held and group.stopped is None and group.alive is not None for group in groups
        ]
        return len(groups) == 2 and all(are_running)

    async def until_one_stands_by(self) -> None:
        """Wait until some process reports that it could take over."""
        said = ""
        while "standing by" not in said:
            said = " ".join([(await self.health(process))[1] for process in self.alive])

    def watched(self) -> list[list[int]]:
        """Record from here which shards are served, whenever one of the two isn't."""
        found: list[list[int]] = []
        gateway = self.discord.gateway
        happened = gateway._happened

        def look() -> None:
            if set(gateway.shards) != {0, 1}:
                found.append(gateway.shards)
            happened()

        gateway._happened = look
        return found

    async def health(self, process: Process) -> tuple[int | None, str]:
        """Return the health check of a process."""
        home = self._homes[process.pid]
        asked = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "health"),
            cwd=home,
            env={**os.environ, "PYTHONPATH": str(ROOT)}
            | {"DATABASE": self.server.address, "STATE_DIRECTORY": str(home)},
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await asked.communicate()
        return asked.returncode, said.decode()

    async def posted_twice(self) -> list[str]:
        """Return the tables with more than one message in their channel."""
        channels = [channel_of(place) for place in range(len(self.games))]
        shown = [text for channel in channels for text in self.discord.shown(channel)]
        tables = [match[0] for text in shown if (match := TITLE.match(text))]
        return [table for table in set(tables) if tables.count(table) > 1]

    async def stop(self) -> None:
        """Stop all processes, standbys first, so that none takes over."""
        for process in reversed(self.alive):
            process.terminate()
            await process.communicate()
        await self.store.close()


def channel_of(place: int) -> int:
    """Return the channel of a table."""
    return 10 * (place + 1)


@asynccontextmanager
async def several(server: Server, folder: Path, games: Sequence[str]) -> AsyncIterator[Fleet]:
    """Yield a table of each of these games, without processes."""
    channels = [[channel_of(place) for place in range(first, len(games), 2)] for first in (0, 1)]
    discord = StandIn(guilds=[guild(*one) for one in zip(GUILDS, channels, strict=True)])
    async with serving(discord):
        made = Fleet(discord, server, folder, games)
        await made.open()
        yield made
        await made.close()
