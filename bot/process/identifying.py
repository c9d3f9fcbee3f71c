"""When a shard may identify itself: of each bucket one every five seconds, all processes together."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

BETWEEN_SECONDS: Final = 5.5
"""Discord wants five; the rest is for the way."""

Take = Callable[[int, float], Awaitable[float]]
"""Takes the turn of a bucket for so many seconds and gives 0, or gives how long to wait for the next try."""


class Identifying:
    """Lets the shards of this process identify when it is their turn."""

    def __init__(self, take: Take, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        self._take = take
        self._sleep = sleep
        self.buckets = 1
        """How many shards may identify at a time, as Discord says (`max_concurrency`)."""

    async def turn(self, shard_id: int) -> None:
        """Wait for the turn of a shard. No turn is kept for one that goes away meanwhile."""
        while wait := await self._asked(shard_id % self.buckets):
            await self._sleep(wait)

    async def _asked(self, bucket: int) -> float:
        try:
            return await self._take(bucket, BETWEEN_SECONDS)
        except StoreError as error:
            log.warning("turn_not_taken", error=str(error))
            return BETWEEN_SECONDS
