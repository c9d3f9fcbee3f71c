"""The figures as text, and the targets."""

import os
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from benchmarks.load.figures import Flood, Round, Spread, Start, Steady
from benchmarks.load.growth import Growth

REFUSED = 10
"""The most requests beyond Discord's limit per minute, because it bans bots with too many rejected ones."""
RATIO = 0.8
UNLIMITED_RATIO = 0.5
HANDLING_MS = 100.0
ACKNOWLEDGED_MS = 500.0
MEMORY_MB = 600.0
START_SECONDS = 10.0
GROWTH_PERCENT = 1.0
"""Per hour."""


class Target(NamedTuple):
    """A requirement, and the measured value."""

    what: str
    holds: bool
    measured: str

    def __str__(self) -> str:
        return self.line()

    def line(self, width: int = 0) -> str:
        """Return a line of a table whose first column has this width."""
        return f"{self.what + ':':{width}} {'holds' if self.holds else 'MISSED'} ({self.measured})"


def target_lines(targets: Sequence[Target]) -> Iterator[str]:
    """Yield all targets, one below the other."""
    width = max((len(target.what) + 1 for target in targets), default=0)
    yield from (target.line(width) for target in targets)


def steady_lines(figures: Steady, unsaved: int) -> Iterator[str]:
    """Yield the moves at a steady rate."""
    rate = figures.moves / figures.seconds
    yield f"{figures.moves:,} moves in {figures.seconds:.0f} s ({rate:.1f} a second)"
    yield f"{'':28}{'p50':>8}{'p99':>8}{'max':>8}"
    yield _row("answer ready, ms", figures.handling)
    yield _row("answer acknowledged, ms", figures.acknowledged)
    yield f"requests refused because they were too many: {figures.refused}"
    edited = len({call.message_id for call in figures.busiest})
    yield f"most edits of one channel within a second: {len(figures.busiest)}, of {edited} messages"
    yield f"event loop: longest stall {figures.stall:.0f} ms, {figures.stalls} over 100 ms"
    begin, half, end = figures.memory
    yield f"memory: {begin:.0f} MB, half-way {half:.0f} MB, at the end {end:.0f} MB"
    yield f"processor: {figures.processor:.1f} ms a move"
    yield f"clicks never answered: {figures.lost}; tables not where the answers said: {unsaved}"


def flood_lines(figures: Flood) -> Iterator[str]:
    """Yield the flood."""
    yield f"one user pressed {figures.clicks:,} times and got {figures.answers:,} answers"
    yield _row("the others' answers, ms", figures.handling)


def rounds_lines(rounds: Sequence[tuple[Round, Round]]) -> Iterator[str]:
    """Yield our bot next to the floor."""
    heads = (
        ("moves/s", 9),
        ("floor", 9),
        ("ratio", 8),
        ("ms/move", 10),
        ("floor", 8),
        ("requests", 10),
        ("floor", 8),
    )
    yield " " * 8 + "".join(f"{head:>{width}}" for head, width in heads)
    for number, (ours, floor) in enumerate(rounds, start=1):
        yield (
            f"round {number:<2}{ours.speed:9.1f}{floor.speed:9.1f}{ours.speed / floor.speed:8.2f}"
            f"{ours.processor:10.1f}{floor.processor:8.1f}{ours.requests:10.2f}{floor.requests:8.2f}"
        )
    yield f"ratio: {ratio(rounds):.2f} (median)"
    yield f"requests refused because they were too many: {sum(ours.refused for ours, _ in rounds)}"
    around = 100 * max((one.surroundings for pair in rounds for one in pair), default=0.0)
    yield f"everything around the bots took up to {around:.0f} % of one of {os.cpu_count()} processors"


def start_lines(figures: Start) -> Iterator[str]:
    """Yield the start."""
    yield f"{figures.tables:,} sleeping tables: first click answered {figures.seconds:.1f} s after the start"
    yield f"memory then: {figures.memory:.0f} MB; work for processors till then: {figures.processor:.1f} s"


def growth_lines(figures: Growth) -> Iterator[str]:
    """Yield memory over a long time."""
    yield f"{figures.moves:,} moves in {figures.samples[-1].seconds:.0f} s"
    course = ", ".join(f"{part:.1f}" for part in figures.medians)
    yield f"memory in MB, the median of each sixth of that time: {course}"
    yield f"clicks never answered, and tables not where the answers said: {figures.missing}"


def steady_targets(figures: Steady, unsaved: int) -> Iterator[Target]:
    """Yield the targets for moves at a steady rate."""
    yield _at_most("p99 of handling below", HANDLING_MS, figures.handling.high, "ms")
    yield _at_most("p99 of acknowledgement below", ACKNOWLEDGED_MS, figures.acknowledged.high, "ms")
    yield Target("no loop stall over 100 ms", not figures.stalls, f"{figures.stalls}")
    yield Target("at most 1 edit of a channel a second", len(figures.busiest) <= 1, f"{len(figures.busiest)}")
    yield _at_most("memory below", MEMORY_MB, figures.memory[-1], "MB")
    few = figures.refused <= REFUSED * figures.seconds / 60
    yield Target(f"at most {REFUSED} requests a minute refused", few, f"{figures.refused}")
    missing = figures.lost + unsaved
    yield Target("every click answered, every answered move saved", not missing, f"{missing} not")


def flood_targets(figures: Flood) -> Iterator[Target]:
    """Yield the targets in a flood."""
    single = figures.most_answers <= 1 and not figures.follow_ups
    yield Target("flood: at most 1 answer a click", single, f"{figures.most_answers}")
    yield _at_most("flood: p99 of the others below", HANDLING_MS, figures.handling.high, "ms")


def ratio(rounds: Sequence[tuple[Round, Round]]) -> float:
    """Return our speed relative to that of the floor, the median of all rounds."""
    return median([ours.speed / floor.speed for ours, floor in rounds])


def limited_targets(rounds: Sequence[tuple[Round, Round]]) -> Iterator[Target]:
    """Yield the targets when both are as fast as Discord lets them be."""
    yield Target(
        f"within Discord's limit at least {RATIO} of the floor's moves a second",
        ratio(rounds) >= RATIO,
        f"{ratio(rounds):.2f}",
    )
    refused = sum(ours.refused for ours, _ in rounds)
    yield Target("no request more than Discord's limit", not refused, f"{refused}")


def saturated_targets(rounds: Sequence[tuple[Round, Round]]) -> Iterator[Target]:
    """Yield the targets when both are as fast as they can be."""
    what = f"without Discord's limit at least {UNLIMITED_RATIO} of the floor's moves a second"
    yield Target(what, ratio(rounds) >= UNLIMITED_RATIO, f"{ratio(rounds):.2f}")


def start_targets(figures: Start) -> Iterator[Target]:
    """Yield the targets at the start."""
    yield _at_most("start with sleeping tables below", START_SECONDS, figures.seconds, "s")
    yield _at_most("memory then below", MEMORY_MB, figures.memory, "MB")


def growth_targets(figures: Growth) -> Iterator[Target]:
    """Yield the targets over a long time."""
    course = f"{figures.medians[0]:.1f} MB at first, {figures.medians[-1]:.1f} MB in the end"
    holds = not figures.slope >= GROWTH_PERCENT
    yield Target(
        f"memory grows less than {GROWTH_PERCENT:g} % an hour", holds, f"{figures.slope:.2f} %, {course}"
    )
    yield Target(
        "every click of it answered, every answered move saved", not figures.missing, f"{figures.missing} not"
    )


def _at_most(what: str, limit: float, measured: float, unit: str) -> Target:
    """Return a limit as a target. An unmeasured value doesn't miss it."""
    holds = not measured >= limit
    return Target(f"{what} {limit:g} {unit}", holds, f"{measured:.1f} {unit}")


def _row(what: str, spread: Spread) -> str:
    return f"{what:28}{spread.middle:8.1f}{spread.high:8.1f}{spread.most:8.1f}"
