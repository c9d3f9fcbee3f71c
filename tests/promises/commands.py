"""Commands that show promises, at four scales: for a change, an evening, a night, or many hours."""

import sys
from typing import Literal, NamedTuple

Scale = Literal["ci", "evening", "nightly", "hours"]
SCALES: tuple[Scale, ...] = ("ci", "evening", "nightly", "hours")
PYTHON = "python"
FIGURES = "FIGURES"
"""The placeholder in a command for the file that takes its figures."""
HIDDEN_OPTIONS = ("-n", "auto", "--dist", "worksteal", "--figures", FIGURES)
"""Options that don't change what a command shows, so it's printed without them."""
MIN_EACH = 20
"""The number of times that a long simulation must meet every fault at every place."""
MIN_LONG_SEEDS = 10_000
"""The number of seeds from which a simulation counts as long."""
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
"""A load far below the promised one, and short: its figures only show that everything works."""


class Command(NamedTuple):
    """A command to run."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(word for word in self.words if word not in HIDDEN_OPTIONS)

    def filled(self, figures: str) -> list[str]:
        """Return the words to execute, with the file that takes the figures."""
        return [{PYTHON: sys.executable, FIGURES: figures}.get(word, word) for word in self.words]


class Check(NamedTuple):
    """A kind of command that shows a promise, with its amount at each scale."""

    words: tuple[str, ...]
    amounts: tuple[int, int, int, int]
    """One amount for each scale, in their order."""
    kind: Literal["tests", "simulation", "load", "plain"]
    mark: str = ""
    """The mark of the tests to run. Empty: any test."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return short names: the files of its tests, or the program without its amount."""
        if self.kind == "tests":
            return (f"pytest -m {self.mark}",) if self.mark else self.words
        return (" ".join((PYTHON, "-m", *self.words)).replace("-m -m", "-m"),)

    def is_tried(self, scale: Scale) -> bool:
        """Whether it's run at this scale at all."""
        return self.amounts[SCALES.index(scale)] > 0

    def at(self, scale: Scale) -> Command:
        """Return the command at a scale."""
        amount = self.amounts[SCALES.index(scale)]
        if self.kind == "tests":
            return Command(self._tests(amount))
        if self.kind == "simulation":
            each = ("--each", str(MIN_EACH)) if amount >= MIN_LONG_SEEDS else ()
            seeds = ("--seeds", str(amount), *each, "--figures", FIGURES)
            return Command((PYTHON, "-m", *self.words, *seeds))
        if self.kind == "load":
            small = SMALL_LOAD if scale == "ci" else ()
            return Command((PYTHON, "-m", *self.words, "--seconds", str(amount), *small))
        return Command((PYTHON, *self.words))

    def _tests(self, times: int) -> tuple[str, ...]:
        more = ("--walks", str(times), "--timeout", "0") if times > 1 else ()
        only = ("-m", self.mark) if self.mark else ()
        return (PYTHON, "-m", "pytest", "-q", *HIDDEN_OPTIONS, *more, *only, *self.words)


def suite(*nodes: str, nightly: int = 1, hours: int | None = None) -> Check:
    """Return tests that try this many times as much at night, and at the scale of hours."""
    return Check(nodes, (1, max(1, nightly // 10), nightly, hours or 10 * nightly), "tests")


def marked(mark: str, *nodes: str) -> Check:
    """Return the tests with a mark, which try as much at every scale."""
    return Check(nodes, (1, 1, 1, 1), "tests", mark)


def simulation(*, ci: int, evening: int, nightly: int, hours: int) -> Check:
    """Return a simulation with this number of seeds at each scale."""
    return Check(("tests.simulation",), (ci, evening, nightly, hours), "simulation")


def load(*, ci: int, evening: int, nightly: int, hours: int) -> Check:
    """Return a load with this many seconds of moves at each scale."""
    return Check(("benchmarks.load",), (ci, evening, nightly, hours), "load")


def long_load(*, nightly: int, hours: int) -> Check:
    """Return a load whose memory is measured for this many seconds. Fewer wouldn't show anything."""
    words = ("benchmarks.load", "--only", "growth", "--warm-up", "900")
    return Check(words, (0, 0, nightly, hours), "load")


def plain(*words: str) -> Check:
    """Return a command that's the same at every scale."""
    return Check(words, (1, 1, 1, 1), "plain")
