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


class ProcessEnded(Exception):
    """An unexpected end of the process under load. Its messages went to standard error."""


class Used(NamedTuple):
    """Resources a bot has used: seconds of processor, commits to its database, and bytes written to disk."""

    main: float = NOT_MEASURED
    rendering: float = NOT_MEASURED
    commits: float = NOT_MEASURED
    written: float = NOT_MEASURED

    def since(self, before: "Used") -> "Used":
        """Return the resources used since an earlier moment."""
        return Used(*(now - then for now, then in zip(self, before, strict=True)))


class Subject:
    """A running process under load."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._is_stopping = False
        self.stalls: list[tuple[float, float]] = []
        """The time and the seconds of each stall of its event loop, known when it has stopped."""

    @property
    def memory(self) -> float:
        """Return resident memory in MB, including its child processes."""
        return _sum(family(self._process.pid), 21) * os.sysconf("SC_PAGE_SIZE") / 2**20 or NOT_MEASURED

    @property
    def processor(self) -> float:
        """Return the processor seconds used by all threads of all its processes."""
        return _seconds(family(self._process.pid))

    @property
    def helpers(self) -> list[int]:
        """Return the ids of the child processes, which render."""
        return [number for number in family(self._process.pid)[1:] if not _is_tracker(number)]

    def used(self, database: Path) -> Used:
        """Return the resources used so far."""
        number = self._process.pid
        rendering = _seconds(self.helpers)
        return Used(_seconds([number]), rendering, commits(database), bytes_written(number))

    async def stop(self) -> None:
        """Stop the process normally."""
        self._is_stopping = True
        if self._process.returncode is None:
            self._process.terminate()
        printed, _ = await self._process.communicate()
        if self._process.returncode:
            raise ProcessEnded
        self.stalls = [(at, length) for at, length in json.loads(printed)]

    async def watch(self, owner: "asyncio.Task[object]") -> None:
        """Interrupt everything that waits for a process that has ended unexpectedly."""
        await self._process.wait()
        if not self._is_stopping:
            owner.cancel()


def family(ancestor: int) -> list[int]:
    """Return a process and all its descendants, or nothing if the system doesn't report them."""
    parents = {int(path.name): stat[1] for path in PROC.glob("[0-9]*") if (stat := _stat(int(path.name)))}
    found = [ancestor] if ancestor in parents else []
    for member in found:
        found += [number for number, parent in parents.items() if int(parent) == member]
    return found


def commits(database: Path) -> float:
    """Return how many commits have changed a database, plus an arbitrary constant.

    SQLite counts them in the index of the write-ahead log: <https://sqlite.org/walformat.html>, `iChange`.
    """
    try:
        index = database.with_name(database.name + "-shm").read_bytes()
    except OSError:
        return NOT_MEASURED
    return int.from_bytes(index[8:12], sys.byteorder)


def bytes_written(number: int) -> float:
    """Return how many bytes a process has written to disks."""
    try:
        told = (PROC / str(number) / "io").read_text(encoding="ascii")
    except OSError:
        return NOT_MEASURED
    return float(told.partition("\nwrite_bytes:")[2].partition("\n")[0])


def _is_tracker(number: int) -> bool:
    """Whether a process is the resource tracker that Python starts with its child processes."""
    try:
        return b"resource_tracker" in (PROC / str(number) / "cmdline").read_bytes()
    except OSError:
        return False


def _seconds(numbers: Iterable[int]) -> float:
    """Return the processor seconds used by some processes."""
    return _sum(numbers, 11, 12) / os.sysconf("SC_CLK_TCK") or NOT_MEASURED


def _sum(numbers: Iterable[int], *fields: int) -> int:
    """Return the sum of some fields in the statistics of processes, counted from their state."""
    stats = [_stat(number) for number in numbers]
    return sum(int(stat[field]) for stat in stats if stat for field in fields)


def _stat(number: int) -> list[str]:
    """Return the statistics of a process from its state on, or nothing if it has ended."""
    try:
        return (PROC / str(number) / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return []


@asynccontextmanager
async def running(*arguments: str | Path) -> AsyncIterator[Subject]:
    """Yield a process under load, stopped at the end. Raises Ended if it stops before that."""
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
            raise ProcessEnded from None
        raise
    finally:
        watching.cancel()
        await subject.stop()
