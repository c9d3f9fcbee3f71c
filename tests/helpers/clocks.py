"""The time in tests: it passes when a test says so."""

from collections.abc import Callable


class SetClock:
    """Gives the time of one function; `elapsed` that of another, or the same."""

    def __init__(self, now: Callable[[], float], elapsed: Callable[[], float] | None = None) -> None:
        self._now, self._elapsed = now, elapsed or now

    def __call__(self) -> float:
        return self._now()

    @property
    def elapsed(self) -> float:
        """Seconds since some moment."""
        return self._elapsed()
