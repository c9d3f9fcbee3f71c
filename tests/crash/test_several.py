"""Several real programs serve one bot: one that is killed is taken over from, one that is stopped hands over."""

import asyncio
import os
import re
import signal
import sys
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
from bot.storage.verify import verify
from tests.crash.program import ROOT, Process, ended, running
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

    def watched(self) -> list[list[int]]:
        """From now on, which shards are here whenever one of the two is not."""
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
        """What the health check of a process says."""
        home = self._folder / str(list(self.processes.values()).index(process))
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
        """The tables that stand in their channel more than once."""
        shown = [text for channel in CHANNELS for text in self.discord.shown(channel)]
        tables = [match[0] for text in shown if (match := re.match(r"\*\*C.R.A.P.\*\* · table \d+", text))]
        return [table for table in set(tables) if tables.count(table) > 1]

    async def stop(self) -> None:
        """Stop all processes, those that stand by first, so that nobody takes anything over."""
        for process in reversed(self.processes.values()):
            if process.returncode is None:
                process.terminate()
                await process.communicate()
        await self.store.close()

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
    while await fleet.holder(0) in (None, first):
        await asyncio.sleep(0.1)
    taken = time.monotonic() - began
    await fleet.until_all_play()
    played = time.monotonic() - began
    await fleet.move(0)

    assert played < TAKEN_OVER_SECONDS
    assert fleet.discord.gateway.shards == [0, 1]
    assert await fleet.posted_twice() == []
    figure(
        "P29", killed=1, taken_after_seconds=round(taken, 1), played_after_seconds=round(played, 1), lost=0
    )


@pytest.mark.night
@pytest.mark.timeout(300)
async def test_a_program_that_slept_beyond_its_lease_stands_by_again(fleet: Fleet) -> None:
    for _ in range(3):
        await fleet.start()
    await fleet.until_all_play()
    asleep = await fleet.holder(0)
    assert asleep is not None

    asleep.send_signal(signal.SIGSTOP)
    while await fleet.holder(0) in (None, asleep):
        await asyncio.sleep(0.1)
    await fleet.until_all_play()
    await fleet.move(0)
    asleep.send_signal(signal.SIGCONT)
    said = ""
    while "standing by" not in said:
        await asyncio.sleep(0.5)
        _, said = await fleet.health(asleep)
    await fleet.move(0)
    await fleet.move(1)

    assert fleet.discord.gateway.shards == [0, 1]
    assert await fleet.posted_twice() == []
    asleep.terminate()
    code, told = await ended(asleep)
    assert (code, re.findall(WARNING, told)) == (0, [])
    assert '"standing_by_again"' in told


@pytest.mark.night
@pytest.mark.timeout(300)
async def test_programs_that_are_restarted_one_by_one_leave_no_shard_alone(fleet: Fleet) -> None:
    for _ in range(3):
        await fleet.start()
    await fleet.until_all_play()
    alone = fleet.watched()

    for number in (0, 1):
        old = await fleet.holder(number)
        assert old is not None
        old.terminate()
        code, told = await ended(old)
        assert (code, re.findall(WARNING, told)) == (0, [])
        assert '"handed_over"' in told
        await fleet.start()
        await fleet.until_all_play()
        await fleet.move(number)
    assert alone == []
    await fleet.stop()

    assert await fleet.posted_twice() == []
    assert await asyncio.to_thread(verify, fleet.server, MIGRATIONS, GAMES) == []


@pytest.mark.night
@pytest.mark.timeout(120)
async def test_who_stands_by_is_healthy_and_says_so(fleet: Fleet) -> None:
    await fleet.start()
    await fleet.start()
    await fleet.until_all_play()
    third = await fleet.start()
    said = ""

    while "2 of 2 shard groups" not in said:
        await asyncio.sleep(0.5)
        code, said = await fleet.health(third)

    assert (code, said.partition(", database asked")[0]) == (
        0,
        "healthy: standing by, 2 of 2 shard groups held",
    )
    codes = [await fleet.health(process) for process in fleet.processes.values() if process is not third]
    assert sorted(re.findall(r"shard group \d with shards [\d-]+ of \d", str(codes))) == [
        "shard group 0 with shards 0-0 of 2",
        "shard group 1 with shards 1-1 of 2",
    ]
