"""Commands that show promises, at the scale of a change, of some minutes, of a night, or of as many hours as it takes."""

import sys
from typing import Literal, NamedTuple

Scale = Literal["ci", "evening", "nightly", "hours"]
SCALES: tuple[Scale, ...] = ("ci", "evening", "nightly", "hours")
PYTHON = "python"
FIGURES = "FIGURES"
"""Stands in a command for the file that takes its figures."""
ASIDE = ("-n", "auto", "--dist", "worksteal", "--figures", FIGURES)
"""Options that change nothing about what is shown."""
EACH = 20
"""How often a long simulation must meet every fault at every place."""
ENOUGH_FOR_EACH = 10_000
"""How many seeds are long."""
SMALL_LOAD = (
    "--warm-up",
    "10",
    "--tables",
    "50",
    "--rate",
    "8",
    "--clicks",
    "200",
    "--sleeping",
    "1000",
    "--only",
    "work,played,start",
)
"""Less than is promised, in a short time: figures of it show no more than that everything works."""


class Command(NamedTuple):
    """Something to run."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(word for word in self.words if word not in ASIDE)

    def filled(self, figures: str) -> list[str]:
        """Return what to execute, with the file that takes its figures."""
        return [{PYTHON: sys.executable, FIGURES: figures}.get(word, word) for word in self.words]


class Shown(NamedTuple):
    """A kind of command, with how much of it each scale takes."""

    words: tuple[str, ...]
    amounts: tuple[int, int, int, int]
    """In the order of the scales."""
    kind: Literal["tests", "simulation", "load", "plain"]
    mark: str = ""
    """Of tests only those with this mark."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return what it is in short: the files of its tests, or the program without how much it tries."""
        if self.kind == "tests":
            return (f"pytest -m {self.mark}",) if self.mark else self.words
        return (" ".join((PYTHON, "-m", *self.words)).replace("-m -m", "-m"),)

    def is_tried(self, scale: Scale) -> bool:
        """Whether this scale takes any of it."""
        return self.amounts[SCALES.index(scale)] > 0

    def at(self, scale: Scale) -> Command:
        """The command at a scale."""
        amount = self.amounts[SCALES.index(scale)]
        if self.kind == "tests":
            return Command(self._tests(amount))
        if self.kind == "simulation":
            each = ("--each", str(EACH)) if amount >= ENOUGH_FOR_EACH else ()
            seeds = ("--seeds", str(amount), *each, "--figures", FIGURES)
            return Command((PYTHON, "-m", *self.words, *seeds))
        if self.kind == "load":
            small = SMALL_LOAD if scale == "ci" else ()
            return Command((PYTHON, "-m", *self.words, "--seconds", str(amount), *small))
        return Command((PYTHON, *self.words))

    def _tests(self, times: int) -> tuple[str, ...]:
        more = ("--walks", str(times), "--timeout", "0") if times > 1 else ()
        only = ("-m", self.mark) if self.mark else ()
        return (PYTHON, "-m", "pytest", "-q", *ASIDE, *more, *only, *self.words)


def suite(*nodes: str, nightly: int = 1, hours: int | None = None) -> Shown:
    """Tests that try this many times as much at night, and for hours."""
    return Shown(nodes, (1, max(1, nightly // 10), nightly, hours or 10 * nightly), "tests")


def marked(mark: str, *nodes: str) -> Shown:
    """Tests with a mark, which try as much at every scale."""
    return Shown(nodes, (1, 1, 1, 1), "tests", mark)


def simulation(*, ci: int, evening: int, nightly: int, hours: int) -> Shown:
    """A number of seeds of the simulation."""
    return Shown(("tests.simulation",), (ci, evening, nightly, hours), "simulation")


def load(*, ci: int, evening: int, nightly: int, hours: int) -> Shown:
    """A number of seconds of moves under load."""
    return Shown(("benchmarks.load",), (ci, evening, nightly, hours), "load")


def long_load(*, nightly: int, hours: int) -> Shown:
    """A number of seconds of moves whose memory is looked at. Fewer would say nothing."""
    words = ("benchmarks.load", "--only", "growth", "--warm-up", "900")
    return Shown(words, (0, 0, nightly, hours), "load")


def plain(*words: str) -> Shown:
    """A command that's the same at every scale."""
    return Shown(words, (1, 1, 1, 1), "plain")
