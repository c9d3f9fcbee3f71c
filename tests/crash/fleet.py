"""Several processes that serve one bot on one PostgreSQL server, with controls for clicks and power cuts."""

import asyncio
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import IO

from bot.config import Server
from tests.helpers.servers import started

ROOT = Path(__file__).parents[2]


class Power:
    """A PostgreSQL server in a folder, which can be killed and restarted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = Server(f"postgresql://postgres@/postgres?host={folder}")
        self._running = ExitStack()

    async def on(self) -> None:
        """Start the server."""
        await asyncio.to_thread(self._running.enter_context, started(self.folder, crash=True))

    async def off(self) -> None:
        """Kill the server."""
        await asyncio.to_thread(self._running.close)


class Fleet:
    """The processes by name, and the answers to clicks by interaction."""

    def __init__(self, folder: Path, orders: IO[str], told: IO[str]) -> None:
        self.answers: defaultdict[int, list[str]] = defaultdict(list)
        self.processes: dict[str, int] = {}
        self._folder = folder
        self._orders, self._told = orders, told
        self._writers: dict[str, asyncio.StreamWriter] = {}
        self._arrived = asyncio.Condition()

    async def begin(self, name: str, database: Server) -> None:
        """Start a process, and wait until it accepts clicks."""
        print(name, database.address, file=self._orders, flush=True)
        self.processes[name] = int(await asyncio.to_thread(self._told.readline))
        async with self._arrived:
            await self._arrived.wait_for(lambda: name in self._writers)

    def signal(self, name: str, number: int) -> None:
        """Send a signal to a process."""
        if number == signal.SIGKILL:
            self._writers.pop(name, None)
        with suppress(ProcessLookupError):
            os.kill(self.processes[name], number)

    @property
    def names(self) -> list[str]:
        """The processes that accept clicks."""
        return sorted(self._writers)

    @property
    def answered_twice(self) -> list[list[str]]:
        """The answers to clicks that more than one process has answered."""
        quiet = ("silent", "failed")
        return [told for told in self.answers.values() if sum(not one.startswith(quiet) for one in told) > 1]

    def press(self, number: int, session_id: int, names: Sequence[str]) -> None:
        """Click something at a table and deliver it to these processes."""
        for name in names:
            self._writers[name].write(f"click {number} {session_id}\n".encode())

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Listen to one process, from its first word to its end."""
        name = (await reader.readline()).decode().strip()
        async with self._arrived:
            self._writers[name] = writer
            self._arrived.notify_all()
        with suppress(OSError):
            while line := (await reader.readline()).decode():
                number, _, answer = line.strip().partition(" ")
                self.answers[int(number)].append(answer)
        if self._writers.get(name) is writer:
            del self._writers[name]
        writer.close()


@asynccontextmanager
async def fleet(folder: Path, discord: str) -> AsyncIterator[Fleet]:
    """Yield a fleet without processes. At the end, all of its processes are stopped."""
    command = [sys.executable, "-m", "tests.crash.member", str(folder), discord]
    with (folder / "log").open("w") as log:
        nursery = subprocess.Popen(  # noqa: ASYNC220 # Its pipes are read in threads.
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
        )
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    made = Fleet(folder, nursery.stdin, nursery.stdout)
    async with await asyncio.start_unix_server(made.hear, folder / "clicks"):
        try:
            assert await asyncio.to_thread(nursery.stdout.readline) == "ready\n"
            yield made
        finally:
            for name in made.processes:
                made.signal(name, signal.SIGCONT)
                made.signal(name, signal.SIGKILL)
            await asyncio.to_thread(nursery.communicate)
