"""Answers first: work that nobody waits for gives way while the event loop is behind with answers.

A bot that shares its processors with others gets too little of them for a while, most of all just after a
start, when every table is looked at. An answer that comes too late is lost; a table may follow later.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

BEHIND_SECONDS = 0.03
"""What is to be done next, and comes so late, says that answers come late as well."""
MOST: Final = 20
"""How many steps are taken at a time at most."""
MORE: Final = 4
"""While the loop is behind there are none; each time that it is not so many more again."""
LATELY_SECONDS: Final = 1.0
"""Where somebody has asked so lately, others are about to."""
REST_SECONDS: Final = 0.2
"""One step is taken so long after the last one even while the loop is behind: nothing stands still."""
NEVER: Final = float("-inf")


class Background:
    """Lets such work take its steps in the order in which it asks, many at a time or few.

    `is_answering` says whether anybody waits for an answer.
    """

    def __init__(self, is_answering: Callable[[], bool]) -> None:
        self._is_answering = is_answering
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._most = self._left = MOST
        self._is_looking = False
        self._stepped = self._asked = self._late = NEVER
        """When the last step was taken, an answer was due, and the loop was behind."""

    @property
    def is_behind(self) -> bool:
        """Whether answers came late a moment ago."""
        return asyncio.get_running_loop().time() - self._late < LATELY_SECONDS

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
        """Look how long all takes that is to be done before; while nobody takes a step nobody looks."""
        if not self._is_looking:
            self._is_looking = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self._look, loop.time())

    def _look(self, since: float) -> None:
        now, self._is_looking = asyncio.get_running_loop().time(), False
        if self._is_answering():
            self._asked = now
        if now - since > BEHIND_SECONDS and now - self._asked < LATELY_SECONDS:
            self._late = now
            self._most, self._left = 0, int(now - self._stepped >= REST_SECONDS)
        else:
            self._most = self._left = min(MOST, self._most + MORE)
        while self._waiting and self._left:
            turn = self._waiting.popleft()
            if not turn.done():  # else the one who waited has been cancelled
                turn.set_result(None)
                self._take(now)
        if self._waiting:
            self._watch()

    def _take(self, now: float) -> None:
        self._left -= 1
        self._stepped = now
