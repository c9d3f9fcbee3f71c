"""The measurements of promises: moves at a steady rate with and without a flood, and the start."""

import asyncio
import time
from pathlib import Path

from benchmarks.load import tables as database
from benchmarks.load.figures import Flood, Start, Steady, busiest, in_ms, spread
from benchmarks.load.people import control, flood, table_message
from benchmarks.load.plan import Plan
from benchmarks.load.process import Subject, running
from benchmarks.load.stage import SETTLED, Stage, served, staged

LONG_STALL = 0.1
MINUTE = 60.0
SLEEPING_MOVES = 12
FLOODED = 10


async def played(plan: Plan, folder: Path) -> tuple[Steady, Flood, int]:
    """Measure moves at a steady rate, then in a flood, and count moves that were answered but not saved."""
    moves = plan.rate * (plan.seconds + plan.warm_up + MINUTE)
    async with staged(plan, folder / "played.sqlite3", moves=moves, common=FLOODED) as stage:
        async with stage.ours("--watch") as subject:
            await stage.warm_up()
            begun, figures = time.monotonic(), await _steady(stage, subject)
            ended = time.monotonic()
            others = await _flooded(stage)
        stalls = [length for at, length in subject.stalls if begun <= at <= ended]
    figures = figures._replace(
        stall=1000 * max(stalls, default=0.0), stalls=sum(length > LONG_STALL for length in stalls)
    )
    return figures, others, stage.unsaved()


async def _steady(stage: Stage, subject: Subject) -> Steady:
    plan, server, people = stage.plan, stage.server, stage.people
    people.forget()
    server.forget()
    memory, work, begun = [subject.memory], subject.processor, time.monotonic()
    asyncio.get_running_loop().call_later(plan.seconds / 2, lambda: memory.append(subject.memory))
    await people.at_rate(plan.rate, plan.seconds)
    seconds = time.monotonic() - begun
    await server.quiesce(SETTLED)
    answered = [made.click for made in people.moves if made.click.acknowledged.done()]
    return Steady(
        moves=len(people.moves),
        seconds=seconds,
        handling=spread(in_ms(click.ready_at - click.sent_at for click in answered)),
        acknowledged=spread(in_ms(click.acknowledged.result() - click.sent_at for click in answered)),
        lost=people.lost,
        busiest=busiest(server.calls),
        stall=0.0,
        stalls=0,
        memory=(memory[0], memory[-1], subject.memory),
        processor=1000 * (subject.processor - work) / max(1, len(people.moves)),
        refused=server.refused,
    )


async def _flooded(stage: Stage) -> Flood:
    plan, server, people = stage.plan, stage.server, stage.people
    seconds = min(plan.seconds, MINUTE)
    people.forget()
    before = server.follow_ups
    pressing = flood(server, stage.others, clicks=round(plan.clicks * seconds / MINUTE), seconds=seconds)
    clicks, _ = await asyncio.gather(pressing, people.at_rate(plan.rate, seconds))
    answered = [made.click for made in people.moves if made.click.acknowledged.done()]
    return Flood(
        clicks=len(clicks),
        answers=sum(click.answers for click in clicks),
        most_answers=max((click.answers for click in clicks), default=0),
        follow_ups=server.follow_ups - before,
        handling=spread(in_ms(click.ready_at - click.sent_at for click in answered)),
        lost=people.lost,
    )


async def started(plan: Plan, folder: Path) -> Start:
    """Measure a start with many sleeping tables, until a click on an old button is answered."""
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
            return Start(len(tables), click.ready_at - begun, subject.memory, subject.processor)
