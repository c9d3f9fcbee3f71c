"""Mention requests: the users who want a mention when the next table opens in a channel."""

from collections.abc import Callable, Sequence
from typing import Final

import structlog

from bot.storage import people
from bot.storage.errors import StoreError
from bot.storage.store import Store

log = structlog.get_logger(__name__)

MAX_WAITING: Final = 20
"""The most users who may wait in one channel: one line mentions all of them."""
KEPT_SECONDS: Final = 30 * 86400.0
"""The time that a request is kept if no table opens."""


class MentionRequests:
    """All mention requests. `clock` gives the time in seconds since the epoch."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    async def add(self, channel_id: int, user_id: int) -> bool:
        """Add a user's request. False if no more users may wait in the channel."""
        now = self._clock()
        return await self._store.write(people.request_mention, channel_id, user_id, now, MAX_WAITING)

    async def take_back(self, channel_id: int, user_id: int) -> None:
        """Remove a user's request."""
        await self._store.write(people.end_mention_requests, channel_id, [user_id])

    async def waiting(self, channel_id: int) -> list[int]:
        """Return the users who wait in a channel, longest first."""
        return await self._store.read(people.mention_requests_in, channel_id)

    async def end(self, channel_id: int, user_ids: Sequence[int]) -> list[int]:
        """Remove the requests of these users, and return those who had one.

        Empty if that can't be saved, because they'd be mentioned at every table.
        """
        try:
            return await self._store.write(people.end_mention_requests, channel_id, user_ids)
        except StoreError as error:
            log.warning("mention_requests_not_ended", error=str(error))
            return []

    async def forget_old(self) -> None:
        """Remove the requests of users who have waited too long. Raises StoreError."""
        await self._store.write(people.forget_mention_requests, self._clock() - KEPT_SECONDS)
