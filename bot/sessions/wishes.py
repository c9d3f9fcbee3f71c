"""The users who want a mention when the next table opens in a channel: how many, and how long they wait."""

from collections.abc import Callable, Sequence
from typing import Final

import structlog

from bot.storage import people
from bot.storage.errors import StoreError
from bot.storage.store import Store

log = structlog.get_logger(__name__)

MAX_WAITING: Final = 20
"""How many users may wait in one channel: one line mentions all of them."""
KEPT_SECONDS: Final = 30 * 86400.0
"""How long a wish is kept where no table opens."""


class Wishes:
    """All wishes. `clock` gives the time in seconds since the epoch."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    async def add(self, channel_id: int, user_id: int) -> bool:
        """A user wants to be mentioned. False where as many wait as can."""
        return await self._store.write(people.wish, channel_id, user_id, self._clock(), MAX_WAITING)

    async def take_back(self, channel_id: int, user_id: int) -> None:
        """A user doesn't want to be mentioned after all."""
        await self._store.write(people.end_wishes, channel_id, [user_id])

    async def waiting(self, channel_id: int) -> list[int]:
        """Return the users who wait in a channel, longest first."""
        return await self._store.read(people.wishes_in, channel_id)

    async def end(self, channel_id: int, user_ids: Sequence[int]) -> list[int]:
        """Remove these users from the wait. Return those who waited until now.

        None where that can't be saved: they would be mentioned at every table.
        """
        try:
            return await self._store.write(people.end_wishes, channel_id, user_ids)
        except StoreError as error:
            log.warning("wishes_not_ended", error=str(error))
            return []

    async def forget_old(self) -> None:
        """Forget who has waited too long. Raises StoreError."""
        await self._store.write(people.forget_wishes, self._clock() - KEPT_SECONDS)
