"""Notices a connection that is alive and brings nothing: silence where there was always something."""

from math import exp
from typing import Final, Protocol

SILENCE_SECONDS: Final = 600.0
EXPECTED: Final = 20.0
"""With fewer interactions to be expected in that time, silence may be chance."""
MEMORY_SECONDS: Final = 3600.0
"""How far back the usual rate looks, roughly."""


class Elapsing(Protocol):
    """A clock whose elapsed seconds never jump."""

    @property
    def elapsed(self) -> float:
        """Return the seconds since some moment."""


class Watchdog:
    """Compares the silence since the last interaction with the usual rate."""

    def __init__(self, clock: Elapsing) -> None:
        self._clock = clock
        self._last = clock.elapsed
        self._rate = 0.0

    def saw(self) -> None:
        """An interaction has arrived."""
        now = self._clock.elapsed
        self._rate = self._rate * exp((self._last - now) / MEMORY_SECONDS) + 1 / MEMORY_SECONDS
        self._last = now

    @property
    def is_alarmed(self) -> bool:
        """Whether it has been silent too long for chance."""
        silence = self._clock.elapsed - self._last
        return silence >= SILENCE_SECONDS and self._rate * SILENCE_SECONDS >= EXPECTED

    def calm_down(self) -> None:
        """Something was done about it: measure the usual rate again from here."""
        self._last, self._rate = self._clock.elapsed, 0.0
