"""Ending the bot as a kill of its process would, as far as that is possible within one process.

SimCord changes discord.py from inside, so that the bot has to live in the playground's own process.
"""

import asyncio
import logging
from queue import Empty

import simcord

from bot.app import Cardcrate
from bot.playground import simcord_internals
from bot.playground.logbook import hushed
from bot.storage.sqlite import SqliteEngine
from bot.storage.store import Store


def cut_off(env: simcord.Env, bot: Cardcrate) -> "asyncio.Future[None] | None":
    """Let nothing that the bot does from now on reach Discord or the disk, and end all its tasks.

    What waits to be written is dropped, and a transaction that is open ends without a commit. Gives what
    comes to its end with the database's own thread.
    """
    simcord_internals.cut_line(env)
    thread = _drop(bot.store)
    simcord_internals.end_tasks(env)
    return thread


async def dispose(env: simcord.Env, bot: Cardcrate, thread: "asyncio.Future[None] | None") -> None:
    """Clear away what a process that ends takes with it: its connections, threads and locks."""
    try:
        with hushed(logging.CRITICAL):  # the dead do not complain
            await env.shutdown()
        if thread is not None:
            await thread
        await bot.store.close()  # there is nothing left in it but the lock
    finally:
        simcord_internals.mend_line(env)


def _drop(store: Store) -> "asyncio.Future[None] | None":
    """Drop the connection to the database with all that is queued for it."""
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
