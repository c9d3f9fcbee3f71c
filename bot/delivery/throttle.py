"""Keeping within what Discord grants: requests that would be too many a second wait for their turn."""

import asyncio
from typing import Final

STEADY: Final = 0.8
"""Which share of what is granted is spread evenly over each second."""
AT_ONCE: Final = 0.1
"""Which share more may be sent at once. The last tenth is left, because on the way requests catch up."""


class Throttle:
    """Lets at most `granted` requests through within any second, in their order; 0 lets all through.

    After a while of rest `at_once` more go through without waiting; usually a share of what is granted.

    Discord refuses what is too much with 429 and holds it against the bot: it is better never to ask.
    """

    def __init__(self, granted: float, *, at_once: float | None = None) -> None:
        self._interval = 1 / (granted * STEADY) if granted else 0.0
        self._ahead = (granted * AT_ONCE if at_once is None else at_once) * self._interval
        self._free_at = float("-inf")
        self._queue = asyncio.Lock()

    async def turn(self) -> None:
        """Wait until one more request may be sent."""
        if not self._interval:
            return
        clock = asyncio.get_running_loop().time
        async with self._queue:
            if (wait := self._free_at - clock()) > 0:
                await asyncio.sleep(wait)
            # Counted from now, not from when it was due: what a busy loop held up must not come all at once.
            self._free_at = max(self._free_at, clock() - self._ahead) + self._interval
