"""Work beside what's under way: tasks that nobody waits for, and long reading."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final, TypeVar

T = TypeVar("T")


class Tasks:
    """Work that nobody waits for, held until it's done: an event loop forgets what nobody holds."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._under_way)

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin something. Returns at once. Raises RuntimeError where no event loop runs any more."""
        try:
            task = asyncio.get_running_loop().create_task(work)
        except RuntimeError:
            work.close()  # else Python complains that it was forgotten
            raise
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    def cancel(self) -> None:
        """Have all of it end. Returns at once."""
        for task in self._under_way:
            task.cancel()

    async def wait(self) -> None:
        """Wait until all of it has ended. It goes on when nobody waits any longer."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def close(self) -> None:
        """End all of it."""
        self.cancel()
        await self.wait()


def forgive(doing: "asyncio.Future[Any]") -> None:
    """Take an error for known: it's the caller's, and where the caller has gone, nobody wants it."""
    if not doing.cancelled():
        doing.exception()


_READER: Final = ThreadPoolExecutor(1, thread_name_prefix="reader")
"""It reads one thing after another, however many people ask: threads share one processor with moves."""


async def read_apart(read: Callable[[], T]) -> T:
    """Make what takes long to read, such as the log of a long game, next to the moves."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_READER, partial(copy_context().run, read))
