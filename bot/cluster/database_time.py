"""The time by the clock of the database, which all processes share."""

from collections.abc import Callable
from math import inf
from typing import Final

UNSURE_SECONDS: Final = 1.0
"""An answer that took longer doesn't tell the time well enough."""


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
