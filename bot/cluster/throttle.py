"""Keeping within what Discord grants: requests that would be too many a second wait for their turn."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Literal

STEADY: Final = 0.8
"""Which share of what is granted is spread evenly over each second."""
AT_ONCE: Final = 0.1
"""Which share more may be sent at once. The last tenth is left, because on the way requests catch up."""
MAX_TAKEN: Final = 5
"""How many turns are taken at a time, where this many requests wait."""

Allowance = Literal["requests", "openings"]
"""What Discord limits for the bot as a whole: requests, and among them the opening of DM channels."""
Take = Callable[[Allowance, int, float, float], Awaitable[float]]
"""Takes this many turns, this many seconds apart. After a rest the turns of this many seconds come at once.

Gives in how many seconds the first of them begins. Less than nothing where it could have begun before.
"""


class Throttle:
    """Lets at most `granted` requests through within any second, in their order. 0 lets all through.

    After a while of rest `at_once` more go through without waiting. Usually a share of what is granted. All
    processes of a bot share what `take` gives.

    Discord refuses what is too much with 429 and holds it against the bot: it's better never to ask.
    """

    def __init__(self, what: Allowance, granted: float, take: Take, *, at_once: float | None = None) -> None:
        self._what: Allowance = what
        self._interval = 1 / (granted * STEADY) if granted else 0.0
        self._ahead = (granted * AT_ONCE if at_once is None else at_once) * self._interval
        self._take = take
        self._taken: deque[float] = deque()
        self._waiting = 0
        self._queue = asyncio.Lock()

    async def turn(self) -> None:
        """Wait until one more request may be sent. Raises what asking for turns raises."""
        if not self._interval:
            return
        self._waiting += 1
        try:
            async with self._queue:
                await self._begin(await self._next())
        finally:
            self._waiting -= 1

    async def _begin(self, at: float) -> None:
        """Wait until a turn begins. Who gives up before that leaves it to the next."""
        if (wait := at - asyncio.get_running_loop().time()) > 0:
            try:
                await asyncio.sleep(wait)
            except asyncio.CancelledError:
                self._taken.appendleft(at)
                raise

    async def _next(self) -> float:
        """Return the start of the next turn. Turns lost to a busy loop aren't made up for."""
        clock = asyncio.get_running_loop().time
        while self._taken:
            if (at := self._taken.popleft()) >= clock() - self._ahead:
                return at
        number = min(self._waiting, MAX_TAKEN)
        first = await self._take(self._what, number, self._interval, self._ahead)
        # Counted from the answer, so that what asking has taken makes no turn come early.
        self._taken.extend(clock() + max(0.0, first + place * self._interval) for place in range(number))
        return self._taken.popleft()
