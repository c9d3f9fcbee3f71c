"""Users who ask faster than anyone can read get no suggestions for a moment, which spares the others."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 15.0
"""How many suggestions a user gets in a row."""
A_SECOND: Final = 5.0
MAX_KNOWN: Final = 2000
"""How many users are remembered, the most recent ones."""


class RateLimiter:
    """Counts the requests of each user. The `clock` is in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """How many more a user could have at a time."""

    def is_too_much(self, user_id: int) -> bool:
        """Whether this user has had too many lately. Otherwise this one is counted."""
        now = self._clock()
        left, at = self._left.pop(user_id, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - at) * A_SECOND)
        is_flood = left < 1
        self._left[user_id] = (left if is_flood else left - 1, now)
        if len(self._left) > MAX_KNOWN:
            self._left.popitem(last=False)
        return is_flood
