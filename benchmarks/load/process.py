"""Starting, measuring and stopping the process under load."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

NOT_MEASURED = float("nan")
PROC = Path("/proc")


class Ended(Exception):
    """The process under load has ended by itself; what it had to say went to standard error."""


class Used(NamedTuple):
    """What a bot has used: seconds of processor, commits to its database, and bytes written to the disk."""

    main: float = NOT_MEASURED
    rendering: float = NOT_MEASURED
    commits: float = NOT_MEASURED
    written: float = NOT_MEASURED

    def since(self, before: "Used") -> "Used":
        """What was used since then."""
        return Used(*(now - then for now, then in zip(self, before, strict=True)))


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
        return _sum(family(self._process.pid), 21) * os.sysconf("SC_PAGE_SIZE") / 2**20 or NOT_MEASURED

    @property
    def processor(self) -> float:
        """For how many seconds processors have worked for it, on all threads of all its processes."""
        return _seconds(family(self._process.pid))

    @property
    def helpers(self) -> list[int]:
        """The numbers of the processes that it has started: those that render."""
        return [number for number in family(self._process.pid)[1:] if not _is_tracker(number)]

    def used(self, database: Path) -> Used:
        """What it has used so far."""
        number = self._process.pid
        rendering = _seconds(self.helpers)
        return Used(_seconds([number]), rendering, commits(database), written(number))

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
        """Interrupt everything that waits for a process that has ended by itself."""
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


def commits(database: Path) -> float:
    """How many commits have changed a database, up to a number that nobody needs to know.

    SQLite counts them in the index of the write-ahead log: <https://sqlite.org/walformat.html>, `iChange`.
    """
    try:
        index = database.with_name(database.name + "-shm").read_bytes()
    except OSError:
        return NOT_MEASURED
    return int.from_bytes(index[8:12], sys.byteorder)


def written(number: int) -> float:
    """How many bytes a process has had written to disks."""
    try:
        told = (PROC / str(number) / "io").read_text(encoding="ascii")
    except OSError:
        return NOT_MEASURED
    return float(told.partition("\nwrite_bytes:")[2].partition("\n")[0])


def _is_tracker(number: int) -> bool:
    """Whether a process only waits to tidy up after others, as Python starts one beside its helpers."""
    try:
        return b"resource_tracker" in (PROC / str(number) / "cmdline").read_bytes()
    except OSError:
        return False


def _seconds(numbers: Iterable[int]) -> float:
    """For how many seconds processors have worked for some processes."""
    return _sum(numbers, 11, 12) / os.sysconf("SC_CLK_TCK") or NOT_MEASURED


def _sum(numbers: Iterable[int], *fields: int) -> int:
    """The sum of some fields of what the system tells of processes, counted from their state."""
    stats = [_stat(number) for number in numbers]
    return sum(int(stat[field]) for stat in stats if stat for field in fields)


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
