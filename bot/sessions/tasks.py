"""Work that nobody waits for: held until it is done, since an event loop forgets what nobody holds."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)


class Tasks:
    """What is under way; false when that is nothing."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._under_way)

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin something; returns at once. Raises RuntimeError where no event loop runs any more."""
        try:
            task = asyncio.get_running_loop().create_task(work)
        except RuntimeError:
            work.close()  # else Python complains that it was forgotten
            raise
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    def cancel(self) -> None:
        """Have all of it end; returns at once."""
        for task in self._under_way:
            task.cancel()

    async def wait(self) -> None:
        """Wait until all of it has ended; it goes on when nobody waits any longer."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def close(self) -> None:
        """End all of it."""
        self.cancel()
        await self.wait()


class Delayed(Generic[Key]):
    """Calls that are made later, at most one for each key."""

    def __init__(self) -> None:
        self._handles: dict[Key, asyncio.TimerHandle] = {}
        self.is_closed = False

    def __len__(self) -> int:
        return len(self._handles)

    def __contains__(self, key: Key) -> bool:
        return key in self._handles

    def put(self, key: Key, seconds: float, call: Callable[[], object]) -> None:
        """Make a call after so many seconds, in place of an earlier one of this key."""
        self.drop(key)
        if not self.is_closed:
            loop = asyncio.get_running_loop()
            self._handles[key] = loop.call_later(seconds, self._ring, key, call)

    def _ring(self, key: Key, call: Callable[[], object]) -> None:
        del self._handles[key]
        call()

    def drop(self, key: Key) -> None:
        """Call off a call."""
        if (handle := self._handles.pop(key, None)) is not None:
            handle.cancel()

    def close(self) -> None:
        """Make no call any more."""
        self.is_closed = True
        for key in list(self._handles):
            self.drop(key)
