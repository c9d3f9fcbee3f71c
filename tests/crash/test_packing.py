"""kill -9 during packing: each game is packed or not, and reads as before."""

import asyncio
import subprocess
import sys
from pathlib import Path

from bot.games import GAMES
from bot.storage.verify import verify
from tests.crash.test_kill import ROOT
from tests.helpers.behind import rows_of
from tests.helpers.stores import MIGRATIONS, opened
from tests.storage.games import finish, running
from tests.storage.test_packing import Everything, everything

NUMBER = 24
KILLS = (0, 2, 5)
"""The number of packed games after which each process is killed."""


def test_games_survive_killed_packing(tmp_path: Path, times: int) -> None:
    path = tmp_path / "years.sqlite3"
    before = asyncio.run(filled(path))

    for packed in KILLS * times:
        kill(path, packed)
        assert verify(path, MIGRATIONS, GAMES) == []
        assert asyncio.run(read(path)) == before

    done = len(rows_of(path, "SELECT * FROM packed"))
    assert min(NUMBER, sum(KILLS)) <= done <= NUMBER


async def filled(path: Path) -> Everything:
    """Make a database of finished games, and return all of them."""
    async with opened(path) as store:
        for channel_id in range(NUMBER):
            await finish(store, await running(store, GAMES["skrap"], 10 + channel_id, moves=0))

    return await read(path)


async def read(path: Path) -> Everything:
    async with opened(path) as store:
        return await everything(store)


def kill(path: Path, packed: int) -> None:
    """Let a process pack this many games, and kill it in the middle of the next."""
    command = [sys.executable, "-m", "tests.crash.packer", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as victim:
        assert victim.stdout is not None
        for _ in range(packed):
            victim.stdout.readline()
        victim.kill()
