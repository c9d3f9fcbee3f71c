"""Backups: a consistent copy of the database every hour, and the choice of older ones to delete."""

import fcntl
import math
import os
import re
import shutil
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkstemp
from typing import Final, NamedTuple

from bot.config import folder_problem, mkdir_problem
from bot.storage.driver import DB_ERRORS, read_only, reason
from bot.storage.errors import InUse, NotSaved, Unusable
from bot.storage.file import give_to_owner, make_folder
from bot.storage.migrations import version

HOURLY: Final = 24
DAILY: Final = 14
MAX_AGE: Final = timedelta(days=30)
"""No backup older than this is kept, because it may name a user who asked to be forgotten."""

ABANDONED_AFTER_SECONDS: Final = 600.0
"""A partial backup that nobody has written to for this long counts as abandoned."""
PRE_MIGRATION_NAME: Final = "cardcrate-before-{}.sqlite3"
"""The file name of a copy made before a migration, with the migration's number."""
MAX_PRE_MIGRATION_COPIES: Final = 2
"""The number of copies made before migrations that are kept."""

PAGE_BYTES: Final = 8192
"""Large pages waste less space, and nobody plays in a backup."""
LARGE_BYTES: Final = 10_000_000
"""Smaller databases keep their small pages, because most of their tables hold too little for large ones."""
PIECE_BYTES: Final = 256 * 1024
"""A gentle copy is flushed in pieces of this size, so that a move waits for one piece at most."""
CACHE_KILOBYTES: Final = 64
"""The cache of a gentle copy, all of which is written to the disk at once at the end."""
STEPS_BETWEEN_CHECKS: Final = 1_000
"""Steps of SQLite's virtual machine between two checks, in which a copy writes less than one piece."""
MAKE_ROOM: Final = "make room, lower BACKUPS_FREE_GB, or name another disk in BACKUPS"
"""Advice if another backup doesn't fit."""
CONTINUE: Final = 0
"""The return value of a progress handler that makes SQLite continue."""
REST_SECONDS: Final = 0.002
"""Minimum pause between two pieces. The pause is twice the time of the last piece if that's longer."""

_NAME = re.compile(r"cardcrate-(\d{8}-\d{4})\.sqlite3")
_TIME = "%Y%m%d-%H%M"


def name_of(at: datetime) -> str:
    """Return the file name of a backup made at this time in UTC."""
    return f"cardcrate-{at:{_TIME}}.sqlite3"


def time_of(name: str) -> datetime | None:
    """Return when the backup with this file name was made, or None if that isn't the name of a backup."""
    found = _NAME.fullmatch(name)
    try:
        return None if found is None else datetime.strptime(found[1], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def outdated(names: Iterable[str]) -> list[str]:
    """Return the files to delete. A file that isn't named like a backup is never among them.

    Keeps the last backup of each of the latest 24 hours that have one, and of each of the latest 14 days.
    """
    times = sorted(at for name in names if (at := time_of(name)) is not None)
    by_hour = {at.replace(minute=0): at for at in times}  # Later ones of the same hour win.
    by_day = {at.date(): at for at in times}
    kept = {*list(by_hour.values())[-HOURLY:], *list(by_day.values())[-DAILY:]}
    return [name_of(at) for at in times if at not in kept]


class Limits(NamedTuple):
    """The disk space that backups may take. The newest one stays, whatever its size."""

    most_bytes: float = math.inf
    """The size of all backups together."""
    free_bytes: float = 0
    """The space that must stay free on their disk."""


NO_LIMITS: Final = Limits()


async def back_up(
    copy_to: Callable[[Path], Awaitable[None]],
    folder: Path,
    at: datetime,
    needed: int = 0,
    limits: Limits = NO_LIMITS,
) -> Path:
    """Write a backup into the folder, then delete outdated ones. Raises StoreError.

    `needed` is its maximum size in bytes. If there isn't enough room, the oldest backups are deleted first.
    """
    with place_for_backup(folder, name_of(at), at, needed, limits) as path:
        await copy_to(path)
    return path


@contextmanager
def place_for_backup(
    folder: Path, name: str, at: datetime, needed: int = 0, limits: Limits = NO_LIMITS, *, waits: bool = False
) -> Iterator[Path]:
    """Make room for another backup and yield its path, then delete outdated ones.

    Makes the folder if it's missing. Raises NotSaved, and InUse if another backup is being written there,
    unless it `waits` for that one.
    """
    if wrong := folder_problem(folder):
        raise NotSaved(f"BACKUPS: {wrong}")
    try:
        make_folder(folder)
    except OSError as error:
        raise NotSaved(f"BACKUPS: {mkdir_problem(folder, error)}") from error
    with _lock_folder(folder, waits=waits):
        delete_expired(folder, at)
        make_room(folder, at, needed, limits)
        yield folder / name
        rotate(folder, at, limits)


@contextmanager
def _lock_folder(folder: Path, *, waits: bool) -> Iterator[None]:
    """Keep other backups out of a folder, because a half-written one looks like a disk filling up."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError as error:
        os.close(number)
        words = f"another backup is being written into {folder}"
        raise InUse(words, "try again when it's done") from error
    # Some network shares can't lock a folder. Each file is whole even without the lock.
    except OSError:
        pass
    try:
        yield
    finally:
        os.close(number)


def make_room(folder: Path, now: datetime, needed: int, limits: Limits) -> None:
    """Delete abandoned backups, then the oldest ones until another one fits. Raises NotSaved."""
    for part in folder.glob("*.sqlite3.part*"):
        if time.time() - part.stat().st_mtime > ABANDONED_AFTER_SECONDS:
            part.unlink(missing_ok=True)
    for path in list(backups_in(folder, now).values())[:-1]:
        has_room = shutil.disk_usage(folder).free >= needed + limits.free_bytes
        if has_room or why_no_room(folder, now, needed, limits):
            break
        path.unlink(missing_ok=True)
    if lacks := why_no_room(folder, now, needed, limits):
        raise NotSaved(f"{lacks}: {MAKE_ROOM}")


def why_no_room(folder: Path, now: datetime, needed: int, limits: Limits) -> str:
    """Return why another backup doesn't fit even if only the newest stays, or "" if it does."""
    older = sum(path.stat().st_size for path in list(backups_in(folder, now).values())[:-1])
    free = shutil.disk_usage(folder).free
    if free + older >= needed + limits.free_bytes:
        return ""
    left = f", with {_size(limits.free_bytes)} left free (BACKUPS_FREE_GB)" if limits.free_bytes else ""
    return f"no room in {folder}: a backup needs {_size(needed)}{left}, and {_size(free + older)} can be free"


def delete_expired(folder: Path, now: datetime) -> None:
    """Delete backups beyond the maximum age. The newest one stays until there's another."""
    for at, path in list(backups_in(folder, now).items())[:-1]:
        if now - at > MAX_AGE:
            path.unlink(missing_ok=True)
    for path in folder.glob(PRE_MIGRATION_NAME.format("*")):
        if time.time() - path.stat().st_mtime > MAX_AGE.total_seconds():
            path.unlink(missing_ok=True)


def rotate(folder: Path, now: datetime, limits: Limits = NO_LIMITS) -> None:
    """Delete outdated backups and copies, then the oldest backups until the rest fit the size limit."""
    delete_expired(folder, now)
    for name in outdated(path.name for path in backups_in(folder, now).values()):
        (folder / name).unlink(missing_ok=True)
    copies = sorted(folder.glob(PRE_MIGRATION_NAME.format("*")), key=lambda path: path.stat().st_mtime)
    for path in copies[:-MAX_PRE_MIGRATION_COPIES]:
        path.unlink(missing_ok=True)
    older = list(backups_in(folder, now).values())
    while sum(path.stat().st_size for path in older) > limits.most_bytes and len(older) > 1:
        older.pop(0).unlink(missing_ok=True)


def copy_before(database: Path, folder: Path, migration: int) -> None:
    """Copy a database before a migration. Raises Unusable if it can't be copied."""
    with closing(read_only(database)) as connection:
        if version(connection) == 0:
            return
    name, size = PRE_MIGRATION_NAME.format(f"{migration:04}"), database.stat().st_size
    try:
        with place_for_backup(folder, name, datetime.now(UTC), size, waits=True) as path:
            copy(database, path)
    except NotSaved as error:
        words = "the database must be copied before it's brought up to date"
        raise Unusable(words, str(error)) from error


def backups_in(folder: Path, now: datetime) -> dict[datetime, Path]:
    """Return the backups in a folder by the time they were made, oldest first. Raises OSError.

    One from the future, made while the clock was wrong, doesn't count, so it can't push others out.
    """
    found = {at: path for path in folder.iterdir() if (at := time_of(path.name)) is not None and at <= now}
    return dict(sorted(found.items()))


def newest_backup(folder: Path, now: datetime) -> datetime | None:
    """Return when the newest backup in a folder was made, or None if there isn't one."""
    try:
        return max(backups_in(folder, now), default=None)
    except OSError:
        return None


def _size(number: float) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"


def copy(database: Path, target: Path, page_bytes: int | None = None, *, is_gentle: bool = False) -> None:
    """Write the present database into a file, whole or not at all. Raises NotSaved.

    It uses a read-only connection of its own. A gentle copy pauses so that moves can use the disk.
    """
    with replacing(target) as part:
        write_copy(database, part, page_bytes, is_gentle=is_gentle)


def write_copy(database: Path, part: Path, page_bytes: int | None = None, *, is_gentle: bool = False) -> None:
    """Write the present database into an existing empty file. Raises driver errors and OSError."""
    with closing(read_only(database)) as connection, part.open("rb") as written:
        if is_gentle:
            connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
            connection.set_progress_handler(_flush_handler(written.fileno()), STEPS_BETWEEN_CHECKS)
        if page_bytes or database.stat().st_size > LARGE_BYTES:
            connection.execute(f"PRAGMA page_size = {page_bytes or PAGE_BYTES}")  # Applies to the copy.
        connection.execute("VACUUM INTO ?", (str(part),))


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield an empty file that replaces `target` once it's written. Raises NotSaved.

    Every writer gets a file name of its own, so that two never write into the same file.
    """
    part: Path | None = None
    try:
        number, name = mkstemp(prefix=f"{target.name}.part", dir=target.parent)
        part = Path(name)
        give_to_owner(number, target.parent)
        os.close(number)
        yield part
        flush(part)
        part.replace(target)
        flush(target.parent)
    except (*DB_ERRORS, OSError) as error:
        words = f"couldn't copy the database to {target} ({reason(error)})"
        raise NotSaved(f"{words}: make room there, or check the disk") from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _flush_handler(number: int) -> Callable[[], int]:
    """Return a progress handler that flushes a growing file piece by piece, with pauses in between.

    Otherwise the system would write all of it at once, and a move would have to wait for that. The handler
    runs in the thread that writes the file.
    """
    flushed = 0

    def check() -> int:
        nonlocal flushed
        size = os.fstat(number).st_size
        if size - flushed >= PIECE_BYTES:
            flushed, began = size, time.perf_counter()
            os.fsync(number)
            time.sleep(max(REST_SECONDS, 2 * (time.perf_counter() - began)))
        return CONTINUE

    return check


def flush(path: Path) -> None:
    """Make sure that a file, or the listing of a folder, has reached the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
