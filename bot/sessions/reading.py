"""Long reading, done where no move waits for it: old games played again, long logs, files."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, TypeVar

T = TypeVar("T")
_READER: Final = ThreadPoolExecutor(1, thread_name_prefix="reader")
"""It reads one thing after another, however many people ask: threads share one processor with moves."""


async def read_apart(read: Callable[[], T]) -> T:
    """Make what takes long to read, such as the log of a long game, next to the moves."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_READER, partial(copy_context().run, read))
