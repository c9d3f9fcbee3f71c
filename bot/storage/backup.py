"""Backups: a consistent copy of the database every hour, and which of the older ones may go."""

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

from bot.storage.driver import BROKEN, SqliteConnection, connect
from bot.storage.errors import InUse, NotSaved, Unusable
from bot.storage.migrations import version

HOURLY: Final = 24
DAILY: Final = 14
MAX_AGE: Final = timedelta(days=30)
"""After this time every backup is gone that still names a user who asked to be forgotten."""

BROKEN_AFTER_SECONDS: Final = 600.0
"""How long nothing writes to a file before it counts as the rest of a backup that was broken off."""
BEFORE: Final = "cardcrate-before-{}.sqlite3"
"""The name of a copy made before a migration, with its number."""
COPIES_BEFORE: Final = 2
"""How many of these are kept."""

PAGE_BYTES: Final = 8192
"""Nobody plays in a backup, so that large pages are right there: less of each is empty."""
LARGE_BYTES: Final = 10_000_000
"""Smaller databases have so little in most of their tables that they keep their small pages."""
PIECE_BYTES: Final = 256 * 1024
"""A gentle copy is brought to the disk in pieces of this size: a move waits for one of them at most."""
CACHE_KILOBYTES: Final = 64
"""What a gentle copy may hold back meanwhile: at its end all of that goes to the disk at once."""
STEPS_BETWEEN_LOOKS: Final = 1_000
"""Of SQLite's machine; a copy writes less than a piece in so many."""
GO_ON: Final = 0
"""What SQLite wants to hear of one who only looks how far it is."""
REST_SECONDS: Final = 0.002
"""So long at least the disk is left to others between two pieces, else twice as long as the last one took."""

_NAME = re.compile(r"cardcrate-(\d{8}-\d{4})\.sqlite3")
_TIME = "%Y%m%d-%H%M"


def name_of(at: datetime) -> str:
    """The file name of a backup made at this time, which is in UTC."""
    return f"cardcrate-{at:{_TIME}}.sqlite3"


def time_of(name: str) -> datetime | None:
    """When the backup of this file name was made; None when it is no backup's."""
    found = _NAME.fullmatch(name)
    try:
        return None if found is None else datetime.strptime(found[1], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def outdated(names: Iterable[str]) -> list[str]:
    """Which of these files may be deleted; what does not have the name of a backup never is.

    The last backup of an hour stays for the latest 24 hours that have one, the last of a day for the
    latest 14 days.
    """
    times = sorted(at for name in names if (at := time_of(name)) is not None)
    by_hour = {at.replace(minute=0): at for at in times}  # later ones of the same hour win
    by_day = {at.date(): at for at in times}
    kept = {*list(by_hour.values())[-HOURLY:], *list(by_day.values())[-DAILY:]}
    return [name_of(at) for at in times if at not in kept]


class Limits(NamedTuple):
    """How much room backups may take. The newest one stays, whatever its size."""

    most_bytes: float = math.inf
    """All of them together."""
    free_bytes: float = 0
    """What must be left free on their disk."""


NO_LIMITS: Final = Limits()


async def back_up(
    copy_to: Callable[[Path], Awaitable[None]],
    folder: Path,
    at: datetime,
    needed: int = 0,
    limits: Limits = NO_LIMITS,
) -> Path:
    """Have a backup of this time written into the folder, then delete outdated ones; raises StoreError.

    It needs at most so many bytes; the oldest backups make room for it.
    """
    with one_more(folder, name_of(at), at, needed, limits) as path:
        await copy_to(path)
    return path


@contextmanager
def one_more(
    folder: Path,
    name: str,
    at: datetime,
    needed: int = 0,
    limits: Limits = NO_LIMITS,
    *,
    waits: bool = False,
) -> Iterator[Path]:
    """Give the place of another backup, with room made for it; outdated ones go when it is there.

    The folder is made where it is missing. Raises NotSaved, and while another backup is written there InUse
    unless it waits.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NotSaved(f"the folder for backups cannot be made: {folder}: {error.strerror}") from error
    with _alone_in(folder, waits=waits):
        forget_old(folder, at)
        make_room(folder, needed, limits)
        yield folder / name
        rotate(folder, at, limits)


@contextmanager
def _alone_in(folder: Path, *, waits: bool) -> Iterator[None]:
    """Keep other backups out of a folder: one that is half written looks like a disk that is getting full."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError as error:
        os.close(number)
        raise InUse(f"another backup is being written into {folder}: try again when it is done") from error
    except OSError:  # some network shares cannot lock a folder, and each file is whole without that, too
        pass
    try:
        yield
    finally:
        os.close(number)


def make_room(folder: Path, needed: int, limits: Limits) -> None:
    """Delete what is left of broken backups, and old backups until another one has room; raises NotSaved."""
    for part in folder.glob("*.sqlite3.part*"):
        if time.time() - part.stat().st_mtime > BROKEN_AFTER_SECONDS:
            part.unlink(missing_ok=True)
    for path in list(made_in(folder).values())[:-1]:
        has_room = shutil.disk_usage(folder).free >= needed + limits.free_bytes
        if has_room or lacking(folder, needed, limits):
            break
        path.unlink(missing_ok=True)
    if lacks := lacking(folder, needed, limits):
        raise NotSaved(lacks)


def lacking(folder: Path, needed: int, limits: Limits) -> str:
    """Why another backup has no room, even in the place of all but the newest; nothing where it has."""
    older = sum(path.stat().st_size for path in list(made_in(folder).values())[:-1])
    free = shutil.disk_usage(folder).free
    if free + older >= needed + limits.free_bytes:
        return ""
    left = f", with {_size(limits.free_bytes)} left free (BACKUPS_FREE_GB)" if limits.free_bytes else ""
    return f"no room in {folder}: {_size(needed)} are needed{left}, {_size(free + older)} are free or can be"


def forget_old(folder: Path, now: datetime) -> None:
    """Delete what is older than backups may be; the newest one stays until there is another."""
    for at, path in list(made_in(folder).items())[:-1]:
        if now - at > MAX_AGE:
            path.unlink(missing_ok=True)
    for path in folder.glob(BEFORE.format("*")):
        if time.time() - path.stat().st_mtime > MAX_AGE.total_seconds():
            path.unlink(missing_ok=True)


def rotate(folder: Path, now: datetime, limits: Limits = NO_LIMITS) -> None:
    """Delete the backups that are outdated, and the oldest of those that are too many together."""
    forget_old(folder, now)
    for name in outdated(path.name for path in folder.iterdir()):
        (folder / name).unlink(missing_ok=True)
    copies = sorted(folder.glob(BEFORE.format("*")), key=lambda path: path.stat().st_mtime)
    for path in copies[:-COPIES_BEFORE]:
        path.unlink(missing_ok=True)
    older = list(made_in(folder).values())
    while sum(path.stat().st_size for path in older) > limits.most_bytes and len(older) > 1:
        older.pop(0).unlink(missing_ok=True)


def copy_before(database: Path, folder: Path, migration: int) -> None:
    """Copy a database that is about to be brought up to date; raises Unusable where that cannot be done."""
    if version_of(database) == 0:
        return
    name, size = BEFORE.format(f"{migration:04}"), database.stat().st_size
    try:
        with one_more(folder, name, datetime.now(UTC), size, waits=True) as path:
            copy(database, path)
    except NotSaved as error:
        raise Unusable(f"the database must be copied before it is brought up to date: {error}") from error


def made_in(folder: Path) -> dict[datetime, Path]:
    """The backups of a folder by the time they were made, oldest first; raises OSError."""
    found = {at: path for path in folder.iterdir() if (at := time_of(path.name)) is not None}
    return dict(sorted(found.items()))


def newest_in(folder: Path) -> datetime | None:
    """When the newest backup of a folder was made; None when there is none, or no such folder."""
    try:
        return max(made_in(folder), default=None)
    except OSError:
        return None


def _size(number: float) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"


def copy(database: Path, target: Path, page_bytes: int | None = None, *, is_gentle: bool = False) -> None:
    """Write the database as it is now into a file, whole or not at all; raises NotSaved.

    Through a connection of its own that only reads. A gentle copy leaves the disk to moves in between.
    """
    with whole(target) as part:
        write_copy(database, part, page_bytes, is_gentle=is_gentle)


def write_copy(database: Path, part: Path, page_bytes: int | None = None, *, is_gentle: bool = False) -> None:
    """Write the same into a file that is there and empty; raises what the driver raises, and OSError."""
    with closing(reading(database)) as connection, part.open("rb") as written:
        if is_gentle:
            connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
            connection.set_progress_handler(_in_pieces(written.fileno()), STEPS_BETWEEN_LOOKS)
        if page_bytes or database.stat().st_size > LARGE_BYTES:
            connection.execute(f"PRAGMA page_size = {page_bytes or PAGE_BYTES}")  # of the copy
        connection.execute("VACUUM INTO ?", (str(part),))


@contextmanager
def whole(target: Path) -> Iterator[Path]:
    """An empty file beside another one, whose place it takes when it is written; raises NotSaved.

    No two have the same name, so that nobody writes into the file of somebody else.
    """
    part: Path | None = None
    try:
        number, name = mkstemp(prefix=f"{target.name}.part", dir=target.parent)
        os.close(number)
        part = Path(name)
        yield part
        flush(part)
        part.replace(target)
        flush(target.parent)
    except (*BROKEN, OSError) as error:
        raise NotSaved(f"no copy of the database could be written to {target}: {error}") from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _in_pieces(number: int) -> Callable[[], int]:
    """Brings a file that is being written to the disk piece by piece, with rests between them.

    Left to the system, all of it goes there at once, and the log of a move has to wait behind it. It is
    called by the thread that writes the file.
    """
    flushed = 0

    def look() -> int:
        nonlocal flushed
        size = os.fstat(number).st_size
        if size - flushed >= PIECE_BYTES:
            flushed, began = size, time.perf_counter()
            os.fsync(number)
            time.sleep(max(REST_SECONDS, 2 * (time.perf_counter() - began)))
        return GO_ON

    return look


def version_of(database: Path) -> int:
    """The schema of a database file; 0 where nothing is in it yet."""
    with closing(reading(database)) as connection:
        return version(connection)


def reading(database: Path, *, is_still: bool = False) -> SqliteConnection:
    """A connection that cannot change the file, also while the bot has it open unless it is still."""
    return connect(f"{database.absolute().as_uri()}?mode=ro{'&immutable=1' * is_still}", uri=True)


def flush(path: Path) -> None:
    """See to it that a file, or what a folder holds, is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
