"""Our bot and one without a game that sends the same, in turns, each as fast as it can."""

import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.load.figures import Round
from benchmarks.load.plan import Plan
from benchmarks.load.process import Subject
from benchmarks.load.stage import SETTLED, Stage, staged, with_floor

FASTEST = 200
"""Scripts suffice for this many moves per second."""


class Rounds(NamedTuple):
    """The settings of rounds: how many, how long, and the limit on requests per second (0 for none)."""

    number: int
    seconds: float
    limit: int = 0
    moves: int | None = None
    """The maximum number of moves in a round, whose effects have to be sent within the limit."""


async def limited(plan: Plan, folder: Path) -> list[tuple[Round, Round]]:
    """Measure rounds within Discord's limit."""
    rounds = Rounds(plan.rounds, plan.round_seconds, plan.limit, plan.round_moves)
    # Half of the time is the floor's, so with half of the tables players move as often as usual.
    halved = plan._replace(tables=max(1, plan.tables // 2))
    return await _in_turns(halved, rounds, folder / "limited.sqlite3", plan.round_moves * (plan.rounds + 1))


async def saturated(plan: Plan, folder: Path) -> list[tuple[Round, Round]]:
    """Measure rounds without a limit."""
    rounds = Rounds(plan.rounds, plan.round_seconds)
    moves = plan.round_seconds * (plan.rounds + 1) * FASTEST
    return await _in_turns(plan, rounds, folder / "saturated.sqlite3", moves)


async def _in_turns(plan: Plan, rounds: Rounds, path: Path, moves: float) -> list[tuple[Round, Round]]:
    """Measure our bot and the floor in turns, after one uncounted round each."""
    async with (
        staged(plan, path, moves=moves, limit=rounds.limit) as stage,
        stage.ours("--pace", "0") as ours,
    ):
        await stage.wait_for_tables()
        sample = await stage.record_sample(_round(stage, rounds, ours))
        async with with_floor(stage, sample) as (floor_stage, floor):
            await _round(floor_stage, rounds, floor)
            return [
                (await _round(stage, rounds, ours), await _round(floor_stage, rounds, floor))
                for _ in range(rounds.number)
            ]


async def _round(stage: Stage, rounds: Rounds, subject: Subject) -> Round:
    people, server = stage.people, stage.server
    people.forget()
    server.forget()
    work, around, begun = subject.processor, time.process_time(), time.monotonic()
    await people.at_full_speed(rounds.seconds, stage.plan.together, rounds.moves)
    await server.quiesce(SETTLED)
    seconds, moves = server.last_at - begun, max(1, len(people.moves) - people.lost)
    return Round(
        speed=moves / seconds,
        processor=1000 * (subject.processor - work) / moves,
        requests=len(server.calls) / moves,
        surroundings=(time.process_time() - around) / seconds,
        refused=server.refused,
    )
