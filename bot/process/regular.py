"""What the bot does again and again, with rests that no setting of the clock changes."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import structlog
from discord.ext import tasks
from discord.utils import MISSING, utcnow

log = structlog.get_logger(__name__)


class Regular(tasks.Loop[Any]):
    """Does something at once and then every so many seconds; a failure is logged and ends nothing.

    The library's own loops count on from the time of day at which they were due last. Where that is set back,
    or jumps ahead while a machine sleeps, they stand still or make up for every time they have missed.
    """

    def __init__(self, do: Callable[[], Awaitable[None]], seconds: float) -> None:
        name = getattr(do, "__name__", "work").strip("_")

        async def safely() -> None:
            try:
                await do()
            except Exception:
                log.exception("regular_work_failed", what=name)

        super().__init__(
            safely,
            seconds=seconds,
            hours=0,
            minutes=0,
            time=MISSING,
            count=None,
            reconnect=True,
            name=f"regular: {name}",
        )

    # There is no public way to say how long a loop rests.

    def _get_next_sleep_time(self, now: datetime = MISSING) -> datetime:
        """When it is due next: counted from now on, as it begins, not from when it was due."""
        self._due = asyncio.get_running_loop().time() + self._sleep
        return utcnow()

    def _try_sleep_until(self, dt: datetime) -> "asyncio.Future[None]":
        """Rest for what is left."""
        left = self._due - asyncio.get_running_loop().time()
        resting: asyncio.Future[None] = super()._try_sleep_until(utcnow() + timedelta(seconds=left))
        return resting
