"""The measurements: moves at a steady rate with and without a flood, as fast as possible, and the start."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.load import tables as database
from benchmarks.load.figures import (
    Flooded,
    Played,
    Round,
    Started,
    busiest,
    by_kind,
    in_ms,
    of_channels,
    spread,
)
from benchmarks.load.people import People, control, flood, table_message
from benchmarks.load.plan import Plan
from benchmarks.load.process import Subject, running
from benchmarks.load.sample import sample_of, write_sample
from benchmarks.load.server import Server
from benchmarks.load.tables import SEATS, Table
from benchmarks.load.wire import OLD_MESSAGE
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import serving

SETTLED = 1.5
"""When nothing was sent for so long, nothing is left to be sent, also nothing that was refused at first."""
PATIENCE = 600.0
"""A bot that has not taken up all tables by then never will."""
MANY_MOVES = 1.6
"""Scripts and spare tables are enough for this many times the moves that are to be expected."""
LONG_STALL = 0.1
MINUTE = 60.0
SLEEPING_MOVES = 12
FLOODED = 10
FASTEST = 80
"""The scripts are long enough for so many moves a second."""
ENDLESS = 2000
"""So many moves are as good as endless, at every table."""


@asynccontextmanager
async def served(tables: Sequence[Table], plan: Plan, *, limit: int = 0) -> AsyncIterator[tuple[Server, str]]:
    """A Discord with the servers of these tables, and its address; `limit` is that on requests a second."""
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


async def played(plan: Plan, folder: Path) -> tuple[Played, Flooded, int]:
    """Moves at a steady rate, then the same in a flood; and how many moves were answered but not saved."""
    path = folder / "played.sqlite3"
    expected = plan.rate * (plan.seconds + plan.warm_up + MINUTE) * MANY_MOVES
    tables, flooded = await asyncio.to_thread(
        database.write_live, path, plan.tables, moves=expected, common=FLOODED
    )
    async with served([*tables, *flooded], plan, limit=plan.limit) as (server, address):
        async with running(address, "--database", path, "--granted", str(plan.limit)) as subject:
            people = People(server, tables, at_once=plan.tables)
            await all_shown(server, [*tables, *flooded])
            await people.at_rate(plan.rate, plan.warm_up)
            begun, figures = time.monotonic(), await _steady(plan, server, people, subject)
            ended = time.monotonic()
            others = await _flooded(plan, server, people, flooded)
        stalls = [length for at, length in subject.stalls if begun <= at <= ended]
    figures = figures._replace(
        stall=1000 * max(stalls, default=0.0), stalls=sum(length > LONG_STALL for length in stalls)
    )
    return figures, others, unsaved(path, tables)


async def all_shown(server: Server, tables: Sequence[Table]) -> None:
    """Wait until the bot has taken up all tables."""
    missing = {table.channel_id for table in tables}
    async with asyncio.timeout(PATIENCE):
        while missing := missing - server.tables.keys():  # noqa: ASYNC110 # there is no event for it
            await asyncio.sleep(SETTLED)
    await server.quiet(SETTLED)


async def _steady(plan: Plan, server: Server, people: People, subject: Subject) -> Played:
    people.forget()
    server.forget()
    memory, work, begun = [subject.memory], subject.processor, time.monotonic()
    asyncio.get_running_loop().call_later(plan.seconds / 2, lambda: memory.append(subject.memory))
    await people.at_rate(plan.rate, plan.seconds)
    seconds = time.monotonic() - begun
    await server.quiet(SETTLED)
    four = [table for table, _ in people.moves if len(table.players) == SEATS]
    channels = {channel for table in four for channel in table.channels}
    answered = [click for _, click in people.moves if click.acknowledged.done()]
    return Played(
        moves=len(people.moves),
        seconds=seconds,
        handling=spread(in_ms(click.ready_at - click.sent_at for click in answered)),
        acknowledged=spread(in_ms(click.acknowledged.result() - click.sent_at for click in answered)),
        lost=people.lost,
        at_four_seats=by_kind(of_channels(server.calls, channels), len(four)),
        busiest=busiest(server.calls),
        stall=0.0,
        stalls=0,
        memory=(memory[0], memory[-1], subject.memory),
        processor=1000 * (subject.processor - work) / max(1, len(people.moves)),
        refused=server.refused,
    )


async def _flooded(plan: Plan, server: Server, people: People, tables: Sequence[Table]) -> Flooded:
    seconds = min(plan.seconds, MINUTE)
    people.forget()
    before = server.follow_ups
    pressing = flood(server, tables, clicks=round(plan.clicks * seconds / MINUTE), seconds=seconds)
    clicks, _ = await asyncio.gather(pressing, people.at_rate(plan.rate, seconds))
    answered = [click for _, click in people.moves if click.acknowledged.done()]
    return Flooded(
        clicks=len(clicks),
        answers=sum(click.answers for click in clicks),
        most_answers=max((click.answers for click in clicks), default=0),
        follow_ups=server.follow_ups - before,
        handling=spread(in_ms(click.ready_at - click.sent_at for click in answered)),
        lost=people.lost,
    )


async def limited(plan: Plan, folder: Path) -> list[tuple[Round, Round]]:
    """Rounds of our bot and of one without a game that sends the same, each as fast as Discord lets it."""
    rounds = Rounds(plan.rounds, plan.round_seconds, plan.limit, plan.round_moves)
    moves = plan.round_moves * (plan.rounds + 1) * MANY_MOVES
    # Half the time is the floor's: with half the tables players still come to move as often as they would.
    halved = plan._replace(tables=max(1, plan.tables // 2))
    return await _in_turns(halved, rounds, folder / "limited.sqlite3", moves)


async def saturated(plan: Plan, folder: Path) -> list[tuple[Round, Round]]:
    """Rounds of our bot and of one without a game that sends the same, each as fast as it can."""
    rounds = Rounds(plan.rounds, plan.round_seconds)
    moves = plan.round_seconds * (plan.rounds + 1) * FASTEST
    return await _in_turns(plan, rounds, folder / "saturated.sqlite3", moves)


class Rounds(NamedTuple):
    """How rounds are played: so many, so long, with Discord's limit on requests a second (0: none)."""

    number: int
    seconds: float
    limit: int = 0
    moves: int | None = None
    """A round ends after so many at the latest: what they bring about has to be sent within the limit."""


async def _in_turns(plan: Plan, rounds: Rounds, path: Path, moves: float) -> list[tuple[Round, Round]]:
    """Our bot and the floor in turns, after a round each that does not count."""
    sample, granted = path.with_suffix(".sample"), ("--granted", str(rounds.limit))
    tables, _ = await asyncio.to_thread(database.write_live, path, plan.tables, moves=moves)
    async with (
        served(tables, plan, limit=rounds.limit) as (server, address),
        served(tables, plan, limit=rounds.limit) as (below, address_below),
        running(address, "--database", path, "--pace", "0", *granted) as ours,
    ):
        await all_shown(server, tables)
        people = People(server, tables, at_once=plan.tables)
        server.drawn = []
        await _round(plan, rounds, server, people, ours)
        sample.write_bytes(write_sample(sample_of(server.drawn, tables)))
        server.drawn = None
        others = People(below, [_endless(table) for table in tables], at_once=plan.tables)
        async with running(address_below, "--sample", sample, *granted) as floor:
            await below.gateway.is_ready.wait()
            await _round(plan, rounds, below, others, floor)
            return [
                (
                    await _round(plan, rounds, server, people, ours),
                    await _round(plan, rounds, below, others, floor),
                )
                for _ in range(rounds.number)
            ]


async def _round(plan: Plan, rounds: Rounds, server: Server, people: People, subject: Subject) -> Round:
    people.forget()
    server.forget()
    work, around, begun = subject.processor, time.process_time(), time.monotonic()
    await people.as_fast(rounds.seconds, plan.together, rounds.moves)
    await server.quiet(SETTLED)
    seconds, moves = server.last_at - begun, max(1, len(people.moves) - people.lost)
    return Round(
        speed=moves / seconds,
        processor=1000 * (subject.processor - work) / moves,
        requests=len(server.calls) / moves,
        surroundings=(time.process_time() - around) / seconds,
        refused=server.refused,
    )


def _endless(table: Table) -> Table:
    """A table at which a bot without a game is asked for as many moves as one likes."""
    seats = islice(cycle(range(len(table.players))), ENDLESS)
    return msgspec.structs.replace(table, script=[(seat, "anything") for seat in seats], made=0)


async def started(plan: Plan, folder: Path) -> Started:
    """The start with many sleeping tables, until somebody who presses an old button is answered."""
    path = folder / "sleeping.sqlite3"
    tables = await asyncio.to_thread(database.write_sleeping, path, plan.sleeping, moves=SLEEPING_MOVES)
    table = tables[len(tables) // 2]
    async with served(tables, plan) as (server, address):
        begun = time.monotonic()
        async with running(address, "--database", path) as subject:
            await server.gateway.is_ready.wait()
            on = table_message(server, table)
            click = await server.click(table.players[0], control(table, "hand"), on, table.guild_id)
            await click.acknowledged
            return Started(len(tables), click.ready_at - begun, subject.memory, subject.processor)


def unsaved(path: Path, tables: Sequence[Table]) -> int:
    """At how many tables the database is not at the revision that the answers have led to."""
    with closing(sqlite3.connect(path)) as connection:
        saved = dict(connection.execute("SELECT id, revision FROM sessions"))
    return sum(saved[table.session_id] != table.revision for table in tables)
