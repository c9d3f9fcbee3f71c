"""Keeping within what Discord grants: requests that would be too many a second wait for their turn."""

import asyncio
from typing import Final

AT_ONCE: Final = 0.2
"""Which share of a second's requests may be sent at once; the rest is spread evenly over each second."""


class Throttle:
    """Lets at most `granted` requests through within any second, first come first served; 0 lets all through.

    Discord refuses what is too much with 429 and holds it against the bot: it is better never to ask.
    """

    def __init__(self, granted: float) -> None:
        self._interval = 1 / (granted * (1 - AT_ONCE)) if granted else 0.0
        self._ahead = granted * AT_ONCE * self._interval
        self._due = float("-inf")

    async def turn(self) -> None:
        """Wait until one more request may be sent."""
        if not self._interval:
            return
        now = asyncio.get_running_loop().time()
        self._due = max(self._due, now - self._ahead) + self._interval
        if self._due > now:
            await asyncio.sleep(self._due - now)
