"""The write-behind buffer: facts about deliveries, of all tables, that are stored in one commit.

A crash before that loses nothing, because the next look at a table finds what was posted.
"""

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias

import structlog

from bot.cluster.cluster import Cluster
from bot.sessions.agenda import Agenda
from bot.storage.errors import NotHolder, StoreError
from bot.storage.records import Delivered

log = structlog.get_logger(__name__)

SOON_SECONDS: Final = 0.05
"""The time for which facts are collected if something waits for them to be stored."""
RETRY_SECONDS: Final = 5.0
WRITING: Final = ("write-behind",)
"""The key of the next write on the agenda."""
OnStored: TypeAlias = Callable[[Delivered], None]
"""A function called with a fact once it's in the database."""


class WriteBehind:
    """Facts in the order in which they became known, stored together after `collect` seconds."""

    def __init__(self, cluster: Cluster, agenda: Agenda, *, collect: float) -> None:
        self._cluster = cluster
        self._agenda = agenda
        self._collect = collect
        self._facts: list[tuple[Delivered, OnStored]] = []
        self._lock = asyncio.Lock()

    @property
    def is_empty(self) -> bool:
        """Whether everything is stored."""
        return not self._facts

    def drop(self, is_dropped: Callable[[int], bool]) -> None:
        """Drop the facts about the tables of these servers."""
        self._facts = [one for one in self._facts if not is_dropped(one[0].guild_id)]

    def add(self, fact: Delivered, on_stored: OnStored, *, soon: bool = False) -> None:
        """Store a fact together with others. Do it `soon` if something waits for it."""
        self._facts.append((fact, on_stored))
        seconds = min(SOON_SECONDS, self._collect) if soon else self._collect
        self._agenda.put_sooner(WRITING, seconds, self._write_soon)

    async def write(self) -> None:
        """Store all facts now. Raises StoreError, and keeps the facts that couldn't be stored."""
        async with self._lock:
            facts = list(self._facts)
            if not facts:
                return
            done = set(map(id, await self._cluster.write_delivered([fact for fact, _ in facts])))
            self._facts = [one for one in self._facts if id(one[0]) not in done]
        for fact, on_stored in facts:
            if id(fact) in done:
                on_stored(fact)
        if len(done) < len(facts):
            raise NotHolder("the lease of a shard group has ended")

    async def close(self) -> None:
        """Store the rest, if possible, and nothing after that."""
        self._agenda.drop(WRITING)
        try:
            await self.write()
        except StoreError as error:  # the next start finds them out again
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
