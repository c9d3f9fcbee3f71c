"""Background work, which gives way to presses and rests while the event loop is behind.

A press is answered within some milliseconds, if nothing else comes between its steps. But a bot that shares
its processors with others gets too little of them at times, most of all after a start, when it looks at every
table. An answer that comes too late is lost. A table can follow later.
"""

import asyncio
from collections import deque
from typing import Any, Final, NamedTuple

from bot.timings import USUAL, Timings

MAX_STEPS: Final = 4
"""The most steps taken without a pause. A press has to wait for all of them."""
CHECK_SECONDS: Final = 0.002
"""The time between checks whether the event loop is still behind."""
RECENT_SECONDS: Final = 1.0
"""The time after an answer in which more presses are likely."""
REST_SECONDS: Final = 0.2
"""The longest pause between two steps while the loop is behind, so that work never stops."""
NEVER: Final = float("-inf")


class _Waiter(NamedTuple):
    """A caller that waits for a step, and the time at which it stops giving way to presses."""

    turn: asyncio.Future[None]
    until: float
    is_for_press: bool


class Background:
    """A queue for the steps of background work, which lets many or few through at a time."""

    def __init__(self, timings: Timings = USUAL) -> None:
        self._timings = timings
        self.answering: set[asyncio.Task[Any]] = set()
        """The tasks that answer someone, whether Discord knows that an answer comes or not."""
        self._presses: set[int] = set()
        """The presses whose answers Discord hasn't heard of yet."""
        self._waiting: deque[_Waiter] = deque()
        """The waiting callers in order, those for presses before everyone else."""
        self._max_steps = self._steps_left = MAX_STEPS
        self._handle: asyncio.Handle | None = None
        self._stepped_at = self._answered_at = self._late_at = NEVER
        """The last times at which a step was taken, an answer was due, and the loop was behind."""

    @property
    def is_behind(self) -> bool:
        """Whether answers came late a moment ago."""
        return asyncio.get_running_loop().time() - self._late_at < RECENT_SECONDS

    def add_press(self, press: int) -> None:
        """Note a press that has come, by its number."""
        self._presses.add(press)

    def drop_press(self, press: int) -> None:
        """Note that Discord is being told of the answer to a press."""
        self._presses.discard(press)
        if self._waiting and not self._presses:
            self._watch()

    async def step(self, *, for_press: bool = False) -> None:
        """Wait until the next step may be taken. A step `for_press` doesn't give way to presses."""
        if not self._waiting:
            self._watch()
        now = asyncio.get_running_loop().time()
        until = now if for_press else now + self._timings.press
        if self._steps_left and (for_press or not self._waiting) and self._may_go(until, now):
            self._count_step(now)
            return
        turn = asyncio.get_running_loop().create_future()
        before = sum(one.is_for_press for one in self._waiting) if for_press else len(self._waiting)
        self._waiting.insert(before, _Waiter(turn, until, for_press))
        if for_press:
            self._watch()  # the first caller so far may have to wait longer
        await turn

    def _may_go(self, until: float, now: float) -> bool:
        return not self._presses or now >= until

    def _watch(self) -> None:
        """Measure how long the event loop takes for earlier work. That's only done while steps wait."""
        loop = asyncio.get_running_loop()
        if isinstance(self._handle, asyncio.TimerHandle):
            self._handle.cancel()
            self._handle = None
        if self._handle is None:
            self._handle = loop.call_soon(self._check, loop.time())

    def _check(self, since: float) -> None:
        now, self._handle = asyncio.get_running_loop().time(), None
        if self.answering:
            self._answered_at = now
        if now - since > self._timings.behind and now - self._answered_at < RECENT_SECONDS:
            self._late_at = now
            self._max_steps, self._steps_left = 0, int(now - self._stepped_at >= REST_SECONDS)
        else:
            self._max_steps = self._steps_left = min(MAX_STEPS, self._max_steps + 1)
        while self._waiting and self._steps_left and self._may_go(self._waiting[0].until, now):
            turn = self._waiting.popleft().turn
            if not turn.done():  # else its caller was cancelled
                turn.set_result(None)
                self._count_step(now)
        if self._waiting:
            self._check_again(now)

    def _check_again(self, now: float) -> None:
        """Look again once the first caller may take a step, and often while the loop is behind."""
        until = self._waiting[0].until
        at = until if not self._may_go(until, now) else now if self._max_steps else now + CHECK_SECONDS
        if at > now:
            self._handle = asyncio.get_running_loop().call_at(at, self._check, at)
        else:
            self._watch()

    def _count_step(self, now: float) -> None:
        self._steps_left -= 1
        self._stepped_at = now
