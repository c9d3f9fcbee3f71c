"""Trouble for a bot: other processes that use the processors, and child processes that stop or die."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

from benchmarks.load.process import Subject

LOOPS: Final = 4


@asynccontextmanager
async def busy(seconds: float) -> AsyncIterator[None]:
    """Keep all processors busy inside the block, for at most `seconds`."""
    command = (sys.executable, "-m", "benchmarks.load.loop", str(seconds))
    loops = [await asyncio.create_subprocess_exec(*command) for _ in range(LOOPS)]
    try:
        yield
    finally:
        for loop in loops:
            with suppress(ProcessLookupError):
                loop.kill()
        await asyncio.gather(*(loop.wait() for loop in loops))


@contextmanager
def signal_helpers(subject: Subject, signum: signal.Signals) -> Iterator[None]:
    """Send a signal to the bot's child processes. Stopped ones continue after the block."""
    helpers = subject.helpers
    _send(helpers, signum)
    try:
        yield
    finally:
        if signum == signal.SIGSTOP:
            _send(helpers, signal.SIGCONT)


def _send(numbers: Iterable[int], what: signal.Signals) -> None:
    for number in numbers:
        with suppress(ProcessLookupError):
            os.kill(number, what)
