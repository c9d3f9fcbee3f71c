"""Looks at the running bot: what its vitals are, and what is measured when somebody asks."""

import os
from collections.abc import Mapping
from datetime import datetime
from math import isfinite
from pathlib import Path
from typing import Final

from bot.app import Cardcrate, now
from bot.rendering.art.pictures import STUDIO
from bot.shipped import version
from bot.status.metrics import Standing
from bot.status.pulse import Loop
from bot.status.vitals import Vitals
from bot.storage.backup import made_in
from bot.storage.errors import StoreError

KEPT_SECONDS: Final = 30.0
"""How long we use the last look at the backups and the last count of tables before we look again."""


class Look:
    """Looks at one bot, whose event loop is measured by `loop`."""

    def __init__(self, bot: Cardcrate, loop: Loop) -> None:
        self._bot = bot
        self.counting = bot.counting
        self._loop = loop
        self._tables: Mapping[tuple[str, str], int] = {}
        self._counted_at = self._looked_at = float("-inf")
        self._backed_up_at: float | None = None

    def vitals(self) -> Vitals:
        """How the bot is now."""
        bot = self._bot
        latencies = [seconds for _, seconds in bot.latencies if isfinite(seconds)]
        return Vitals(
            at=now(),
            process=os.getpid(),
            version=version(),
            saved_at=bot.saved_at,
            is_connected=bot.uptime.is_open,
            latency=max(latencies, default=None),
            loop_delay=self._loop.delay,
            moved_at=bot.counting.moved_at,
            backed_up_at=self._last_backup(),
        )

    def standing(self) -> Standing:
        """The same, with what is counted beside it."""
        return Standing(
            vitals=self.vitals(),
            outbox_age=self._bot.publisher.behind_seconds,
            drawing_queue=STUDIO.waiting,
            tables=self._tables,
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


def newest_backup(folder: Path) -> datetime | None:
    """When the newest backup of a folder was made."""
    try:
        return max(made_in(folder), default=None)
    except OSError:
        return None
