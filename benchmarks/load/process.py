"""Starting, measuring and stopping the process under load."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

NOT_MEASURED = float("nan")
PROC = Path("/proc")


class Ended(Exception):
    """The process under load has ended by itself; what it had to say went to standard error."""


class Subject:
    """A running process under load."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._is_stopping = False
        self.stalls: list[tuple[float, float]] = []
        """When its event loop stood still, and for how many seconds; known when it has stopped."""

    @property
    def memory(self) -> float:
        """Resident memory in MB, that of its own processes included."""
        return self._sum(21) * os.sysconf("SC_PAGE_SIZE") / 2**20 or NOT_MEASURED

    @property
    def processor(self) -> float:
        """For how many seconds processors have worked for it, on all threads of all its processes."""
        return self._sum(11, 12) / os.sysconf("SC_CLK_TCK") or NOT_MEASURED

    def _sum(self, *fields: int) -> int:
        """The sum of some fields of what the system tells of its processes, counted from their state."""
        stats = [_stat(number) for number in family(self._process.pid)]
        return sum(int(stat[field]) for stat in stats if stat for field in fields)

    async def stop(self) -> None:
        """End it in order."""
        self._is_stopping = True
        if self._process.returncode is None:
            self._process.terminate()
        printed, _ = await self._process.communicate()
        if self._process.returncode:
            raise Ended
        self.stalls = [(at, length) for at, length in json.loads(printed)]

    async def watch(self, owner: "asyncio.Task[object]") -> None:
        """Interrupt whoever waits for a process that has ended by itself."""
        await self._process.wait()
        if not self._is_stopping:
            owner.cancel()


def family(ancestor: int) -> list[int]:
    """A process and all that descend from it; nobody where the system does not tell."""
    parents = {int(path.name): stat[1] for path in PROC.glob("[0-9]*") if (stat := _stat(int(path.name)))}
    found = [ancestor] if ancestor in parents else []
    for member in found:
        found += [number for number, parent in parents.items() if int(parent) == member]
    return found


def _stat(number: int) -> list[str]:
    """What the system tells of a process, from its state on; nothing when it has ended."""
    try:
        return (PROC / str(number) / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return []


@asynccontextmanager
async def running(*arguments: str | Path) -> AsyncIterator[Subject]:
    """A process under load, stopped at the end; raises Ended when it stops by itself."""
    owner = asyncio.current_task()
    assert owner is not None
    command: Sequence[str] = (sys.executable, "-m", "benchmarks.load.subject", *map(str, arguments))
    subject = Subject(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))
    watching = asyncio.ensure_future(subject.watch(owner))
    try:
        yield subject
    except asyncio.CancelledError:
        if watching.done():
            owner.uncancel()
            raise Ended from None
        raise
    finally:
        watching.cancel()
        await subject.stop()
