"""Who of some users is a member of a server, and how they are called there; asked of Discord now and then."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from bot.delivery.errors import Asks, DeliveryError

FRESH_SECONDS: Final = 600.0
"""How long an answer is used again."""
MAX_KEPT: Final = 5000
"""How many answers are kept; then all are asked for again."""


class Members:
    """Members of servers. `elapsed` is the monotonic clock."""

    def __init__(self, asks: Asks, elapsed: Callable[[], float]) -> None:
        self._asks = asks
        self._elapsed = elapsed
        self._known: dict[tuple[int, int], tuple[float, str | None]] = {}

    async def named(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """Those of these users who are members, with their names; who cannot be asked about is left out."""
        names = await asyncio.gather(*(self._name(guild_id, user_id) for user_id in user_ids))
        return {user_id: name for user_id, name in zip(user_ids, names, strict=True) if name is not None}

    async def _name(self, guild_id: int, user_id: int) -> str | None:
        key, now = (guild_id, user_id), self._elapsed()
        asked_at, name = self._known.get(key, (None, None))
        if asked_at is not None and now < asked_at + FRESH_SECONDS:
            return name
        try:
            found = await self._asks.names(guild_id, (user_id,))
        except DeliveryError:
            return None
        if len(self._known) >= MAX_KEPT:
            self._known.clear()
        self._known[key] = (now, found.get(user_id))
        return found.get(user_id)
