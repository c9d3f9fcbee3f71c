"""How old an interaction is when it reaches us, by Discord's own clock.

Discord forgets an interaction after three seconds. A move made later would stand without an answer, and
its player would believe that nothing had happened; so it is not made at all.
"""

from collections import deque
from typing import Final

LATE_SECONDS: Final = 2.5
JUMP_SECONDS: Final = 60.0
"""No interaction is so late: then our own clock was set."""
REMEMBERED: Final = 200


class Lateness:
    """Compares the time in interaction ids with our clock; the smallest difference of late is the skew."""

    def __init__(self) -> None:
        self._differences: deque[float] = deque(maxlen=REMEMBERED)

    def lag(self, sent_at: float, now: float) -> float:
        """For how long an interaction sent at this time (Discord's clock, seconds) was under way."""
        difference = now - sent_at
        self._differences.append(difference)
        behind = difference - min(self._differences)
        if behind > JUMP_SECONDS:
            self._differences = deque([difference], maxlen=REMEMBERED)
            return 0.0
        return behind
