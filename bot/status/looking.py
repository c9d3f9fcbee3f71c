"""Looks at the running bot: what its vitals are, and what is measured when somebody asks."""

import os
from collections.abc import Mapping
from datetime import datetime
from math import isfinite
from pathlib import Path
from typing import Final, Protocol

from bot.app import Cardcrate, now
from bot.process.counting import Counting
from bot.process.holding import Holding
from bot.rendering.art.pictures import STUDIO
from bot.shipped import version
from bot.status.metrics import Standing
from bot.status.pulse import Loop
from bot.status.vitals import Share, Vitals
from bot.storage.backup import time_of
from bot.storage.errors import StoreError

KEPT_SECONDS: Final = 30.0
"""How long we use the last look at the backups and the last count of tables before we look again."""


class Looking(Protocol):
    """Looks at a process."""

    counting: Counting

    def vitals(self) -> Vitals:
        """How it is now."""

    def standing(self) -> Standing:
        """The same, with what is counted beside it."""

    async def count(self) -> None:
        """Count what takes longer, unless that was done lately."""


class Look:
    """Looks at one bot, whose event loop is measured by `loop`, and which may share the work by `holding`."""

    def __init__(self, bot: Cardcrate, loop: Loop, *, holding: Holding | None = None) -> None:
        self._bot = bot
        self.counting = bot.counting
        self._loop = loop
        self._holding = holding
        self._tables: Mapping[tuple[str, str], int] = {}
        self._counted_at = self._looked_at = float("-inf")
        self._backed_up_at: float | None = None

    def vitals(self) -> Vitals:
        """How the bot is now."""
        bot = self._bot
        return Vitals(
            at=now(),
            process=os.getpid(),
            version=version(),
            saved_at=bot.saved_at,
            is_connected=bot.uptime.is_open,
            latency=max(self._latencies().values(), default=None),
            loop_delay=self._loop.delay,
            moved_at=bot.counting.moved_at,
            backed_up_at=self._last_backup(),
            share=None if self._holding is None else share_of(self._holding),
        )

    def _latencies(self) -> dict[int, float]:
        return {shard: seconds for shard, seconds in self._bot.latencies if isfinite(seconds)}

    def standing(self) -> Standing:
        """The same, with what is counted beside it."""
        return Standing(
            vitals=self.vitals(),
            outbox_age=self._bot.publisher.behind_seconds,
            drawing_queue=STUDIO.waiting,
            tables=self._tables,
            latencies=self._latencies(),
        )

    async def count(self) -> None:
        """Count the tables again, unless that was done lately."""
        if self._bot.clock.elapsed - self._counted_at < KEPT_SECONDS:
            return
        self._counted_at = self._bot.clock.elapsed
        try:
            self._tables = await self._bot.store.live_tables()
        except StoreError:  # the vitals tell of a database that does not answer
            self._tables = {}

    def _last_backup(self) -> float | None:
        folder, elapsed = self._bot.settings.backups, self._bot.clock.elapsed
        if folder is not None and elapsed - self._looked_at >= KEPT_SECONDS:
            self._looked_at = elapsed
            newest = newest_backup(folder)
            self._backed_up_at = None if newest is None else newest.timestamp()
        return self._backed_up_at


class LookAtStandby:
    """Looks at a process that waits for a shard group."""

    def __init__(self, holding: Holding, loop: Loop) -> None:
        self._holding = holding
        self._loop = loop
        self.counting = Counting()

    def vitals(self) -> Vitals:
        """How it is now; asking for a group is what a heartbeat is for others."""
        return Vitals(
            at=now(),
            process=os.getpid(),
            version=version(),
            saved_at=self._holding.seen_at,
            loop_delay=self._loop.delay,
            share=share_of(self._holding),
        )

    def standing(self) -> Standing:
        """The same; there is nothing to be counted."""
        return Standing(
            vitals=self.vitals(), outbox_age=0.0, drawing_queue=STUDIO.waiting, tables={}, latencies={}
        )

    async def count(self) -> None:
        """There is nothing to be counted."""


def share_of(holding: Holding) -> Share:
    """The part of this process, as it was when somebody last looked at the shard groups."""
    lease, held = holding.lease, sum(group.is_held for group in holding.seen)
    if lease is None:
        return Share(len(holding.seen), held)
    return Share(len(holding.seen), held, lease.number, lease.first_shard, lease.shards, lease.total)


def newest_backup(folder: Path) -> datetime | None:
    """When the newest backup of a folder was made."""
    try:
        return max(filter(None, (time_of(path.name) for path in folder.iterdir())), default=None)
    except OSError:
        return None
