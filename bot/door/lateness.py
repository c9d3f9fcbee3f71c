"""How old an interaction is when it reaches us, by Discord's own clock.

Discord forgets an interaction after three seconds. A move made later would stand without an answer, and
its player would believe that nothing had happened. So the bot doesn't make it at all.
"""

from typing import Final

LATE_SECONDS: Final = 2.5
DRIFT: Final = 2e-4
"""No two clocks drift apart by more in a second, even where nobody sets them."""


class Lateness:
    """Compares the time in interaction ids with our clock: the quickest press so far took no time."""

    def __init__(self) -> None:
        self._least = float("inf")
        self._at = 0.0

    def lag(self, sent_at: float, now: float) -> float:
        """For how long an interaction sent at this time (Discord's clock, seconds) was under way."""
        difference = now - sent_at
        self._least = min(difference, self._least + DRIFT * (now - self._at))
        self._at = now
        return difference - self._least
