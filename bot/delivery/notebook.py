"""What delivery has found out and not stored yet: many such facts, of all tables, share one commit.

A crash before that costs nothing: the table is looked at again, and finds what was posted.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bot.storage.errors import NotHolder, StoreError
from bot.storage.records import Delivered
from bot.storage.store import Store

log = structlog.get_logger(__name__)

SOON_SECONDS: Final = 0.05
"""How long facts are collected when something waits for them to be stored."""
RETRY_SECONDS: Final = 5.0


class Notebook:
    """Facts in the order in which they became known, stored together after `collect` seconds.

    `stored` is called with each fact once it is in the database.
    """

    def __init__(self, store: Store, stored: Callable[[Delivered], None], *, collect: float) -> None:
        self._store = store
        self._stored = stored
        self._collect = collect
        self._facts: list[Delivered] = []
        self._alarm: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._is_urgent = False
        self._turn = asyncio.Lock()

    @property
    def is_empty(self) -> bool:
        """Whether everything is stored."""
        return not self._facts

    def drop(self, guild_ids: Callable[[int], bool]) -> None:
        """Store nothing of what was found out about the tables of these servers."""
        self._facts = [fact for fact in self._facts if not guild_ids(fact.guild_id)]

    def add(self, fact: Delivered, *, soon: bool = False) -> None:
        """Store a fact together with others; `soon` where something waits for it."""
        self._facts.append(fact)
        self._is_urgent = self._is_urgent or soon
        self._set_alarm(min(SOON_SECONDS, self._collect) if soon else self._collect)

    async def write(self) -> None:
        """Store all facts now; raises StoreError, and keeps those then that could not be stored."""
        async with self._turn:
            facts, self._is_urgent = list(self._facts), False
            if not facts:
                return
            stored = await self._store.delivered(facts)
            done = set(map(id, stored))  # some may have been dropped meanwhile
            self._facts = [fact for fact in self._facts if id(fact) not in done]
        for fact in stored:
            self._stored(fact)
        if len(stored) < len(facts):
            raise NotHolder("the lease of a shard group has ended")

    async def close(self) -> None:
        """Store what is left, if that is possible, and nothing after that."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        try:
            await self.write()
        except StoreError as error:  # the next start finds it out again
            log.warning("deliveries_not_noted", error=str(error))

    def _set_alarm(self, seconds: float) -> None:
        if seconds <= 0:
            self._begin()
            return
        loop = asyncio.get_running_loop()
        if self._alarm is not None and self._alarm.when() <= loop.time() + seconds:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = loop.call_later(seconds, self._begin)

    def _begin(self) -> None:
        self._alarm = None
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_soon())

    async def _write_soon(self) -> None:
        try:
            await self.write()
        except StoreError as error:
            log.warning("deliveries_not_noted", error=str(error))
            pause = RETRY_SECONDS
        except Exception:
            log.exception("deliveries_not_noted")
            pause = RETRY_SECONDS
        else:
            pause = min(SOON_SECONDS, self._collect) if self._is_urgent else self._collect
        self._writing = None
        if self._facts:
            self._set_alarm(pause)
