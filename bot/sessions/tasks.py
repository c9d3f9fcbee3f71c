"""Work that nobody waits for: held until it's done, since an event loop forgets what nobody holds."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """Carry out the present work. Return False when there's none."""

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
