"""The restoring of a backup, which keeps the database that it replaces."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bot.config import Location
from bot.engine.contract import AnyGame
from bot.storage import backup
from bot.storage.copying import check_restorable, fill_server
from bot.storage.driver import DB_ERRORS, connect, read_only, reason
from bot.storage.errors import CHOOSE_ANOTHER, NotSaved, Unusable
from bot.storage.file import PAGE_BYTES, FileLock, check_exists, check_not_foreign, check_writable, make_file
from bot.storage.migrations import migrate
from bot.storage.progress import Progress, silent
from bot.storage.statements import LIVE
from bot.storage.verify import verify

COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps next to a database, and would apply to any new file of the same name."""


class Contents(NamedTuple):
    """Numbers of tables and moves in a backup, and its last change in seconds since the epoch."""

    live: int
    ended: int
    moves: int
    last: float | None

    def summary(self, now: datetime) -> str:
        """Return the contents as a sentence."""
        what = f"Open tables: {self.live}. Ended ones: {self.ended}. Moves: {self.moves}."
        if self.last is None:
            return what
        at = datetime.fromtimestamp(self.last, UTC)
        return f"{what} The last change was on {at:%Y-%m-%d at %H:%M} UTC, {_age(now - at)} ago."


def restore(
    file: Path,
    database: Location,
    migrations: Path,
    games: Mapping[str, AnyGame],
    *,
    at: datetime,
    write: Callable[[str], object] = silent,
    progress: Progress = silent,
) -> Path | None:
    """Replace the database with a backup, and return the new path of the former file, if there was one.

    A database on a server has to be empty. Raises InUse while a bot runs, and Unusable if the backup isn't
    sound. In both cases nothing has changed.
    """
    with _copy_for(database) as fresh:
        _prepare(file, fresh, migrations)
        write(f"{file.name}: {_contents(fresh).summary(at)}")
        if damage := verify(fresh, migrations, games, progress, plays_packed=False):
            raise Unusable(f"{file} is damaged ({damage[0]})", CHOOSE_ANOTHER)
        if isinstance(database, Path):
            return _put_in_place(fresh, database, at)
        with closing(read_only(fresh)) as connection:
            fill_server(connection, database, migrations)
        return None


@contextmanager
def _copy_for(database: Location) -> Iterator[Path]:
    """Yield the path for a prepared copy: next to a file that no bot has open, or in a new folder."""
    if isinstance(database, Path):
        with _copy_beside(database) as fresh:
            yield fresh
        return
    with TemporaryDirectory() as folder:
        try:
            yield Path(folder) / "copy.sqlite3"
        except (*DB_ERRORS, OSError) as error:
            words = f"couldn't unpack the backup in {folder} ({reason(error)})"
            raise NotSaved(f"{words}: make room there, or name another folder in TMPDIR") from error


@contextmanager
def _copy_beside(database: Path) -> Iterator[Path]:
    check_writable(database)
    fresh = companion(database, ".restoring")
    with FileLock(database):
        try:
            with suppress(*DB_ERRORS):  # An unreadable file may be replaced, because it's kept.
                check_not_foreign(database, is_still=True)
            _remove(fresh)  # A restore that was killed may have left its files.
            yield fresh
        except (*DB_ERRORS, OSError) as error:
            words = f"couldn't put the backup in place in {database.parent} ({reason(error)})"
            raise NotSaved(f"{words}: make room there, or check the disk") from error
        finally:
            _remove(fresh)


def _remove(database: Path) -> None:
    for suffix in ("", *COMPANIONS):
        companion(database, suffix).unlink(missing_ok=True)


def companion(database: Path, suffix: str) -> Path:
    """Return the file with this suffix that belongs to a database."""
    return database.with_name(database.name + suffix)


def _prepare(file: Path, fresh: Path, migrations: Path) -> None:
    """Copy a backup, migrate the copy, and give it a new key for nonces.

    Posts after a restore reuse the numbers of posts from before. With the old key, Discord would take them
    for repeats. Only the structure of the backup is read before that's checked: in a forged file, a view in
    place of a table may have endless rows.
    """
    check_exists(file, CHOOSE_ANOTHER)
    check_restorable(file, migrations, CHOOSE_ANOTHER)
    make_file(fresh)
    backup.write_copy(file, fresh, PAGE_BYTES)
    with closing(connect(fresh)) as connection:
        migrate(connection, migrations)
        connection.execute("DELETE FROM notes WHERE name = 'nonce-key'")
    backup.flush(fresh)
    os.utime(fresh, (file.stat().st_mtime,) * 2)  # else the doctor finds the backup outdated


def _put_in_place(fresh: Path, database: Path, at: datetime) -> Path | None:
    """Put a file in the database's place, and return the new name of the former database.

    A database exists at every moment, because the former one has both names until it's replaced. Its
    companion files are removed before that, and copied back if the replacement fails.
    """
    former = database.with_name(f"{database.name}.before-{at:%Y%m%d-%H%M%S}")
    kept = [suffix for suffix in ("", *COMPANIONS) if companion(database, suffix).exists()]
    for suffix in kept:
        _link_or_copy(companion(database, suffix), companion(former, suffix))
    backup.flush(database.parent)
    try:
        for suffix in COMPANIONS:
            companion(database, suffix).unlink(missing_ok=True)
        fresh.replace(database)
    except OSError:
        for suffix in set(kept) & set(COMPANIONS):
            shutil.copy2(companion(former, suffix), companion(database, suffix))
        raise
    backup.flush(database.parent)
    return former if "" in kept else None


def _link_or_copy(file: Path, former: Path) -> None:
    """Give a file a second name, or copy it if the file system doesn't support links."""
    if former.exists():
        raise NotSaved(f"{former} already exists: try again in a second")
    try:
        os.link(file, former)
    except OSError:
        with backup.replacing(former) as part:
            shutil.copyfile(file, part)


def _contents(path: Path) -> Contents:
    """Count the games and moves in a database file of the present schema."""
    with closing(read_only(path)) as connection:
        query = f"SELECT {LIVE}, count(*), max(updated_at) FROM sessions GROUP BY 1"
        found = {bool(is_live): (number, last) for is_live, number, last in connection.execute(query)}
        [single] = connection.execute("SELECT count(*) FROM moves").fetchone()
        [packed] = connection.execute("SELECT coalesce(sum(moves), 0) FROM packed").fetchone()
    (live, _), (ended, _) = (found.get(is_live, (0, None)) for is_live in (True, False))
    return Contents(live, ended, single + packed, max((last for _, last in found.values()), default=None))


def _age(age: timedelta) -> str:
    hours = int(age.total_seconds() // 3600)
    return f"{hours} hours" if hours < 48 else f"{hours // 24} days"
