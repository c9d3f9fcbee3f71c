"""The time in tests, which passes only when a test says so."""

from collections.abc import Callable


class SetClock:
    """A clock that replaces one function, and with `elapsed` another one."""

    def __init__(self, now: Callable[[], float], elapsed: Callable[[], float] | None = None) -> None:
        self._now, self._elapsed = now, elapsed or now

    def __call__(self) -> float:
        return self._now()

    @property
    def elapsed(self) -> float:
        """Return seconds since some moment."""
        return self._elapsed()
