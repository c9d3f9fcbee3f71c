"""Two processes race for dailies and are killed: each user has one try for a day and game, and keeps it."""

import asyncio
import os
import signal
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from bot.config import Server
from bot.storage import dailies
from tests.crash.daily_presser import USERS
from tests.helpers.servers import schema_on
from tests.helpers.stores import open_once, opened

PRESSES = 120
ROOT = Path(__file__).parents[2]


class Presser:
    """A process that presses *Play*, and the presses that it has acknowledged."""

    def __init__(self, folder: Path, seed: int, presses: int) -> None:
        command = [sys.executable, "-m", "tests.crash.daily_presser", str(folder), str(seed), str(presses)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.lines: list[str] = []

    def read(self, most: int | None = None) -> None:
        """Read acknowledged presses, up to a number or all."""
        assert self._process.stdout is not None
        while (most is None or len(self.lines) < most) and (line := self._process.stdout.readline()):
            self.lines += [line] if line.startswith("pressed") else []

    def kill(self) -> None:
        """Kill the process at once, and read the rest of its lines."""
        os.kill(self._process.pid, signal.SIGKILL)
        self.read()
        self._process.communicate()

    def end(self) -> None:
        """Wait until the process is done."""
        self.read()
        self._process.communicate()
        assert self._process.returncode == 0


@pytest.mark.slow
def test_racing_presses_and_kills_leave_one_try(tmp_path: Path, postgresql: str, times: int) -> None:
    chance, presses, lines = Random(times), PRESSES * times, list[str]()
    with schema_on(postgresql) as server:
        (tmp_path / "address").write_text(server.address)
        asyncio.run(open_once(server))
        for first in (0, 2):
            killed, other = Presser(tmp_path, first, presses), Presser(tmp_path, first + 1, presses)
            killed.read(chance.randrange(1, presses // 2))
            killed.kill()
            other.end()
            lines += killed.lines + other.lines
        stored = asyncio.run(tries(server))

    assert len(lines) > 2 * presses
    for line in lines:
        _, user, game, session = line.split()
        assert stored[int(user), game] == [int(session)]
    assert {len(sessions) for sessions in stored.values()} == {1}


async def tries(server: Server) -> dict[tuple[int, str], list[int | None]]:
    """Return the tables of all stored tries, by user and game."""
    found: dict[tuple[int, str], list[int | None]] = defaultdict(list)
    async with opened(server) as store:
        for user in USERS:
            for row in await store.read(dailies.of_user, user):
                found[user, row.game].append(row.session_id)
    return found
