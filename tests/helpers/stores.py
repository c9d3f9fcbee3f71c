"""Stores of the present version, opened and checked in one line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.config import DATA, Location, Server
from bot.games import GAMES
from bot.storage.store import PATIENCE_SECONDS, Store
from bot.storage.verify import verify

MIGRATIONS: Final = DATA / "migrations"
BUSY_SECONDS: Final = 30.0
"""The patience with a server on a busy machine."""


@asynccontextmanager
async def opened(
    where: Location,
    migrations: Path = MIGRATIONS,
    *,
    patience: float | None = None,
    backups: Path | None = None,
    is_shared: bool = False,
) -> AsyncIterator[Store]:
    """Yield an open store, and close it."""
    if patience is None:
        patience = BUSY_SECONDS if isinstance(where, Server) else PATIENCE_SECONDS
    store = Store(where, migrations, GAMES, patience=patience, backups=backups, is_shared=is_shared)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def open_once(where: Location, migrations: Path = MIGRATIONS) -> None:
    """Open a database and close it."""
    async with opened(where, migrations):
        pass


async def damage_in(store: Store) -> list[str]:
    """Return the problems of a store's database, which may be open."""
    return await asyncio.to_thread(verify, store.where, MIGRATIONS, GAMES)
