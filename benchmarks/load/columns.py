"""Figures by game and number of seats, as columns of a table and as targets."""

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import Final, NamedTuple

from benchmarks.load.figures import NOT_MEASURED
from benchmarks.load.report import Target
from benchmarks.load.stretch import Group, Stretch

ENOUGH: Final = 100
"""With fewer moves, the 99th percentile is the maximum, which says more about the machine than the game."""


class Column(NamedTuple):
    """A figure of all moves and of those of each group, and its target, if any."""

    head: str
    whole: float
    groups: Mapping[Group, float]
    limit: float = NOT_MEASURED
    unit: str = ""
    digits: int = 0
    is_least: bool = False
    """Whether the target is a minimum instead of a maximum."""

    @property
    def is_judged(self) -> bool:
        """Whether it has a target."""
        return not isnan(self.limit)

    def misses(self, value: float) -> bool:
        """Whether a value misses the target. An unmeasured value doesn't."""
        return value < self.limit if self.is_least else value > self.limit

    def cell(self, value: float) -> str:
        """Return a value as it's printed, with a star if it misses the target."""
        if isnan(value):
            return "- "
        return f"{value:.{self.digits}f}{'*' if self.misses(value) else ' '}"

    def target(self, what: str, moves: Mapping[Group, int], enough: int = ENOUGH) -> Target:
        """Return the target, which must hold overall and for each group with enough moves."""
        judged = {str(group): value for group, value in self.groups.items() if moves.get(group, 0) >= enough}
        name, value = "all", self.whole
        for other, its in judged.items():
            if its < value if self.is_least else its > value:
                name, value = other, its
        parts = [f"{self.whole:.{self.digits}f}{self.unit}"]
        if name != "all":
            parts.append(f"worst {name}: {value:.{self.digits}f}{self.unit}")
        return Target(what, not self.misses(value), "; ".join(parts))


def counts(stretch: Stretch) -> dict[Group, int]:
    """Return the number of moves in each group."""
    return {group: round(number) for group, number in stretch.by_group(len).items()}


def lines(columns: Sequence[Column], moves: Mapping[Group, int]) -> Iterator[str]:
    """Yield columns side by side, one line for each group."""
    widths = [max(10, len(column.head) + 3) for column in columns]
    heads = "".join(f"{column.head + ' ':>{width}}" for column, width in zip(columns, widths, strict=True))
    yield f"{'':22}{'moves':>7}{heads}"
    wholes = "".join(f"{c.cell(c.whole):>{width}}" for c, width in zip(columns, widths, strict=True))
    yield f"{'all':22}{sum(moves.values()):>7}{wholes}"
    for group, number in moves.items():
        cells = (c.cell(c.groups.get(group, NOT_MEASURED)) for c in columns)
        row = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield f"{group!s:22}{number:>7}{row}"
