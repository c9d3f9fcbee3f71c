"""SQLite's driver, adapted to the store, and the structure of its files."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from bot.storage.errors import Unusable

T = TypeVar("T")

DB_ERRORS: Final = (sqlite3.Error, UnicodeError)
"""Errors that the driver raises. A damaged name in the schema can make even its messages undecodable."""
PRIMARY_MASK: Final = 0xFF
"""The mask for the primary code in an SQLite error code."""
REASONS: Final[Mapping[int, str]] = {
    sqlite3.SQLITE_NOTADB: "it isn't a database",
    sqlite3.SQLITE_CORRUPT: "it's damaged",
    sqlite3.SQLITE_BUSY: "it's locked by another program",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it can't be written to",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened",
    sqlite3.SQLITE_IOERR: "the disk fails",
}
"""The reasons shown to operators, by SQLite's primary error code."""
DAMAGED: Final = "damaged"
"""The note that damage was found. The next start rebuilds the indexes."""


class SqliteConnection(sqlite3.Connection):
    """A connection to a SQLite file, with the methods of `engine.Connection`."""

    now: Final = "((julianday('now') - 2440587.5) * 86400.0)"
    """SQL for the current time."""

    def notify_processes(self) -> None:
        """Do nothing, because no other process uses a file."""

    def newest(self, table: str) -> int:
        """Return the highest number that a row of this table ever had."""
        used = f"SELECT seq FROM sqlite_sequence WHERE name = ? UNION SELECT max(id) FROM {table}"
        return max((row[0] or 0 for row in self.execute(used, (table,))), default=0)

    def numbers(self, table: str, count: int) -> Sequence[int]:
        """Return numbers for new rows. No other writer can take them meanwhile."""
        first = self.newest(table) + 1
        return range(first, first + count)

    def continue_after(self, table: str, number: int) -> None:
        """Make the numbers of new rows start after this one."""
        self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        self.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, number))


def reason(error: Exception) -> str:
    """Return in an operator's words why a file couldn't be read or written."""
    return getattr(error, "strerror", None) or REASONS.get(code_of(error)) or str(error)


def code_of(error: Exception) -> int:
    """Return SQLite's primary error code. A text that can't be decoded counts as damage."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & PRIMARY_MASK


def decode_text(raw: bytes) -> str:
    """Decode a stored text, even a damaged one. The checksum of its row reports the damage, not the read."""
    return raw.decode(errors="surrogateescape")


def connect(database: Path | str, *, uri: bool = False) -> SqliteConnection:
    """Return a connection that begins transactions only on BEGIN and reads texts as they were stored."""
    connection = sqlite3.connect(database, isolation_level=None, uri=uri, factory=SqliteConnection)
    connection.text_factory = decode_text
    return connection


def read_only(database: Path, *, is_still: bool = False) -> SqliteConnection:
    """Return a read-only connection. With `is_still`, no process may write to the file meanwhile."""
    return connect(f"{database.absolute().as_uri()}?mode=ro{'&immutable=1' * is_still}", uri=True)


def transaction(connection: SqliteConnection, job: Callable[[SqliteConnection], T]) -> T:
    """Run a function as one transaction of this connection."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = job(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite has already rolled back if the disk is full.
            connection.execute("ROLLBACK")
        raise
    return result


def structure_damage(connection: sqlite3.Connection) -> list[str]:
    """Return the problems SQLite finds in the file, including indexes that don't match their tables."""
    found = connection.execute("PRAGMA integrity_check(1000)")
    return [" ".join(row[0].split()) for row in found if row[0] != "ok"]


def rebuild_indexes(connection: sqlite3.Connection) -> list[str]:
    """Rebuild all indexes from their tables and return the problems found before that.

    Raises Unusable if more than indexes is damaged, because going on would spread the damage.
    """
    before = structure_damage(connection)
    connection.execute("REINDEX")
    if after := structure_damage(connection):
        raise Unusable(f"the database file is damaged ({after[0]})", "keep it, and restore a backup")
    return before
