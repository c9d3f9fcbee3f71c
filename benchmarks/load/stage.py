"""The setup of every measurement: tables in a database, a Discord, people, and a bot among them."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from benchmarks.load import tables as database
from benchmarks.load.people import People
from benchmarks.load.plan import Plan
from benchmarks.load.process import Subject, running
from benchmarks.load.sample import sample_of, write_sample
from benchmarks.load.server import Server
from benchmarks.load.tables import PLAYED, Table
from benchmarks.load.wire import OLD_MESSAGE
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import serving

SETTLED: Final = 1.5
"""A pause of this many seconds means that everything was sent, including retries after a refusal."""
PATIENCE: Final = 600.0
"""A bot that hasn't logged in or shown all tables by then never will."""
MANY_MOVES: Final = 1.6
"""Scripts and spare tables suffice for this many times the expected moves."""
ENDLESS: Final = 2000
"""More moves than any run makes at a table."""


class Stage(NamedTuple):
    """Tables, the Discord they're on, the people at them, and the database."""

    plan: Plan
    path: Path
    tables: Sequence[Table]
    others: Sequence[Table]
    """Tables that share one user, without play."""
    server: Server
    address: str
    people: People
    limit: int

    def ours(self, *more: str) -> AbstractAsyncContextManager[Subject]:
        """Start our bot."""
        self.server.gateway.is_ready.clear()
        return running(self.address, "--database", self.path, "--granted", str(self.limit), *more)

    async def wait_for_login(self) -> None:
        """Wait until the bot has logged in."""
        async with asyncio.timeout(PATIENCE):
            await self.server.gateway.is_ready.wait()

    async def wait_for_tables(self) -> None:
        """Wait until the bot has shown all tables."""
        missing = {table.channel_id for table in (*self.tables, *self.others)}
        async with asyncio.timeout(PATIENCE):
            while missing := missing - self.server.tables.keys():  # noqa: ASYNC110 # There's no event for it.
                await asyncio.sleep(SETTLED)
        await self.server.quiesce(SETTLED)

    async def warm_up(self) -> None:
        """Wait until the bot has shown all tables, and let people play for a while."""
        await self.wait_for_tables()
        await self.people.at_rate(self.plan.rate, self.plan.warm_up)

    async def record_sample(self, moving: Coroutine[Any, Any, object]) -> Path:
        """Record everything that the bot sends while people move, for a bot without a game."""
        self.server.bodies = []
        await moving
        sample = sample_of(self.server.bodies, self.tables)
        self.server.bodies = None
        path = self.path.with_suffix(".sample")
        path.write_bytes(write_sample(sample))
        return path

    def reloaded(self) -> "Stage":
        """Return the stage with its tables as they're stored, after lost clicks. Only while no bot runs."""
        saved = self._stored_revisions()
        for table in self.tables:
            table.made += saved[table.session_id] - table.revision
            table.revision = saved[table.session_id]
        going = [table for table in self.tables if not table.is_over]
        return self._replace(people=People(self.server, going, at_once=self.plan.tables))

    def unsaved(self) -> int:
        """Count the tables whose stored revision isn't the one that the answers led to."""
        saved = self._stored_revisions()
        return sum(saved[table.session_id] != table.revision for table in self.tables)

    def _stored_revisions(self) -> dict[int, int]:
        """Return the revisions in the database, by session."""
        with closing(sqlite3.connect(self.path)) as connection:
            return dict(connection.execute("SELECT id, revision FROM sessions"))


@asynccontextmanager
async def served(tables: Sequence[Table], plan: Plan, *, limit: int = 0) -> AsyncIterator[tuple[Server, str]]:
    """Yield a Discord with the servers of these tables, and its address. `limit` is requests per second."""
    channels: dict[int, list[int]] = {}
    for table in tables:
        channels.setdefault(table.guild_id, []).append(table.channel_id)
    server = Server([guild(*one) for one in channels.items()], plan.network, limit)
    for table in tables:
        for channel_id in table.channels:
            server.channels.put(channel_id, OLD_MESSAGE)
            server.channels.put(channel_id, channel_id)
    async with serving(server) as address:
        yield server, address


@asynccontextmanager
async def staged(
    plan: Plan, path: Path, *, moves: float, limit: int | None = None, common: int = 0, oldest: int = PLAYED
) -> AsyncIterator[Stage]:
    """Yield tables for this number of moves. `limit` replaces Discord's usual one (0 for none)."""
    limit = plan.limit if limit is None else limit
    tables, others = await asyncio.to_thread(
        database.write_live,
        path,
        plan.tables,
        moves=moves * MANY_MOVES,
        common=common,
        oldest=oldest,
        names=plan.games,
    )
    async with served([*tables, *others], plan, limit=limit) as (server, address):
        people = People(server, tables, at_once=plan.tables)
        yield Stage(plan, path, tables, others, server, address, people, limit)


@asynccontextmanager
async def with_floor(stage: Stage, sample: Path) -> AsyncIterator[tuple[Stage, Subject]]:
    """Yield a bot without a game on its own Discord, with the same tables and people."""
    tables = [_endless(table) for table in stage.tables]
    async with served(tables, stage.plan, limit=stage.limit) as (server, address):
        people = People(server, tables, at_once=stage.plan.tables)
        floor_stage = stage._replace(tables=tables, server=server, address=address, people=people)
        async with running(address, "--sample", sample, "--granted", str(stage.limit)) as floor:
            await floor_stage.wait_for_login()
            yield floor_stage, floor


def _endless(table: Table) -> Table:
    """Return a copy of a table with more moves than a run makes, for a bot without a game."""
    seats = islice(cycle(range(len(table.players))), ENDLESS)
    return msgspec.structs.replace(table, script=[(seat, "anything") for seat in seats], made=0)
