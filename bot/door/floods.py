"""Who asks faster than anybody reads gets no suggestions for a moment, so that others need not wait."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 15.0
"""How many suggestions a user gets in a row; nobody types faster than Discord asks."""
A_SECOND: Final = 5.0
MAX_KNOWN: Final = 2000
"""How many users are remembered; who asked longest ago is forgotten."""


class Floods:
    """Counts what each user asks; `clock` is in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """How many more a user could have at a time."""

    def is_too_much(self, user_id: int) -> bool:
        """Whether this user has had too much lately; what is granted is counted."""
        now = self._clock()
        left, at = self._left.pop(user_id, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - at) * A_SECOND)
        is_flood = left < 1
        self._left[user_id] = (left if is_flood else left - 1, now)
        if len(self._left) > MAX_KNOWN:
            self._left.popitem(last=False)
        return is_flood
