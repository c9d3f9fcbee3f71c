"""Counts of events, in one run or in many."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.sessions.fault_points import POINTS
from tests.simulation.sites import PEOPLE, STORE, TRANSPORT


def died_at(point: str) -> str:
    """Return the name under which a death of the process at a fault point is counted."""
    return f"{point}: process dies"


PAIRS: Final = (
    *(f"{place}: {fault}" for place, faults in (TRANSPORT | STORE | PEOPLE).items() for fault in faults),
    *map(died_at, POINTS),
)
"""Every fault at every place that can meet it."""


class Tally:
    """Counts by name: `met` for faults, `done` for everything else."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def meet(self, place: str, fault: str) -> None:
        """Count a fault that has really happened at a place."""
        self.met[f"{place}: {fault}"] += 1

    def add(self, other: "Tally") -> None:
        """Add the counts of another run."""
        self.met += other.met
        self.done += other.done

    def rarest(self) -> int:
        """Return the count of the rarest pair."""
        return min(self.met[pair] for pair in PAIRS)

    def lines(self) -> Iterator[str]:
        """Yield the table of pairs, rarest first."""
        for pair in sorted(PAIRS, key=lambda one: (self.met[one], one)):
            yield f"{self.met[pair]:8} {pair}"
