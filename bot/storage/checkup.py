"""Looks at a database without changing it, also while the bot has it open."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from bot.storage import rows
from bot.storage.backup import reading
from bot.storage.driver import BROKEN, SqliteConnection
from bot.storage.errors import Damaged, InUse, Unusable
from bot.storage.lock import FileLock
from bot.storage.migrations import found, version

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first version with STRICT tables, which the migrations use."""


class Health(msgspec.Struct, frozen=True):
    """What was found in a database file."""

    schema: int
    newest: int
    """The schema that this version of the program knows."""
    live: int
    """Running tables and open lobbies; not counted in another schema."""
    damage: tuple[str, ...]


def sqlite_version() -> tuple[int, int, int]:
    """The version of SQLite that Python brings."""
    return sqlite3.sqlite_version_info


def in_use(path: Path) -> str | None:
    """Who has the database open, as a sentence; None when nobody has."""
    lock = FileLock(path.with_name(path.name + ".lock"))
    if (
        not lock.path.exists()
    ):  # not made here: it would belong to the user who runs the check, not to the bot's
        return None
    try:
        lock.acquire()
    except InUse as error:
        return str(error)
    lock.release()
    return None


def inspect(path: Path, migrations: Path) -> Health:
    """Read the file through and check it; raise Unusable when it cannot be read as a database."""
    newest = found(migrations)[-1][0]
    try:
        with closing(reading(path)) as connection:
            schema = version(connection)
            damage = [row[0] for row in connection.execute("PRAGMA quick_check") if row[0] != "ok"]
            live = _live(connection) if schema == newest else []
            damage += _session_damage(connection, live)
    except BROKEN as error:
        raise Unusable(f"{path} cannot be read as a database: {error}") from error
    return Health(schema=schema, newest=newest, live=len(live), damage=tuple(damage))


def _live(connection: SqliteConnection) -> list[int]:
    found_ids = connection.execute("SELECT id FROM sessions WHERE status IN ('lobby', 'playing')")
    return [int(row[0]) for row in found_ids]


def _session_damage(connection: SqliteConnection, live: list[int]) -> Iterator[str]:
    """Live sessions whose position or moves do not match their checksums."""
    for session_id in live:
        try:
            rows.load(connection, session_id)
            rows.history(connection, session_id, None)
        except Damaged as error:
            yield str(error)
