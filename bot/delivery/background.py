"""Answers first: work that nobody waits for gives way while the event loop is behind with answers.

A bot that shares its processors with others gets too little of them for a while, most of all just after a
start, when every table is looked at. An answer that comes too late is lost; a table may follow later.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

TICK_SECONDS: Final = 0.05
BEHIND_SECONDS: Final = 0.03
"""A tick that comes so late says that answers come late as well."""
MOST: Final = 20
"""How many steps are taken between two ticks at most."""
MORE: Final = 4
"""While the loop is behind there are none; with each tick that comes in time so many more again."""
LATELY_SECONDS: Final = 1.0
"""Where somebody has asked so lately, others are about to."""
REST_SECONDS: Final = 0.2
"""One step is taken so long after the last one even then: nothing stands still."""


class Background:
    """Lets such work take its steps in the order in which it asks, many at a time or few.

    `is_answering` says whether anybody waits for an answer.
    """

    def __init__(self, is_answering: Callable[[], bool]) -> None:
        self._is_answering = is_answering
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._most = self._left = MOST
        self._due: float | None = None
        self._stepped = 0.0
        self._asked = float("-inf")

    @property
    def is_behind(self) -> bool:
        """Whether answers come late at present."""
        return not self._most

    async def step(self) -> None:
        """Wait until the next step may be taken."""
        self._watch()
        if self._left and not self._waiting:
            self._take(asyncio.get_running_loop().time())
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    def _watch(self) -> None:
        """Look how late the next tick comes; while nobody wants to take a step there are none."""
        if self._due is None:
            loop = asyncio.get_running_loop()
            self._due = loop.time() + TICK_SECONDS
            loop.call_at(self._due, self._look)

    def _look(self) -> None:
        """See how late it is, and go on when what has come meanwhile is known, too."""
        loop = asyncio.get_running_loop()
        assert self._due is not None
        loop.call_soon(loop.call_soon, self._tick, loop.time() - self._due)

    def _tick(self, late: float) -> None:
        now, self._due = asyncio.get_running_loop().time(), None
        if self._is_answering():
            self._asked = now
        is_behind = late > BEHIND_SECONDS and now - self._asked < LATELY_SECONDS
        self._most = 0 if is_behind else min(MOST, self._most + MORE)
        self._left = self._most or int(now - self._stepped >= REST_SECONDS)
        while self._waiting and self._left:
            turn = self._waiting.popleft()
            if not turn.done():  # else the one who waited has been cancelled
                turn.set_result(None)
                self._take(now)
        if self._waiting or self._left < MOST:
            self._watch()

    def _take(self, now: float) -> None:
        self._left -= 1
        self._stepped = now
