"""Answers first: work that nobody waits for gives way to presses, and while the event loop is behind.

A press is answered within some milliseconds, if nothing else gets between its steps. And a bot that shares
its processors with others gets too little of them for a while, most of all just after a start, when every
table is looked at. An answer that comes too late is lost. A table may follow later.
"""

import asyncio
from collections import deque
from typing import Any, Final, NamedTuple

from bot.timings import USUAL, Timings

MOST: Final = 4
"""How many steps run without a pause. A press has to wait for all of them."""
LOOK_SECONDS: Final = 0.002
"""How often to check whether the event loop is still behind."""
LATELY_SECONDS: Final = 1.0
"""Where someone has asked so lately, others are about to."""
REST_SECONDS: Final = 0.2
"""The pause between two steps even while the loop is behind, so that work never stops."""
NEVER: Final = float("-inf")


class _Waiting(NamedTuple):
    """Who waits for a step, and when presses keep them waiting no longer."""

    turn: asyncio.Future[None]
    until: float
    is_for_press: bool


class Background:
    """Lets such work take its steps in the order in which it asks, many at a time or few."""

    def __init__(self, timings: Timings = USUAL) -> None:
        self._timings = timings
        self.answering: set[asyncio.Task[Any]] = set()
        """Those who answer someone, whether the answer was announced or not."""
        self._presses: set[int] = set()
        """Those of which Discord has heard nothing so far."""
        self._waiting: deque[_Waiting] = deque()
        """In the order in which they take their steps: those for presses before everyone else."""
        self._most = self._left = MOST
        self._looking: asyncio.Handle | None = None
        self._stepped = self._asked = self._late = NEVER
        """When the last step was taken, an answer was due, and the loop was behind."""

    @property
    def is_behind(self) -> bool:
        """Whether answers came late a moment ago."""
        return asyncio.get_running_loop().time() - self._late < LATELY_SECONDS

    def came(self, press: int) -> None:
        """A press has come, known by a number."""
        self._presses.add(press)

    def heard(self, press: int) -> None:
        """Discord is being told of the answer to a press."""
        self._presses.discard(press)
        if self._waiting and not self._presses:
            self._watch()

    async def step(self, *, for_press: bool = False) -> None:
        """Wait until the next step may be taken. One `for_press` gives way to no other press."""
        if not self._waiting:
            self._watch()
        now = asyncio.get_running_loop().time()
        until = now if for_press else now + self._timings.press
        if self._left and (for_press or not (self._waiting or self._presses)):
            self._take(now)
            return
        turn = asyncio.get_running_loop().create_future()
        before = sum(one.is_for_press for one in self._waiting) if for_press else len(self._waiting)
        self._waiting.insert(before, _Waiting(turn, until, for_press))
        if for_press:
            self._watch()  # who came first so far may have to wait longer
        await turn

    def _may_go(self, until: float, now: float) -> bool:
        return not self._presses or now >= until

    def _watch(self) -> None:
        """Measure how long earlier work takes. While nobody takes a step, nobody measures."""
        loop = asyncio.get_running_loop()
        if isinstance(self._looking, asyncio.TimerHandle):
            self._looking.cancel()
            self._looking = None
        if self._looking is None:
            self._looking = loop.call_soon(self._look, loop.time())

    def _look(self, since: float) -> None:
        now, self._looking = asyncio.get_running_loop().time(), None
        if self.answering:
            self._asked = now
        if now - since > self._timings.behind and now - self._asked < LATELY_SECONDS:
            self._late = now
            self._most, self._left = 0, int(now - self._stepped >= REST_SECONDS)
        else:
            self._most = self._left = min(MOST, self._most + 1)
        while self._waiting and self._left and self._may_go(self._waiting[0].until, now):
            turn = self._waiting.popleft().turn
            if not turn.done():  # else the one who waited has been cancelled
                turn.set_result(None)
                self._take(now)
        if self._waiting:
            self._look_again(now)

    def _look_again(self, now: float) -> None:
        """As soon as the first who waits may take a step, and often while the loop is behind."""
        until = self._waiting[0].until
        at = until if not self._may_go(until, now) else now if self._most else now + LOOK_SECONDS
        if at > now:
            self._looking = asyncio.get_running_loop().call_at(at, self._look, at)
        else:
            self._watch()

    def _take(self, now: float) -> None:
        self._left -= 1
        self._stepped = now
