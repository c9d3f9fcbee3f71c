"""The moves per second that each kind of database handles, by the number of tables and of processes."""

import asyncio
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final, NamedTuple

import asyncpg
import msgspec

from benchmarks.load import tables as written
from benchmarks.load.figures import Spread, spread
from benchmarks.load.mover import Finished, Orders, Script
from benchmarks.load.plan import Plan
from benchmarks.load.tables import Table
from bot.config import DATA, Location, Server
from bot.storage.copying import copy_database

MIGRATIONS: Final = DATA / "migrations"
TABLES: Final = (1, 16, 64)
PROCESSES: Final = (1, 2, 4)
FASTEST: Final = 1500
"""Scripts suffice for this many moves per second at all tables together, as far as games last."""
CLICKS: Final = 10**9
"""The distance between the interaction ids of two processes."""


class Measurement(NamedTuple):
    """Moves of some processes at some tables. Times are in milliseconds."""

    kind: str
    tables: int
    processes: int
    speed: float
    """Moves per second."""
    answered: Spread


async def measured(plan: Plan, folder: Path) -> list[Measurement]:
    """Measure every combination, on a file and, if the plan names one, on a server."""
    found: list[Measurement] = []
    for number in TABLES:
        file = folder / f"databases-{number}.sqlite3"
        moves = plan.round_seconds * FASTEST
        tables, _ = await asyncio.to_thread(written.write_live, file, number, moves=moves, names=plan.games)
        for processes in [some for some in PROCESSES if plan.server and some <= number]:
            async with AsyncExitStack() as stack:
                server = await stack.enter_async_context(Schema(str(plan.server)))
                await asyncio.to_thread(copy_database, file, server, MIGRATIONS)
                found.append(await _run(plan, server, queues(tables, number), processes))
        found.append(await _run(plan, file, queues(tables, number), 1))
    return found


class Schema:
    """A separate database on a server, as a schema that's dropped at the end."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._name = f"load_{secrets.token_hex(6)}"

    async def __aenter__(self) -> Server:
        await self._do(f"CREATE SCHEMA {self._name}")
        return Server(f"{self._address}{'&' if '?' in self._address else '?'}search_path={self._name}")

    async def __aexit__(self, *_: object) -> None:
        await self._do(f"DROP SCHEMA {self._name} CASCADE")

    async def _do(self, statement: str) -> None:
        connection = await asyncpg.connect(self._address)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


def queues(tables: Sequence[Table], number: int) -> list[list[Script]]:
    """Return queues of tables to play at the same time. In each, a table follows when a game is over."""
    scripts = [
        Script(table.session_id, [(table.players[seat], text) for seat, text in table.script])
        for table in tables
    ]
    return [scripts[place::number] for place in range(number)]


async def _run(plan: Plan, where: Location, played: Sequence[list[Script]], processes: int) -> Measurement:
    """Run processes that make moves at the same time, each at its own tables."""
    movers = [await _start_mover(plan, where, played[place::processes], place) for place in range(processes)]
    for mover in movers:
        await _read_line(mover)
    for mover in movers:
        _send_line(mover, b"\n")
    done = [msgspec.json.decode(await _read_line(mover), type=Finished) for mover in movers]
    for mover in movers:
        await mover.wait()
    kind = "PostgreSQL" if isinstance(where, Server) else "SQLite"
    speed = sum(len(one.waits) / one.seconds for one in done)
    answered = spread(wait for one in done for wait in one.waits)
    return Measurement(kind, len(played), processes, speed, answered)


async def _start_mover(plan: Plan, where: Location, played: Sequence[list[Script]], place: int) -> Process:
    mover = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.load.mover", stdin=PIPE, stdout=PIPE, limit=2**26
    )
    address = where.address if isinstance(where, Server) else str(where)
    orders = Orders(
        address, isinstance(where, Server), list(played), plan.round_seconds, CLICKS * (place + 1)
    )
    _send_line(mover, msgspec.json.encode(orders) + b"\n")
    return mover


def _send_line(mover: Process, line: bytes) -> None:
    assert mover.stdin is not None
    mover.stdin.write(line)


async def _read_line(mover: Process) -> bytes:
    assert mover.stdout is not None
    line = await mover.stdout.readline()
    if not line:
        raise RuntimeError("a process that makes moves has ended")
    return line


def speed_lines(found: Sequence[Measurement]) -> Iterator[str]:
    """Yield a line for each combination."""
    yield f"{'':12}{'tables':>8}{'processes':>11}{'moves/s':>10}{'p50, ms':>10}{'p99, ms':>10}"
    for one in sorted(found):
        answered = one.answered
        yield (
            f"{one.kind:12}{one.tables:8}{one.processes:11}{one.speed:10.0f}"
            f"{answered.middle:10.1f}{answered.high:10.1f}"
        )
    if not any(one.kind == "PostgreSQL" for one in found):
        yield "name a PostgreSQL server with --server to see it beside"
