"""The time, asked in two ways: what day it is, and how much of it has passed."""

from collections.abc import Callable
from math import inf
from typing import Final, Protocol

UNSURE_SECONDS: Final = 1.0
"""An answer that took longer does not tell the time well enough."""


class Clock(Protocol):
    """Calling it gives seconds since the epoch, which may be set; `elapsed` never jumps."""

    def __call__(self) -> float:
        """Seconds since the epoch."""

    @property
    def elapsed(self) -> float:
        """Seconds since some moment, by the monotonic clock."""


class DatabaseTime:
    """Seconds since the epoch by the clock of a database that several machines share, as it was last seen."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self.elapsed = monotonic
        self._ahead = 0.0
        self._unsure = inf
        """How many seconds the best answer so far has taken."""

    @property
    def is_sure(self) -> bool:
        """Whether an answer came quickly enough to tell the time well."""
        return self._unsure < UNSURE_SECONDS

    def see(self, time: float, asked_at: float) -> None:
        """Follow what the database's clock said when asked at that moment of the monotonic clock.

        A slow answer is better than none, but not better than a quicker one before.
        """
        now = self.elapsed()
        if now - asked_at < max(UNSURE_SECONDS, self._unsure):
            self._unsure = min(self._unsure, now - asked_at)
            self._ahead = time - (asked_at + now) / 2

    def __call__(self) -> float:
        return self.elapsed() + self._ahead


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
        """Seconds since some moment, by the monotonic clock; `follow` does not change it."""
        return self._monotonic()

    @property
    def drift(self) -> float:
        """By how much the wall clock is ahead."""
        return self._wall() - self()

    def follow(self, drift: float) -> None:
        """Make good a drift; what the wall clock has done since then is another one."""
        self._ahead += drift
