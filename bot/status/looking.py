"""The health report of the running bot, and the figures that are measured on request."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Final

from bot.app import Cardcrate, now
from bot.chores import HOUR_SECONDS
from bot.process.health import HealthReport, Share
from bot.rendering.art.pictures import RENDERER
from bot.shipped import version
from bot.status.heartbeat import LoopLag
from bot.status.metrics import Snapshot
from bot.storage import queries
from bot.storage.backup import newest_backup
from bot.storage.errors import StoreError

KEPT_SECONDS: Final = 30.0
"""The time for which the newest backup and the count of tables are remembered."""


class HealthSource:
    """The health and the figures of one bot. `loop` measures its event loop."""

    def __init__(self, bot: Cardcrate, loop: LoopLag) -> None:
        self._bot = bot
        self.counting = bot.counting
        self._loop = loop
        self._tables: Mapping[tuple[str, str], int] = {}
        self._counted_at = self._looked_at = float("-inf")
        self._backed_up_at: float | None = None
        self._started_at = now()

    def health(self) -> HealthReport:
        """Return the bot's present health."""
        bot, share, others = self._bot, self._share(), self._bot.cluster.others
        is_standing_by = others is not None and share is not None and share.group is None
        return HealthReport(
            at=now(),
            process=os.getpid(),
            version=version(),
            saved_at=others.at if others and is_standing_by else bot.chores.saved_at,
            is_connected=bot.availability.is_open,
            latency=max(self._latencies().values(), default=None),
            loop_delay=self._loop.delay,
            waits=str(bot.patience.wait or ""),
            moved_at=bot.counting.moved_at,
            backed_up_at=self._last_backup(),
            backup_due_at=self._backup_due_at(),
            is_invited=not bot.availability.is_open or others is not None or is_invited(bot),
            share=share,
        )

    def _share(self) -> Share | None:
        cluster = self._bot.cluster
        if cluster.others is None:
            return None
        groups, leases = cluster.others.groups, cluster.leases
        held = sum(group.is_held for group in groups)
        if not leases:
            return Share(len(groups), held)
        lease = leases[0]
        return Share(len(groups), held, lease.number, lease.first_shard, lease.shards, lease.total)

    def _latencies(self) -> dict[int, float]:
        return {shard: seconds for shard, seconds in self._bot.latencies if isfinite(seconds)}

    def snapshot(self) -> Snapshot:
        """Return the bot's health with further figures for Prometheus."""
        return Snapshot(
            health=self.health(),
            page_age=self._bot.publisher.queues.behind_seconds,
            drawing_queue=RENDERER.waiting,
            tables=self._tables,
            latencies=self._latencies(),
        )

    async def count(self) -> None:
        """Count the tables, unless they were counted in the last 30 seconds."""
        if self._bot.clock.elapsed - self._counted_at < KEPT_SECONDS:
            return
        self._counted_at = self._bot.clock.elapsed
        try:
            self._tables = await self._bot.store.read(queries.live_tables)
        except StoreError:  # The health report shows that the database doesn't answer.
            self._tables = {}

    def _backup_due_at(self) -> float | None:
        """Return when the next backup is due: an hour after the last one, or after the start."""
        store = self._bot.store
        if self._bot.settings.backups is None or not store.has_news or not self._bot.cluster.does_maintenance:
            return None
        return max(self._backed_up_at or 0.0, self._started_at) + HOUR_SECONDS

    def _last_backup(self) -> float | None:
        folder, elapsed = self._bot.settings.backups, self._bot.clock.elapsed
        if folder is not None and elapsed - self._looked_at >= KEPT_SECONDS:
            self._looked_at = elapsed
            newest = newest_backup(folder, datetime.now(UTC))
            self._backed_up_at = None if newest is None else newest.timestamp()
        return self._backed_up_at


def is_invited(bot: Cardcrate) -> bool:
    """Whether the bot is in a server, or in someone's own account."""
    return bool(bot.guilds or (bot.application and bot.application.approximate_user_install_count))
