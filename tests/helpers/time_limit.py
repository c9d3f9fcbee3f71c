"""A time limit that fails only its own test, so that later tests run as if nothing had happened.

pytest-timeout's alarm goes off once, and raises wherever the program is at that moment. In an event loop,
that may be in any task, which then fails while the test waits forever. So here the alarm cancels the task
for which the event loop runs: the test, or the setup or teardown of a fixture. It raises only if that
doesn't help or no loop runs, and repeats until the test has ended. Then everything that the test leaves
behind is cleaned up, before another test is blamed for it.
"""

import asyncio
import gc
import signal
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import AsyncGeneratorType, CoroutineType, FrameType
from typing import Any, Final, NamedTuple

import pytest
import pytest_timeout  # type: ignore[import-untyped] # It lacks types.

AGAIN_SECONDS: Final = 1.0
"""The interval at which the alarm repeats once the limit is reached."""
PATIENCE: Final = 10
"""The number of alarms that only cancel."""
GRACE_SECONDS: Final = 20.0
"""The minimum time for the teardown of a test's fixtures, however long the test took."""


class Limit(NamedTuple):
    """The time limit of a test, and the moment at which it's reached."""

    seconds: float
    ends_at: float


LIMIT: Final = pytest.StashKey[Limit]()
TIMED_OUT: Final = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool | None:
    """Replace the timer of pytest-timeout if the system supports signals."""
    if settings.method != "signal":
        return None
    item.stash[LIMIT] = Limit(settings.timeout, time.monotonic() + settings.timeout)
    return True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Limit the setup of a test."""
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Limit a test."""
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """Limit the teardown of a test."""
    with _limited(item, GRACE_SECONDS):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Clean up what an interrupted test leaves behind."""
    done = yield
    if TIMED_OUT in item.stash:
        _collect_garbage()
    return done


@contextmanager
def _limited(item: pytest.Item, at_least: float = 0.001) -> Iterator[None]:
    """Set an alarm for the time limit of a test, which repeats after that."""
    limit = item.stash.get(LIMIT, None)
    if limit is None:
        yield
        return

    rings, told = 0, f"Timeout (>{limit.seconds:g} s)"

    def on_alarm(_number: int, frame: FrameType | None) -> None:
        nonlocal rings, told
        if pytest_timeout.is_debugging():
            return
        rings += 1
        if TIMED_OUT not in item.stash:
            item.stash[TIMED_OUT] = True
            told += f", waiting at {', '.join(_waiting_lines())}"
        running = _running_future(frame)
        if running is None or rings > PATIENCE:
            pytest.fail(told)
        running.get_loop().call_soon_threadsafe(running.cancel)

    handler = signal.signal(signal.SIGALRM, on_alarm)
    left = max(limit.ends_at - time.monotonic(), at_least)
    timer = signal.setitimer(signal.ITIMER_REAL, left, AGAIN_SECONDS)
    try:
        yield
    except asyncio.CancelledError as cancelled:
        if not rings:
            raise
        raise pytest.fail.Exception(told) from cancelled
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)


def _running_future(frame: FrameType | None) -> "asyncio.Future[Any] | None":
    """Return the future for which the event loop runs, if it does, found in the frames of the loop."""
    while frame is not None and frame.f_code is not asyncio.BaseEventLoop.run_until_complete.__code__:
        frame = frame.f_back
    return None if frame is None else frame.f_locals["future"]


def _waiting_lines() -> list[str]:
    """Return the current lines of all tasks, which show the cause of a hang without any output."""
    try:
        tasks = asyncio.all_tasks()
    except RuntimeError:  # No event loop runs.
        return ["no task"]
    return sorted({_line(task.get_coro()) for task in tasks})


def _line(step: Any) -> str:
    """Return the line of the innermost coroutine that this one awaits, outside of asyncio."""
    line = "asyncio"
    while step is not None:
        frame = getattr(step, "cr_frame", None) or getattr(step, "ag_frame", None)
        if frame is not None and Path(frame.f_code.co_filename).parent != Path(asyncio.__file__).parent:
            line = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
        step = _awaited(step)
    return line


def _awaited(step: Any) -> Any:
    """Return what a step awaits. A step of an async generator reveals it only to the garbage collector."""
    if isinstance(step, CoroutineType):
        return step.cr_await
    if isinstance(step, AsyncGeneratorType):
        return step.ag_await
    return next((one for one in gc.get_referents(step) if isinstance(one, AsyncGeneratorType)), None)


def _collect_garbage() -> None:
    """End everything interrupted now, so that its errors aren't blamed on another test."""
    sys.last_type = sys.last_value = sys.last_traceback = None
    hook = sys.unraisablehook
    sys.unraisablehook = lambda _unraisable: None
    try:
        for _ in range(3):
            gc.collect()
    finally:
        sys.unraisablehook = hook
