"""Settings of a database file made before anything else: its owner and the size of its pages."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.config import unwritable
from bot.storage.driver import BROKEN, reading
from bot.storage.errors import NotSaved, Unusable
from bot.storage.migrations import version

APPLICATION_ID: Final = int.from_bytes(b"Crat")
"""The application id in the header of our files."""
PAGE_BYTES: Final = 1024
"""A move changes about ten pages, and the log repeats each one whole, so small pages write a third as
much."""
PAGES_BETWEEN_CHECKPOINTS: Final = 16_000
"""The log grows to about 16 MB before its pages are copied into the file."""


def check_place(path: Path) -> None:
    """Raise Unusable if no database can be opened or made at this path. Changes nothing there."""
    if wrong := unwritable(path.parent):
        raise Unusable(wrong)
    if not path.parent.is_dir():
        raise Unusable(f"the folder for the database is missing: make {path.parent}, or correct DATABASE")
    if path.is_dir():
        raise Unusable(f"{path} is a folder: name a file in DATABASE")
    for ending in ("", "-wal", "-shm", ".lock"):
        if wrong := unwritable(path.with_name(path.name + ending)):
            raise Unusable(wrong)
    try:
        check_free(path)
    except BROKEN as error:
        raise Unusable(f"{path} can't be used as a database: {error}") from error


def check_free(path: Path, *, is_still: bool = False) -> None:
    """Raise Unusable if the path holds another program's database, without changing a byte of it.

    Checking a file that `is_still` leaves no other file next to it.
    """
    if not path.exists() or path.stat().st_size == 0:
        return
    with closing(reading(path, is_still=is_still)) as connection:
        if _tables(connection) and not is_ours(connection):
            raise Unusable(
                f"{path} is a database of another program: name a file of Cardcrate's own in DATABASE"
            )


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether Cardcrate made this database."""
    return _pragma(connection, "application_id") == APPLICATION_ID


def set_up(connection: sqlite3.Connection) -> None:
    """Mark a new file as ours and give it small pages."""
    if not is_ours(connection):
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise Unusable unless this is a database of Cardcrate with data in it."""
    if _tables(connection) and not is_ours(connection):
        raise Unusable(f"{path} belongs to another program: name a database of Cardcrate")
    if version(connection) == 0:
        raise Unusable(f"{path} is empty: choose a file with games in it")


def truncate_log(connection: sqlite3.Connection) -> bool:
    """Empty the write-ahead log without waiting. Returns False while another connection reads from it."""
    [patience] = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        [[is_busy, *_]] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")
    return not is_busy


def shrink(path: Path) -> None:
    """Give free space in a file that no process has open back to the disk. Raises NotSaved."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("VACUUM")
    except BROKEN as error:
        raise NotSaved(f"{path} couldn't be shrunk: {error}") from error


def _tables(connection: sqlite3.Connection) -> set[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {row[0] for row in found}


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
