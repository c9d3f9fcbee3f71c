"""Backups: a consistent copy of the database every hour, and which of the older ones may go."""

import os
import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.storage.driver import BROKEN, SqliteConnection, connect
from bot.storage.errors import NotSaved

HOURLY: Final = 24
DAILY: Final = 14
LONGEST: Final = timedelta(days=30)
"""After this time every backup is gone that still names a user who asked to be forgotten."""

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
    latest 14 days, and none that is 30 days older than the newest.
    """
    times = sorted(at for name in names if (at := time_of(name)) is not None)
    by_hour = {at.replace(minute=0): at for at in times}  # later ones of the same hour win
    by_day = {at.date(): at for at in times}
    kept = {*list(by_hour.values())[-HOURLY:], *list(by_day.values())[-DAILY:]}
    return [name_of(at) for at in times if at not in kept or times[-1] - at > LONGEST]


async def back_up(copy_to: Callable[[Path], Awaitable[None]], folder: Path, at: datetime) -> Path:
    """Have a backup of this time written into the folder, then delete outdated ones; raises NotSaved."""
    path = place(folder, at)
    await copy_to(path)
    rotate(folder)
    return path


def place(folder: Path, at: datetime) -> Path:
    """Where the backup of this time goes; its folder is made where it is missing."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NotSaved(f"the folder for backups cannot be made: {error}") from error
    return folder / name_of(at)


def rotate(folder: Path) -> None:
    """Delete the backups that are outdated."""
    for name in outdated(path.name for path in folder.iterdir()):
        (folder / name).unlink(missing_ok=True)


def copy(database: Path, target: Path) -> None:
    """Write the database as it is now into a file, whole or not at all; raises NotSaved.

    Through a connection of its own that only reads, so that no move waits for it.
    """
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        with closing(reading(database)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        flush(part)
        part.replace(target)
        flush(target.parent)
    except (*BROKEN, OSError) as error:
        part.unlink(missing_ok=True)
        raise NotSaved(f"no copy of the database could be written: {error}") from error


def reading(database: Path) -> SqliteConnection:
    """A connection that cannot change the file, also while the bot has it open."""
    return connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)


def flush(path: Path) -> None:
    """See to it that a file, or what a folder holds, is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
