"""Puts a backup in the place of the database, without losing what was there."""

import os
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.config import Server
from bot.engine.contract import AnyGame
from bot.storage import backup
from bot.storage.copying import fill_server
from bot.storage.driver import BROKEN, connect
from bot.storage.errors import NotSaved, Unusable
from bot.storage.file import PAGE_BYTES
from bot.storage.lock import FileLock
from bot.storage.migrations import migrate
from bot.storage.progress import Progress, silent
from bot.storage.verify import verify

COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, and would apply to any file of that name."""


def restore(
    file: Path,
    database: Path,
    migrations: Path,
    games: Mapping[str, AnyGame],
    *,
    at: datetime,
    progress: Progress = silent,
) -> Path | None:
    """Make the backup the database, and give where the former one is now; None when there was none.

    Raises InUse while the bot runs, and Unusable when the backup is not sound; nothing was changed then.
    """
    lock = FileLock(database.with_name(database.name + ".lock"))
    lock.acquire()
    fresh = database.with_name(database.name + ".restoring")
    try:
        if damage := verify(file, migrations, games, progress, plays_packed=False):
            raise Unusable(f"{file} is damaged: {damage[0]}")
        backup.copy(file, fresh, PAGE_BYTES)
        _prepare(fresh, migrations)
        aside = _set_aside(database, at)
        fresh.replace(database)
        backup.flush(database.parent)
    except (*BROKEN, OSError) as error:
        raise NotSaved(f"the backup could not be put in place: {error}") from error
    finally:
        for suffix in ("", *COMPANIONS):
            beside(fresh, suffix).unlink(missing_ok=True)
        lock.release()
    return aside


def restore_to(
    server: Server, file: Path, migrations: Path, games: Mapping[str, AnyGame], progress: Progress = silent
) -> None:
    """Put a backup into an empty database on a server.

    Raises InUse while a bot runs, and Unusable when the backup is not sound or the database not empty.
    """
    if damage := verify(file, migrations, games, progress, plays_packed=False):
        raise Unusable(f"{file} is damaged: {damage[0]}")
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "copy.sqlite3"
        backup.copy(file, fresh)
        _prepare(fresh, migrations)
        with closing(backup.reading(fresh)) as connection:
            fill_server(connection, server, migrations)


def beside(database: Path, suffix: str) -> Path:
    """The file with this suffix that belongs to a database."""
    return database.with_name(database.name + suffix)


def _prepare(fresh: Path, migrations: Path) -> None:
    """Bring the copy up to date, and give it a new key for nonces.

    What is posted after a restore has the numbers of what was posted before it: with the old key Discord
    would take it for the same.
    """
    with closing(connect(fresh)) as connection:
        migrate(connection, migrations)
        connection.execute("DELETE FROM notes WHERE name = 'nonce-key'")
    backup.flush(fresh)


def _set_aside(database: Path, at: datetime) -> Path | None:
    """Give the database and what is beside it other names, and free the names beside it.

    The database itself keeps its old name as well until the backup takes that, so that there is always one.
    """
    aside = database.with_name(f"{database.name}.before-{at:%Y%m%d-%H%M%S}")
    for suffix in ("", *COMPANIONS):
        if beside(database, suffix).exists():
            os.link(beside(database, suffix), beside(aside, suffix))
    for suffix in COMPANIONS:
        beside(database, suffix).unlink(missing_ok=True)
    return aside if aside.exists() else None
