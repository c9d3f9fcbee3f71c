"""An event loop on a virtual clock: chance picks the next step, and waiting is instant."""

import asyncio
from collections.abc import Callable
from heapq import heappop
from random import Random
from typing import Any

TIMER_SPREAD = 0.01
"""Timers this close fall due together, in random order, as on a busy machine."""


class Crash(KeyboardInterrupt):
    """The death of the process. asyncio lets this kind of error through at once, like a crash."""


class Deadlock(Exception):
    """A deadlock: nothing is ready and no timer is set."""


class SeededLoop(asyncio.BaseEventLoop):
    """A loop whose order depends only on `chance`, and whose clock jumps to the next timer."""

    _ready: Any
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, chance: Random, now: float) -> None:
        super().__init__()
        self._chance = chance
        self._now = now
        self.steps = 0
        self.complaints: list[str] = []
        self.set_exception_handler(self._complain)

    def time(self) -> float:
        return self._now

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Run a function here a little later, because threads don't depend on the seed."""
        return self.create_task(self._work(func, args))

    def dispose(self) -> None:
        """Forget everything that hasn't run, like a dead process."""
        self.set_exception_handler(lambda _loop, _context: None)
        for task in sorted(asyncio.all_tasks(self), key=_creation_key):
            _close_quietly(task)
        self.close()

    def _run_once(self) -> None:
        if not self._ready:
            self._jump()
        self._ready.rotate(-int(self._chance.random() * len(self._ready)))
        handle = self._ready.popleft()
        self.steps += 1
        if not handle.cancelled():
            handle._run()

    def _jump(self) -> None:
        """Advance the clock to the next timers."""
        while self._scheduled and self._scheduled[0].cancelled():
            heappop(self._scheduled)
        if not self._scheduled:
            raise Deadlock
        last = self._scheduled[0].when() + TIMER_SPREAD
        while self._scheduled and self._scheduled[0].when() <= last:
            timer = heappop(self._scheduled)
            self._now = max(self._now, timer.when())
            self._ready.append(timer)

    def _process_events(self, event_list: Any) -> None:
        """Do nothing, because events never come from outside."""

    def _write_to_self(self) -> None:
        """Do nothing, because there's no other thread to wake."""

    async def _work(self, func: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        await asyncio.sleep(self._chance.random() / 20)
        return func(*args)

    def _complain(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.complaints.append(f"{context['message']}: {context.get('exception')!r}")


def _creation_key(task: "asyncio.Task[Any]") -> tuple[int, str]:
    """Return a sort key that orders tasks by creation, using the number in their name."""
    return (len(task.get_name()), task.get_name())


def _close_quietly(task: "asyncio.Task[Any]") -> None:
    coroutine: Any = task.get_coro()
    try:
        coroutine.close()
    except (RuntimeError, ValueError):
        return
