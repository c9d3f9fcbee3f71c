"""Puts a backup in the place of the database, without losing what was there."""

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.config import Server
from bot.engine.contract import AnyGame
from bot.storage import backup
from bot.storage.contents import contents
from bot.storage.copying import fill_server
from bot.storage.driver import BROKEN, connect
from bot.storage.errors import NotSaved, Unusable
from bot.storage.file import PAGE_BYTES, check_free, check_ours
from bot.storage.lock import FileLock
from bot.storage.migrations import check_schema, migrate, missing
from bot.storage.progress import Progress, silent
from bot.storage.structure import structure_damage
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
    write: Callable[[str], object] = silent,
    progress: Progress = silent,
) -> Path | None:
    """Make the backup the database, and give where the former one is now; None when there was none.

    Raises InUse while the bot runs, and Unusable when the backup is not sound; nothing was changed then.
    """
    if not database.parent.is_dir():
        raise Unusable(
            f"the folder for the database is missing: {database.parent}: make it, or correct DATABASE"
        )
    lock = FileLock(database.with_name(database.name + ".lock"))
    lock.acquire()
    fresh = database.with_name(database.name + ".restoring")
    try:
        with suppress(*BROKEN):  # what cannot be read may give way: it is kept
            check_free(database, is_still=True)
        for suffix in ("", *COMPANIONS):  # left by one that was killed
            beside(fresh, suffix).unlink(missing_ok=True)
        _prepare(file, fresh, migrations)
        write(f"{file.name}: {contents(fresh).told(at)}")
        _check(file, fresh, migrations, games, progress)
        return _put_in_place(fresh, database, at)
    except (*BROKEN, OSError) as error:
        raise NotSaved(f"the backup could not be put in place: {error}") from error
    finally:
        for suffix in ("", *COMPANIONS):
            beside(fresh, suffix).unlink(missing_ok=True)
        lock.release()


def restore_to(
    server: Server,
    file: Path,
    migrations: Path,
    games: Mapping[str, AnyGame],
    *,
    at: datetime,
    write: Callable[[str], object] = silent,
    progress: Progress = silent,
) -> None:
    """Put a backup into an empty database on a server.

    Raises InUse while a bot runs, and Unusable when the backup is not sound or the database not empty.
    """
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "copy.sqlite3"
        try:
            _prepare(file, fresh, migrations)
        except (*BROKEN, OSError) as error:
            raise NotSaved(f"the backup could not be unpacked in {folder} (TMPDIR): {error}") from error
        write(f"{file.name}: {contents(fresh).told(at)}")
        _check(file, fresh, migrations, games, progress)
        with closing(backup.reading(fresh)) as connection:
            fill_server(connection, server, migrations)


def beside(database: Path, suffix: str) -> Path:
    """The file with this suffix that belongs to a database."""
    return database.with_name(database.name + suffix)


def _prepare(file: Path, fresh: Path, migrations: Path) -> None:
    """Copy a backup, bring the copy up to date, and give it a new key for nonces.

    What is posted after a restore has the numbers of what was posted before it: with the old key Discord
    would take it for the same. Of a file that somebody else has made nothing is read but its structure: a
    view in the place of a table may have rows without end.
    """
    if not file.is_file():
        raise Unusable(f"there is no file {file}")
    try:
        with closing(backup.reading(file)) as connection:
            check_ours(connection, file)
            missing(connection, migrations)
            check_schema(connection, migrations)
            damage = structure_damage(connection)
    except BROKEN as error:
        raise Unusable(f"{file} cannot be read as a database: {error}") from error
    if damage:
        raise Unusable(f"{file} is damaged: {damage[0]}")
    fresh.touch(mode=0o600)
    backup.write_copy(file, fresh, PAGE_BYTES)
    with closing(connect(fresh)) as connection:
        migrate(connection, migrations)
        connection.execute("DELETE FROM notes WHERE name = 'nonce-key'")
    backup.flush(fresh)


def _check(
    file: Path, fresh: Path, migrations: Path, games: Mapping[str, AnyGame], progress: Progress
) -> None:
    if damage := verify(fresh, migrations, games, progress, plays_packed=False):
        raise Unusable(f"{file} is damaged: {damage[0]}")


def _put_in_place(fresh: Path, database: Path, at: datetime) -> Path | None:
    """Let a file take the database's place, and give the name by which the former one is kept.

    There is always one: it has both names until it gives way. What lies beside it must not lie beside the
    other one, and comes back where that cannot take the place.
    """
    aside = database.with_name(f"{database.name}.before-{at:%Y%m%d-%H%M%S}")
    kept = [suffix for suffix in ("", *COMPANIONS) if beside(database, suffix).exists()]
    for suffix in kept:
        _keep(beside(database, suffix), beside(aside, suffix))
    backup.flush(database.parent)
    try:
        for suffix in COMPANIONS:
            beside(database, suffix).unlink(missing_ok=True)
        fresh.replace(database)
    except OSError:
        for suffix in set(kept) & set(COMPANIONS):
            shutil.copy2(beside(aside, suffix), beside(database, suffix))
        raise
    backup.flush(database.parent)
    return aside if "" in kept else None


def _keep(file: Path, aside: Path) -> None:
    """Give a file another name as well; where files have only one, copy it."""
    if aside.exists():
        raise NotSaved(f"there is a file {aside} already: restore again in a second")
    try:
        os.link(file, aside)
    except OSError:
        with backup.whole(aside) as part:
            shutil.copyfile(file, part)
