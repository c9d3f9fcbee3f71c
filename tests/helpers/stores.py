"""Stores of the present version, opened and checked in one line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.config import DATA, Where
from bot.games import GAMES
from bot.storage.store import PATIENCE_SECONDS, Store
from bot.storage.verify import verify

MIGRATIONS: Final = DATA / "migrations"


@asynccontextmanager
async def opened(
    where: Where,
    migrations: Path = MIGRATIONS,
    *,
    patience: float = PATIENCE_SECONDS,
    backups: Path | None = None,
    is_shared: bool = False,
) -> AsyncIterator[Store]:
    """Yield an open store, and close it."""
    store = Store(where, migrations, GAMES, patience=patience, backups=backups, is_shared=is_shared)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def open_once(where: Where, migrations: Path = MIGRATIONS) -> None:
    """Open a database and close it."""
    async with opened(where, migrations):
        pass


async def damage_in(store: Store) -> list[str]:
    """Return the problems of a store's database, which may be open."""
    return await asyncio.to_thread(verify, store.where, MIGRATIONS, GAMES)
