"""How often what has happened, in one run or in many."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.sessions.faultpoints import POINTS
from tests.simulation.sites import COURIER, PEOPLE, STORE


def died_at(point: str) -> str:
    """The death of the process at a fault point, as it is counted."""
    return f"{point}: process dies"


PAIRS: Final = (
    *(f"{place}: {fault}" for place, faults in (COURIER | STORE | PEOPLE).items() for fault in faults),
    *map(died_at, POINTS),
)
"""Every fault at every place that can meet it."""


class Tally:
    """Counts by name: `met` for faults where they were met, `done` for all else."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def meet(self, place: str, fault: str) -> None:
        """A fault has really happened at a place."""
        self.met[f"{place}: {fault}"] += 1

    def add(self, other: "Tally") -> None:
        """What another run has counted."""
        self.met += other.met
        self.done += other.done

    def rarest(self) -> int:
        """How often the pair that happened least has happened."""
        return min(self.met[pair] for pair in PAIRS)

    def lines(self) -> Iterator[str]:
        """The table of pairs, those that happened least first."""
        for pair in sorted(PAIRS, key=lambda one: (self.met[one], one)):
            yield f"{self.met[pair]:8} {pair}"
