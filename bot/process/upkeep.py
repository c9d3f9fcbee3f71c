"""The maintenance of the database in the background, in small steps between moves."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec
import structlog

from bot.config import Settings
from bot.storage import archive
from bot.storage.archive import BEFORE_ALL
from bot.storage.backup import Limits, back_up, delete_expired, newest_backup
from bot.storage.store import Store

log = structlog.get_logger(__name__)

DAY: Final = 86400.0
PACK_AFTER_SECONDS: Final = 2 * DAY
"""The time after its end at which a game is packed. By then nobody uses its pages."""
ANONYMOUS_SECONDS: Final = 180 * DAY
"""The time for which an ended game keeps the user ids of its players."""
GIGABYTE: Final = 1e9
MAX_UNCHANGED_AGE: Final = timedelta(days=1)
"""The greatest age of the newest backup while nothing changes."""
DELETED_AT_ONCE: Final = 10
REST_SECONDS: Final = 0.5
"""The pause between two steps. A step takes tens of milliseconds, and holds up moves for a few."""


class Retention(msgspec.Struct, frozen=True):
    """The settings for backups, and for how long finished games are kept."""

    backups: Path | None = None
    """The folder for backups. None if none are made."""
    limits: Limits = Limits()
    days: int | None = None
    """The days for which finished games are kept. None keeps them forever."""


def retention_of(settings: Settings) -> Retention:
    """Return the settings for backups, and for how long finished games are kept."""
    limits = Limits(settings.backups_max_gb * GIGABYTE, settings.backups_free_gb * GIGABYTE)
    days = None if settings.keep_games == "forever" else settings.keep_games
    return Retention(settings.backups, limits, days)


class Upkeep:
    """The maintenance of a running bot's database: backups, packing and deletion."""

    def __init__(
        self,
        store: Store,
        retention: Retention,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._retention = retention
        self._clock = clock
        self._sleep = sleep

    async def sweep(self) -> None:
        """Remove the last traces of deleted data, if a backup or another reader has kept them so far."""
        if self._store.engine.is_sweep_owed and await self._store.engine.sweep():
            log.info("purged")

    async def back_up(self, at: datetime) -> None:
        """Make a backup if something has changed since the last one, or once a day, and delete old ones."""
        folder = self._retention.backups
        if folder is None:
            return
        newest = newest_backup(folder, at)
        if not self._store.has_news and newest is not None and at - newest < MAX_UNCHANGED_AGE:
            delete_expired(folder, at)
            return
        size = await self._store.engine.size()
        path = await back_up(self._store.backup, folder, at, size, self._retention.limits)
        log.info("backed_up", file=path.name)

    async def archive_and_delete(self) -> None:
        """Anonymise and delete games that are old enough, and pack the finished ones."""
        anonymous = await self._store.anonymise(self._clock() - ANONYMOUS_SECONDS, self._rest)
        deleted, packed = await self._delete_old(), await self.pack(self._clock() - PACK_AFTER_SECONDS)
        if packed or deleted or anonymous:
            log.info("archived", packed=packed, deleted=deleted, anonymous=anonymous)

    async def pack(self, before: float) -> int:
        """Pack the games that ended before a time. Returns how many it has tried to pack."""
        number, last = 0, BEFORE_ALL
        while (found := await self._store.pack_next(last, before)) is not None:
            number, last = number + 1, found
            await self._rest()
        return number

    async def _delete_old(self) -> int:
        number = 0
        if self._retention.days is not None:
            before = self._clock() - self._retention.days * DAY
            while deleted := await self._store.write(archive.delete_ended, before, DELETED_AT_ONCE):
                number += deleted
                await self._rest()
        return number

    async def _rest(self) -> None:
        await self._sleep(REST_SECONDS)
