"""The rate limits the library keeps for Discord, and the repair of how it keeps them.

There's no public way to either: these are the names of discord.py 2.7.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from discord.http import Ratelimit

SCAN_SECONDS: Final = 60.0
"""How often the library may look for unused limits. Without this it does so for every new channel, which
blocked the event loop when there were thousands."""


class Limit(Ratelimit):
    """A bucket's room for requests. A request cancelled on its way out leaves it open.

    The library shuts a bucket for each request and opens it a step after it. Cancelled in that step too, as
    when a process has slept, so that a request takes too long and its lease is over at once, the bucket would
    stay shut: the next request waits 30 seconds, longer than any try of ours lasts, and so do all after it.
    """

    __slots__ = ()

    async def _refresh(self) -> None:
        try:
            await super()._refresh()
        except asyncio.CancelledError:
            if self.expires is None:  # nothing that Discord has said shuts it
                self.reset()  # type: ignore[no-untyped-call]
            self._wake(len(self._pending_requests))  # to look again for how long they wait
            raise


def keep_limits(http: Any, clock: Callable[[], float]) -> None:
    """Have the library's HTTP client keep limits like these, and look seldom for those out of use."""
    last = float("-inf")

    def get_ratelimit(key: str) -> Ratelimit:
        nonlocal last
        limits: dict[str, Ratelimit] = http._buckets  # noqa: SLF001
        if (found := limits.get(key)) is not None:
            return found
        made = limits[key] = Limit(http.max_ratelimit_timeout)
        if clock() - last >= SCAN_SECONDS:
            last = clock()
            http._try_clear_expired_ratelimits()  # noqa: SLF001
        return made

    http.get_ratelimit = get_ratelimit
