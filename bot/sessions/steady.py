"""The time, in two senses: the date, and how much has passed."""

from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Calling it gives seconds since the epoch, which may be set. `elapsed` never jumps."""

    def __call__(self) -> float:
        """Seconds since the epoch."""

    @property
    def elapsed(self) -> float:
        """Seconds since some moment, by the monotonic clock."""


class SteadyClock:
    """Seconds since the epoch that never jump: the wall clock once, then the monotonic one.

    In thousandths: what is stored of a time takes room in every packed game.
    """

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._ahead = wall() - monotonic()

    def __call__(self) -> float:
        return round(self._monotonic() + self._ahead, 3)

    @property
    def elapsed(self) -> float:
        """Seconds since some moment, by the monotonic clock. `follow` doesn't change it."""
        return self._monotonic()

    @property
    def drift(self) -> float:
        """By how much the wall clock is ahead."""
        return self._wall() - self()

    def follow(self, drift: float) -> None:
        """Correct a drift. Later jumps of the wall clock count separately."""
        self._ahead += drift
