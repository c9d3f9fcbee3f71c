"""The speed of answers: compared with the floor, on busy processors, after a start, without a renderer."""

import math
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.load.columns import Column, counts, lines
from benchmarks.load.plan import Plan
from benchmarks.load.process import Subject
from benchmarks.load.report import Target
from benchmarks.load.stage import Stage, staged, with_floor
from benchmarks.load.stretch import Stretch, measured, p99_ms, words_p99_ms
from benchmarks.load.trouble import busy, signal_helpers

RATES: Final = (17.0, 50.0)
MAX_RATIO: Final = 3.0
BUSY_MS: Final = 250.0
HARD_MS: Final = 500.0
START_SECONDS: Final = 10.0
HARD_SECONDS: Final = 20.0
"""The longest measurement after a disturbance. A longer one would hide its effect."""
SLICE_SECONDS: Final = 5.0
"""The length of a turn. Ours and the floor alternate, so that other work on the machine affects both."""
SAMPLED_SECONDS: Final = 10.0
STARTING_SECONDS: Final = 120.0
"""The extra time for which processors stay busy, because moves are slow meanwhile."""


class Answers(NamedTuple):
    """The same moves under different conditions."""

    idle: Mapping[float, tuple[Stretch, Stretch]]
    """Our bot's moves and the floor's, by moves per second."""
    busy: Mapping[str, Stretch]
    """Our bot's moves on busy processors, by the kind of trouble."""


async def answers(plan: Plan, folder: Path) -> Answers:
    """Make moves at each rate, and then under each condition."""
    hard = 2 * (START_SECONDS + HARD_SECONDS)
    moves = plan.rate * (plan.warm_up + SAMPLED_SECONDS + plan.seconds + hard) + sum(RATES) * plan.seconds
    async with staged(plan, folder / "answers.sqlite3", moves=moves) as stage:
        idle, shared = await _measure_calm(stage)
        begun_1, stopped = await _measure_trouble(stage.reloaded(), signal.SIGSTOP)
        begun_2, killed = await _measure_trouble(stage.reloaded(), signal.SIGKILL)
    disturbed = {
        "first seconds": _moves_of(begun_1, begun_2),
        "rendering stopped": stopped,
        "rendering killed": killed,
    }
    return Answers(idle, {"busy": shared, **disturbed})


async def _measure_calm(stage: Stage) -> tuple[dict[float, tuple[Stretch, Stretch]], Stretch]:
    """Measure next to the floor on idle processors, then alone on busy ones."""
    plan, idle = stage.plan, {}
    async with stage.ours() as ours:
        await stage.warm_up()
        sample = await stage.record_sample(stage.people.at_rate(plan.rate, SAMPLED_SECONDS))
        async with with_floor(stage, sample) as (floor_stage, floor):
            for rate in RATES:
                idle[rate] = await _in_turns((stage, ours), (floor_stage, floor), rate)
        async with busy(plan.seconds + STARTING_SECONDS):
            return idle, await measured(stage, ours, rate=plan.rate, seconds=plan.seconds, settles=False)


async def _in_turns(
    ours: tuple[Stage, Subject], floor: tuple[Stage, Subject], rate: float
) -> tuple[Stretch, Stretch]:
    """Measure ours and the floor alternately, for a few seconds each."""
    seconds = ours[0].plan.seconds
    slices = math.ceil(seconds / SLICE_SECONDS)
    both = [
        [await measured(*one, rate=rate, seconds=seconds / slices) for one in (ours, floor)]
        for _ in range(slices)
    ]
    our_runs, floor_runs = zip(*both, strict=True)
    return _moves_of(*our_runs), _moves_of(*floor_runs)


def _moves_of(*stretches: Stretch) -> Stretch:
    """Return the moves of all stretches, with the other facts of the first one."""
    return stretches[0]._replace(moves=[move for one in stretches for move in one.moves])


async def _measure_trouble(stage: Stage, signum: signal.Signals) -> tuple[Stretch, Stretch]:
    """Measure on busy processors: the first seconds after a start, then some after hitting the renderer."""
    rate, seconds = stage.plan.rate, min(stage.plan.seconds, HARD_SECONDS)
    async with busy(START_SECONDS + seconds + STARTING_SECONDS), stage.ours() as ours:
        await stage.wait_for_login()
        begun = await measured(stage, ours, rate=rate, seconds=START_SECONDS, settles=False)
        with signal_helpers(ours, signum):
            return begun, await measured(stage, ours, rate=rate, seconds=seconds, settles=False)


def columns(found: Answers) -> Iterator[tuple[str, Column, Stretch]]:
    """Yield a target's words for each column, the column, and the stretch with its moves."""
    for rate, (ours, floor) in found.idle.items():
        below = p99_ms(floor.moves)
        yield "ours", Column(f"{rate:g}/s", p99_ms(ours.moves), ours.by_group(p99_ms)), ours
        yield "the floor's", Column("floor", below, floor.by_group(p99_ms)), floor
        ratios = {group: _ratio(value, below) for group, value in ours.by_group(p99_ms).items()}
        column = Column("ratio", _ratio(p99_ms(ours.moves), below), ratios, MAX_RATIO, " x", 1)
        yield f"at {rate:g} moves a second at most {MAX_RATIO:g} x the floor's", column, ours
    for name, stretch in found.busy.items():
        limit = BUSY_MS if name == "busy" else HARD_MS
        column = Column(name, p99_ms(stretch.moves), stretch.by_group(p99_ms), limit, " ms")
        where = "on busy processors" if name == "busy" else f"on busy processors, {name},"
        yield f"{where} at most {limit:g} ms", column, stretch


def _ratio(ours: float, floor: float) -> float:
    """Return ours relative to the floor's, infinite if the floor didn't answer and so compares to nothing."""
    return ours / floor if floor < math.inf else math.inf


def answers_lines(found: Answers) -> Iterator[str]:
    """Yield the columns side by side."""
    yield "p99 of the time until the bot acknowledged, in ms; * is a miss"
    ours, _ = next(iter(found.idle.values()))
    yield from lines([column for _, column, _ in columns(found)], counts(ours))
    rates = {f"{rate:g}/s": stretch for rate, (stretch, _) in found.idle.items()}
    words = (f"{name} {words_p99_ms(one.moves):.0f}" for name, one in {**rates, **found.busy}.items())
    yield f"p99 of the time until the words of the answer were there, in ms: {', '.join(words)}"


def answers_targets(found: Answers) -> Iterator[Target]:
    """Yield the targets."""
    for what, column, stretch in columns(found):
        if column.is_judged:
            yield column.target(f"p99 of acknowledgement {what}", counts(stretch))
