"""What delivery has found out and not stored yet: many such facts, of all tables, share one commit.

A crash before that costs nothing: the table is looked at again, and finds what was posted.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bot.cluster.cluster import Cluster
from bot.sessions.agenda import Agenda
from bot.storage.errors import NotHolder, StoreError
from bot.storage.records import Delivered

log = structlog.get_logger(__name__)

SOON_SECONDS: Final = 0.05
"""How long facts are collected when something waits for them to be stored."""
RETRY_SECONDS: Final = 5.0
WRITING: Final = ("write-behind",)
"""Its key on the agenda."""


class WriteBehind:
    """Facts in the order in which they became known, stored together after `collect` seconds.

    `stored` is called with each fact once it's in the database.
    """

    def __init__(
        self, cluster: Cluster, agenda: Agenda, stored: Callable[[Delivered], None], *, collect: float
    ) -> None:
        self._cluster = cluster
        self._agenda = agenda
        self._stored = stored
        self._collect = collect
        self._facts: list[Delivered] = []
        self._turn = asyncio.Lock()

    @property
    def is_empty(self) -> bool:
        """Whether everything is stored."""
        return not self._facts

    def drop(self, guild_ids: Callable[[int], bool]) -> None:
        """Store nothing of what was found out about the tables of these servers."""
        self._facts = [fact for fact in self._facts if not guild_ids(fact.guild_id)]

    def add(self, fact: Delivered, *, soon: bool = False) -> None:
        """Store a fact together with others. `soon` where something waits for it."""
        self._facts.append(fact)
        seconds = min(SOON_SECONDS, self._collect) if soon else self._collect
        self._agenda.sooner(WRITING, seconds, self._write_soon)

    async def write(self) -> None:
        """Store all facts now. Raises StoreError, and keeps those then that couldn't be stored."""
        async with self._turn:
            facts = list(self._facts)
            if not facts:
                return
            stored = await self._cluster.delivered(facts)
            done = set(map(id, stored))  # some may have been dropped meanwhile
            self._facts = [fact for fact in self._facts if id(fact) not in done]
        for fact in stored:
            self._stored(fact)
        if len(stored) < len(facts):
            raise NotHolder("the lease of a shard group has ended")

    async def close(self) -> None:
        """Store the rest, if possible, and nothing after that."""
        self._agenda.drop(WRITING)
        try:
            await self.write()
        except StoreError as error:  # the next start finds it out again
            log.warning("deliveries_not_noted", error=str(error))

    async def _write_soon(self) -> float | None:
        try:
            await self.write()
        except StoreError as error:
            log.warning("deliveries_not_noted", error=str(error))
        except Exception:
            log.exception("deliveries_not_noted")
        else:
            return self._collect if self._facts else None
        return RETRY_SECONDS
