"""The agenda of everything due later or regularly, tasks that nobody awaits, and long reads."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final, TypeVar

import structlog

from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

T = TypeVar("T")

AGAIN_SECONDS: Final = 10.0
"""The time from a failure to the next attempt."""

Key = tuple[object, ...]
"""The kind of an entry and its place: `("clock", 7)`."""
Work = Callable[[], Awaitable[float | None]]
"""Something to do. It returns the seconds until it's due again, or None if it isn't."""


class Agenda:
    """A timetable of work. For each key, only one piece of work runs at a time.

    A failure is logged, and the work is tried again unless other work was put under its key meanwhile.
    """

    def __init__(self) -> None:
        self._due: dict[Key, asyncio.TimerHandle] = {}
        self._held: dict[Key, tuple[float, Work]] = {}
        """Work that waits until the clocks go on, and the seconds that it waits after that."""
        self._doing: dict[Key, asyncio.Task[None]] = {}
        self._next: dict[Key, Work] = {}
        """Work that came due while other work of its key was being done."""
        self.is_closed = False

    def put(self, key: Key, seconds: float, work: Work) -> None:
        """Do something in a number of seconds, in place of anything that was due under this key."""
        self.drop(key)
        if self.is_closed:
            return
        if seconds > 0:
            loop = asyncio.get_running_loop()
            self._due[key] = loop.call_later(seconds, self._begin, key, work)
        else:
            self._begin(key, work)

    def put_sooner(self, key: Key, seconds: float, work: Work) -> None:
        """Do something in a number of seconds, unless this key is due sooner."""
        due = self._due.get(key)
        is_sooner = due is None or asyncio.get_running_loop().time() + seconds < due.when()
        if is_sooner and key not in self._next:
            self.put(key, seconds, work)

    def hold(self, key: Key, seconds: float, work: Work) -> None:
        """Do something once all clocks have gone on for a number of seconds."""
        self.drop(key)
        self._held[key] = seconds, work

    def go_on(self) -> None:
        """Put all held work on the agenda, because the clocks go on."""
        for key, (seconds, work) in list(self._held.items()):
            self.put(key, seconds, work)

    def every(self, seconds: float, do: Callable[[], Awaitable[object]]) -> None:
        """Do something now and repeatedly, with these seconds from one start to the next.

        The event loop counts them, so setting the machine's clock doesn't matter.
        """
        loop = asyncio.get_running_loop()

        async def work() -> float:
            next_at = loop.time() + seconds
            try:
                await do()
            except Exception:
                log.exception("regular_work_failed", what=getattr(do, "__name__", "work").strip("_"))
            return next_at - loop.time()

        self.put(("every", do), 0.0, work)

    def __contains__(self, key: Key) -> bool:
        return key in self._due or key in self._held or key in self._next

    def is_doing(self, *key: object) -> bool:
        """Whether anything whose key begins like this is being done."""
        return key in self._doing or any(one[: len(key)] == key for one in self._doing)

    def drop(self, key: Key) -> None:
        """Forget what is due under this key. Whatever is being done goes on."""
        self._held.pop(key, None)
        self._next.pop(key, None)
        if (handle := self._due.pop(key, None)) is not None:
            handle.cancel()

    async def close(self) -> None:
        """Cancel what is being done, and begin nothing more."""
        self.is_closed = True
        for key in (*self._due, *self._held, *self._next):
            self.drop(key)
        doing = list(self._doing.values())
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)

    def _begin(self, key: Key, work: Work) -> None:
        self._due.pop(key, None)
        if key in self._doing:
            self._next[key] = work
        else:
            self._doing[key] = asyncio.get_running_loop().create_task(self._do(key, work))

    async def _do(self, key: Key, work: Work) -> None:
        try:
            again = await work()
        except StoreError as error:
            log.warning("work_delayed", work=key, error=str(error))
            again = AGAIN_SECONDS
        except Exception:
            log.exception("work_failed", work=key)
            again = AGAIN_SECONDS
        finally:
            del self._doing[key]
        if key in self._next:
            self._begin(key, self._next.pop(key))
        elif again is not None and key not in self:
            self.put(key, again, work)


class Tasks:
    """Tasks that nobody awaits, kept until they're done, because an event loop doesn't keep them."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._under_way)

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin something. Returns at once. Raises RuntimeError where no event loop runs any more."""
        try:
            task = asyncio.get_running_loop().create_task(work)
        except RuntimeError:
            work.close()  # else Python warns that it was never awaited
            raise
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    def cancel(self) -> None:
        """Cancel all tasks. Returns at once."""
        for task in self._under_way:
            task.cancel()

    async def wait(self) -> None:
        """Wait until all tasks have ended. Cancelling the wait doesn't cancel them."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def close(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        self.cancel()
        await self.wait()


def ignore_error(future: "asyncio.Future[Any]") -> None:
    """Mark an error as seen: it's for the caller, and if the caller has gone, nobody wants it."""
    if not future.cancelled():
        future.exception()


_READER: Final = ThreadPoolExecutor(1, thread_name_prefix="reader")
"""A single thread for reads, however many people ask, because threads share one processor with moves."""


async def in_thread(read: Callable[[], T]) -> T:
    """Run a read that takes long, such as the log of a long game, on a thread of its own."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_READER, partial(copy_context().run, read))
