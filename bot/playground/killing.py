"""A simulated kill of the bot's process, as far as that's possible within one process.

SimCord changes discord.py from inside, so the bot has to live in the playground's own process.
"""

import asyncio
import logging
from queue import Empty

import simcord

from bot.app import Cardcrate
from bot.playground import simcord_internals
from bot.playground.logbook import silenced
from bot.storage.sqlite import SqliteEngine
from bot.storage.store import Store


def cut_off(env: simcord.Env, bot: Cardcrate) -> "asyncio.Future[None] | None":
    """Cut the bot off from Discord and the disk, and end all its tasks.

    Pending writes are dropped, and an open transaction ends without a commit. Returns a future that finishes
    with the database's thread.
    """
    simcord_internals.block_requests(env)
    thread = _drop_connection(bot.store)
    simcord_internals.cancel_tasks(env)
    return thread


async def dispose(env: simcord.Env, bot: Cardcrate, thread: "asyncio.Future[None] | None") -> None:
    """Release what a process that ends would release: its connections, threads and locks."""
    try:
        with silenced(logging.CRITICAL):  # A killed bot's errors don't matter.
            await env.shutdown()
        if thread is not None:
            await thread
        await bot.store.close()  # Releases its lock.
    finally:
        simcord_internals.unblock_requests(env)


def _drop_connection(store: Store) -> "asyncio.Future[None] | None":
    """Drop the connection to the database, with everything queued for it."""
    engine = store.engine
    assert isinstance(engine, SqliteEngine)
    database, engine._database = engine._database, None  # noqa: SLF001
    if database is None:
        return None
    queue = database._tx  # noqa: SLF001
    try:
        while True:
            queue.get_nowait()
    except Empty:
        database._conn.interrupt()  # noqa: SLF001
        return database.stop()
