"""Figures by game and number of seats: as columns of a table, and as targets."""

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import Final, NamedTuple

from benchmarks.load.figures import NOT_MEASURED
from benchmarks.load.report import Target
from benchmarks.load.stretch import Group, Stretch

ENOUGH: Final = 100
"""The hundredth highest of fewer is the highest, which says more about the machine than about a game."""


class Column(NamedTuple):
    """A figure of all moves, of those of each group, and its target if it has one."""

    head: str
    whole: float
    groups: Mapping[Group, float]
    limit: float = NOT_MEASURED
    unit: str = ""
    digits: int = 0
    is_least: bool = False
    """Whether the target is the least that it must be, and not the most."""

    @property
    def is_judged(self) -> bool:
        """Whether it has a target."""
        return not isnan(self.limit)

    def misses(self, value: float) -> bool:
        """Whether a value misses the target; what could not be measured does not."""
        return value < self.limit if self.is_least else value > self.limit

    def cell(self, value: float) -> str:
        """A value as it is printed, with a star when it misses the target."""
        if isnan(value):
            return "- "
        return f"{value:.{self.digits}f}{'*' if self.misses(value) else ' '}"

    def target(self, what: str, moves: Mapping[Group, int], enough: int = ENOUGH) -> Target:
        """It holds when it does for all together, and for each group of which there are enough moves."""
        judged = {str(group): value for group, value in self.groups.items() if moves.get(group, 0) >= enough}
        name, value = "all", self.whole
        for other, its in judged.items():
            if its < value if self.is_least else its > value:
                name, value = other, its
        parts = [f"{self.whole:.{self.digits}f}{self.unit}"]
        if name != "all":
            parts.append(f"worst {name}: {value:.{self.digits}f}{self.unit}")
        return Target(what, not self.misses(value), "; ".join(parts))


def counted(stretch: Stretch) -> dict[Group, int]:
    """How many moves each group has made."""
    return {group: round(number) for group, number in stretch.by_group(len).items()}


def lines(columns: Sequence[Column], moves: Mapping[Group, int]) -> Iterator[str]:
    """Columns side by side, a line for each group."""
    widths = [max(10, len(column.head) + 3) for column in columns]
    heads = "".join(f"{column.head + ' ':>{width}}" for column, width in zip(columns, widths, strict=True))
    yield f"{'':22}{'moves':>7}{heads}"
    wholes = "".join(f"{c.cell(c.whole):>{width}}" for c, width in zip(columns, widths, strict=True))
    yield f"{'all':22}{sum(moves.values()):>7}{wholes}"
    for group, number in moves.items():
        cells = (c.cell(c.groups.get(group, NOT_MEASURED)) for c in columns)
        row = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield f"{group!s:22}{number:>7}{row}"
