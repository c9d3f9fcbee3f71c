"""The cost of a move for the disk, for Discord and for the processors."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.load.columns import Column, counts, lines
from benchmarks.load.figures import NOT_MEASURED
from benchmarks.load.plan import Plan
from benchmarks.load.report import Target
from benchmarks.load.stage import staged, with_floor
from benchmarks.load.stretch import Group, Stretch, measured

COMMITS: Final = 1.2
WRITTEN_KB: Final = 30.0
REQUESTS: Final = 2.0
MAIN_MS: Final = 6.0
RENDERING_MS: Final = 5.0
SAMPLED_SECONDS: Final = 10.0
FEW: Final = 20
"""A group needs this many moves before its requests are judged."""


class Work(NamedTuple):
    """The cost of moves for our bot, and of the same requests for a bot without a game."""

    ours: Stretch
    floor: Stretch


async def work(plan: Plan, folder: Path) -> Work:
    """Make moves with our bot, then with the floor that sends the requests of some of them."""
    moves = plan.rate * (plan.warm_up + SAMPLED_SECONDS + plan.seconds)
    async with staged(plan, folder / "work.sqlite3", moves=moves) as stage, stage.ours() as subject:
        await stage.warm_up()
        sample = await stage.record_sample(stage.people.at_rate(plan.rate, SAMPLED_SECONDS))
        ours = await measured(stage, subject, rate=plan.rate, seconds=plan.seconds)
        async with with_floor(stage, sample) as (floor_stage, floor):
            return Work(ours, await measured(floor_stage, floor, rate=plan.rate, seconds=plan.seconds))


def requests(found: Stretch) -> Column:
    """Return requests per move."""
    return _per_move("requests", found, found.requests, REQUESTS)


def kinds(found: Stretch) -> Iterator[Column]:
    """Yield requests per move, for each kind of request."""
    return (_per_move(kind, found, number) for kind, number in found.kinds.items() if any(number.values()))


def _per_move(head: str, found: Stretch, number: Mapping[Group, int], limit: float = NOT_MEASURED) -> Column:
    whole = sum(number.values()) / max(1, len(found.moves))
    groups = {group: number.get(group, 0) / moves for group, moves in counts(found).items()}
    return Column(head, whole, groups, limit, digits=2)


def work_lines(found: Work) -> Iterator[str]:
    """Yield requests by group and by kind, and the work of both main processes."""
    ours = found.ours
    yield f"{len(ours.moves) / ours.seconds:.1f} moves a second; requests a move; * is a miss"
    yield from lines([requests(ours), *kinds(ours)], counts(ours))
    main, below = main_ms(ours), main_ms(found.floor)
    yield f"main process: {main:.1f} ms a move; the floor's: {below:.1f} ms; ratio {main / below:.1f}"


def main_ms(found: Stretch) -> float:
    """Return the main process's processor time per move, in milliseconds."""
    return 1000 * found.used.main / max(1, len(found.moves))


def work_targets(found: Stretch) -> Iterator[Target]:
    """Yield the targets of our bot."""
    yield requests(found).target(f"requests a move in every game at most {REQUESTS:g}", counts(found), FEW)
    used, moves = found.used, max(1, len(found.moves))
    for what, amount, limit, unit in (
        ("commits a move at most", used.commits, COMMITS, ""),
        ("written a move at most", used.written / 1000, WRITTEN_KB, " kB"),
        ("processor time of the main process a move at most", 1000 * used.main, MAIN_MS, " ms"),
        (
            "processor time of the rendering process a move at most",
            1000 * used.rendering,
            RENDERING_MS,
            " ms",
        ),
    ):
        one = Column(what, amount / moves, {}, limit, unit, 1)
        yield one.target(f"{what} {limit:g}{unit}", {})
