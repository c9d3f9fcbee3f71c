"""Restoring of a backup, without losing the database it replaces."""

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
"""Files that SQLite keeps next to a database, and would apply to any new file of the same name."""


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
    """Replace the database by a backup, and return where the former one is now, if there was one.

    Raises InUse while the bot runs, and Unusable if the backup isn't sound. Neither of them changes anything.
    """
    if not database.parent.is_dir():
        raise Unusable(
            f"the folder for the database is missing: {database.parent}: make it, or correct DATABASE"
        )
    lock = FileLock(database.with_name(database.name + ".lock"))
    lock.acquire()
    fresh = database.with_name(database.name + ".restoring")
    try:
        with suppress(*BROKEN):  # An unreadable file may be replaced, because it's kept.
            check_free(database, is_still=True)
        for suffix in ("", *COMPANIONS):  # Files of a killed restore.
            companion(fresh, suffix).unlink(missing_ok=True)
        _prepare(file, fresh, migrations)
        write(f"{file.name}: {contents(fresh).told(at)}")
        _check(file, fresh, migrations, games, progress)
        return _put_in_place(fresh, database, at)
    except (*BROKEN, OSError) as error:
        raise NotSaved(f"couldn't put the backup in place: {error}") from error
    finally:
        for suffix in ("", *COMPANIONS):
            companion(fresh, suffix).unlink(missing_ok=True)
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
    """Restore a backup into an empty database on a server.

    Raises InUse while a bot runs, and Unusable if the backup isn't sound or the database isn't empty.
    """
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "copy.sqlite3"
        try:
            _prepare(file, fresh, migrations)
        except (*BROKEN, OSError) as error:
            raise NotSaved(f"couldn't unpack the backup in {folder} (TMPDIR): {error}") from error
        write(f"{file.name}: {contents(fresh).told(at)}")
        _check(file, fresh, migrations, games, progress)
        with closing(backup.reading(fresh)) as connection:
            fill_server(connection, server, migrations)


def companion(database: Path, suffix: str) -> Path:
    """Return the file with this suffix that belongs to a database."""
    return database.with_name(database.name + suffix)


def _prepare(file: Path, fresh: Path, migrations: Path) -> None:
    """Copy a backup, migrate the copy, and give it a new key for nonces.

    Posts after a restore reuse the numbers of posts from before. With the old key, Discord would take them
    for repeats. Only the structure of the backup is read before that's checked: in a forged file, a view in
    place of a table may have endless rows.
    """
    if not file.is_file():
        raise Unusable(f"{file} doesn't exist")
    try:
        with closing(backup.reading(file)) as connection:
            check_ours(connection, file)
            missing(connection, migrations)
            check_schema(connection, migrations)
            damage = structure_damage(connection)
    except BROKEN as error:
        raise Unusable(f"{file} can't be read as a database: {error}") from error
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
    """Put a file in the database's place, and return the new name of the former database.

    A database exists at every moment, because the former one has both names until it's replaced. Its
    companion files are removed before that, and copied back if the replacement fails.
    """
    aside = database.with_name(f"{database.name}.before-{at:%Y%m%d-%H%M%S}")
    kept = [suffix for suffix in ("", *COMPANIONS) if companion(database, suffix).exists()]
    for suffix in kept:
        _keep(companion(database, suffix), companion(aside, suffix))
    backup.flush(database.parent)
    try:
        for suffix in COMPANIONS:
            companion(database, suffix).unlink(missing_ok=True)
        fresh.replace(database)
    except OSError:
        for suffix in set(kept) & set(COMPANIONS):
            shutil.copy2(companion(aside, suffix), companion(database, suffix))
        raise
    backup.flush(database.parent)
    return aside if "" in kept else None


def _keep(file: Path, aside: Path) -> None:
    """Give a file a second name, or copy it if the file system doesn't support links."""
    if aside.exists():
        raise NotSaved(f"{aside} already exists: try again in a second")
    try:
        os.link(file, aside)
    except OSError:
        with backup.replacing(aside) as part:
            shutil.copyfile(file, part)
