"""What Discord tells but once is taken in, also when the database cannot be read or written just then."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.storage.errors import NotSaved

log = structlog.get_logger(__name__)

Topic = tuple[str, int]
"""What a piece of news is about: later news of the same replaces it."""


class News:
    """Works off what was told, in order; `catch_up` is to be called every few seconds."""

    def __init__(self) -> None:
        self._waiting: dict[Topic, Callable[[], Awaitable[None]]] = {}
        self._turn = asyncio.Lock()

    async def take(self, topic: Topic, act: Callable[[], Awaitable[None]]) -> None:
        """Do what a piece of news asks for, now or as soon as the database allows; it may be done twice."""
        self._waiting.pop(topic, None)
        self._waiting[topic] = act
        await self.catch_up()

    async def catch_up(self) -> None:
        """Do what could not be done so far."""
        async with self._turn:
            while self._waiting:
                topic, act = next(iter(self._waiting.items()))
                try:
                    await act()
                except NotSaved as fault:
                    log.warning("news_wait", topic=topic, waiting=len(self._waiting), fault=str(fault))
                    return
                except Exception:
                    log.exception("news_failed", topic=topic)  # our fault; the others have their turn
                if self._waiting.get(topic) is act:  # else there were later news of it meanwhile
                    del self._waiting[topic]
