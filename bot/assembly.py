"""Puts the parts of the bot together; the command line, the playground and the tests start here."""

import secrets
import time
from collections.abc import Callable

import structlog

from bot.app import Cardcrate, now
from bot.config import Settings
from bot.games import GAMES
from bot.process.surroundings import time_zones
from bot.process.thinking import Thinking
from bot.sessions.lobby import Pace
from bot.sessions.sessions import Sessions
from bot.sessions.steady import SteadyClock
from bot.storage import facts
from bot.storage.store import Store
from bot.timings import USUAL, Timings

log = structlog.get_logger(__name__)


async def assemble(
    settings: Settings, monotonic: Callable[[], float] = time.monotonic, timings: Timings = USUAL
) -> tuple[Store, Cardcrate]:
    """Open the database and put the bot together; raises StoreError when the database cannot be used."""
    store = store_for(settings)
    await store.open()
    try:
        return store, await put_together(settings, store, monotonic, timings=timings)
    except BaseException:
        await store.close()
        raise


def store_for(settings: Settings, *, is_shared: bool = False) -> Store:
    """The database of the settings, not open yet."""
    return Store(settings.database, settings.migrations, GAMES, backups=settings.backups, is_shared=is_shared)


async def put_together(
    settings: Settings,
    store: Store,
    monotonic: Callable[[], float] = time.monotonic,
    *,
    wall: Callable[[], float] = now,
    timings: Timings = USUAL,
) -> Cardcrate:
    """The bot on an open database; raises StoreError."""
    if not (zones := time_zones()).is_good:
        log.warning("time_zones_missing", error=zones.words, cure=zones.advice)
    key = await secret_key(store)
    pace = Pace(turn=settings.turn_seconds, response=settings.response_seconds)
    clock = SteadyClock(wall, monotonic)
    sessions = Sessions(
        store,
        GAMES,
        pace=pace,
        clock=clock,
        pictures=settings.pictures,
        verify_page=settings.verify_page or "",
        thinker=Thinking(),
        timings=timings,
    )
    return Cardcrate(settings, store, sessions, clock=clock, key=key, timings=timings)


async def secret_key(store: Store) -> bytes:
    """The database's own key for nonces, made at first use."""
    kept = await store.read(facts.note, "nonce-key")
    if kept is None:
        kept = await store.write(facts.note_once, "nonce-key", secrets.token_hex(32))
    return bytes.fromhex(kept)
