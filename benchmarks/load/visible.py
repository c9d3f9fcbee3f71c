"""The time until the public table shows a move, also while one player's DMs are slow."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.load.columns import Column, counts, lines
from benchmarks.load.plan import Plan
from benchmarks.load.report import Target
from benchmarks.load.stage import staged
from benchmarks.load.stretch import Stretch, measured, percent_within
from tests.discord_http.ids import dm_of

PACE: Final = 1.0
"""Seconds between edits of a table."""
IN_TIME: Final = PACE + 0.2
PERCENT: Final = 99.0
SLOW_DM: Final = 6.0
"""The seconds that each request about the DM of one player of each table takes."""
USUAL, SLOWED = "usual", "slow DM"


async def visible(plan: Plan, folder: Path) -> dict[str, Stretch]:
    """Make moves, then as many while one player of each table has slow DMs."""
    moves = plan.rate * (plan.warm_up + 2 * plan.seconds)
    async with staged(plan, folder / "visible.sqlite3", moves=moves) as stage, stage.ours() as subject:
        await stage.warm_up()
        usual = await measured(stage, subject, rate=plan.rate, seconds=plan.seconds)
        stage.server.slow = {dm_of(table.players[0]): SLOW_DM for table in stage.tables}
        slowed = await measured(stage, subject, rate=plan.rate, seconds=plan.seconds)
    return {USUAL: usual, SLOWED: slowed}


def column(name: str, stretch: Stretch) -> Column:
    """Return the share of moves that were visible in time."""
    share = partial(percent_within, seconds=IN_TIME)
    return Column(name, share(stretch.moves), stretch.by_group(share), PERCENT, " %", 1, is_least=True)


def visible_lines(found: Mapping[str, Stretch]) -> Iterator[str]:
    """Yield the columns side by side."""
    yield f"percent of moves that the public table showed within {IN_TIME:g} s of the click; * is a miss"
    yield from lines([column(*one) for one in found.items()], counts(found[USUAL]))


def visible_targets(found: Mapping[str, Stretch]) -> Iterator[Target]:
    """Yield the targets."""
    for name, stretch in found.items():
        meanwhile = f", one player's DM taking {SLOW_DM:g} s" if name == SLOWED else ""
        what = f"moves visible within {IN_TIME:g} s{meanwhile}: at least {PERCENT:g} %"
        yield column(name, stretch).target(what, counts(stretch))
