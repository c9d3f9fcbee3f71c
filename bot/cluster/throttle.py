"""The throttle for requests to Discord: those beyond its limit per second wait for their turn."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Literal

STEADY_SHARE: Final = 0.8
"""The share of the limit that's spread evenly over each second."""
BURST_SHARE: Final = 0.1
"""The additional share that may be sent at once. The last tenth stays free, because requests bunch up."""
MAX_TAKEN: Final = 5
"""The maximum number of turns taken at a time. There are never more than waiting requests."""

Allowance = Literal["requests", "openings"]
"""A limit that Discord sets for the whole bot: on all requests, or on those that open DM channels."""
Take = Callable[[Allowance, int, float, float], Awaitable[float]]
"""A function that takes turns, given an allowance, their number, the seconds between them, and `ahead`.

After a rest, the turns of `ahead` seconds are free at once. It returns the seconds until the first turn
begins, which are negative if it could have begun before.
"""


class Throttle:
    """A queue that lets at most `limit` requests through in any second. 0 means no limit.

    After a rest, `burst` more go through without waiting. The default is a share of `limit`. All
    processes of a bot share the turns that `take` gives.

    Discord refuses requests beyond its limit with 429 and counts them against the bot, so we don't send any.
    """

    def __init__(self, allowance: Allowance, limit: float, take: Take, *, burst: float | None = None) -> None:
        self._allowance: Allowance = allowance
        self._interval = 1 / (limit * STEADY_SHARE) if limit else 0.0
        self._ahead = (limit * BURST_SHARE if burst is None else burst) * self._interval
        self._take = take
        self._taken: deque[float] = deque()
        self._waiting = 0
        self._queue = asyncio.Lock()

    async def turn(self) -> None:
        """Wait until one more request may be sent. Raises whatever `take` raises."""
        if not self._interval:
            return
        self._waiting += 1
        try:
            async with self._queue:
                await self._begin(await self._next())
        finally:
            self._waiting -= 1

    async def _begin(self, at: float) -> None:
        """Wait until a turn begins. If cancelled before that, leave the turn to the next request."""
        if (wait := at - asyncio.get_running_loop().time()) > 0:
            try:
                await asyncio.sleep(wait)
            except asyncio.CancelledError:
                self._taken.appendleft(at)
                raise

    async def _next(self) -> float:
        """Return the start of the next turn. Turns missed by a busy event loop are lost."""
        clock = asyncio.get_running_loop().time
        while self._taken:
            if (at := self._taken.popleft()) >= clock() - self._ahead:
                return at
        number = min(self._waiting, MAX_TAKEN)
        first = await self._take(self._allowance, number, self._interval, self._ahead)
        # Counted from the answer, so that the time it took doesn't make any turn come early.
        self._taken.extend(clock() + max(0.0, first + place * self._interval) for place in range(number))
        return self._taken.popleft()
