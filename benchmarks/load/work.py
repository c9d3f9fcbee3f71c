"""How much work a move is: for the disk, for Discord and for the processors."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from benchmarks.load.columns import Column, counted, lines
from benchmarks.load.figures import NOT_MEASURED
from benchmarks.load.plan import Plan
from benchmarks.load.report import Target
from benchmarks.load.stage import staged
from benchmarks.load.stretch import Group, Stretch, measured

COMMITS: Final = 1.2
WRITTEN_KB: Final = 30.0
REQUESTS: Final = 2.0
MAIN_MS: Final = 6.0
RENDERING_MS: Final = 5.0
FEW: Final = 20
"""How many moves of a group are enough to judge its requests."""


async def work(plan: Plan, folder: Path) -> Stretch:
    """Make moves."""
    moves = plan.rate * (plan.warm_up + plan.seconds)
    async with staged(plan, folder / "work.sqlite3", moves=moves) as stage, stage.ours() as subject:
        await stage.warm_up()
        return await measured(stage, subject, rate=plan.rate, seconds=plan.seconds)


def requests(found: Stretch) -> Column:
    """Requests a move."""
    return _a_move("requests", found, found.requests, REQUESTS)


def kinds(found: Stretch) -> Iterator[Column]:
    """Requests a move of each kind that there was."""
    return (_a_move(kind, found, number) for kind, number in found.kinds.items() if any(number.values()))


def _a_move(head: str, found: Stretch, number: Mapping[Group, int], limit: float = NOT_MEASURED) -> Column:
    whole = sum(number.values()) / max(1, len(found.moves))
    groups = {group: number.get(group, 0) / moves for group, moves in counted(found).items()}
    return Column(head, whole, groups, limit, digits=2)


def of_work(found: Stretch) -> Iterator[str]:
    """Requests by group and by kind."""
    yield f"{len(found.moves) / found.seconds:.1f} moves a second; requests a move; * is a miss"
    yield from lines([requests(found), *kinds(found)], counted(found))


def work_targets(found: Stretch) -> Iterator[Target]:
    """What must hold."""
    yield requests(found).target(f"requests a move in every game at most {REQUESTS:g}", counted(found), FEW)
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
