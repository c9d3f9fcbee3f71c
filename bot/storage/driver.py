"""SQLite's driver as it is used here."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from bot.storage.checksums import text

T = TypeVar("T")

BROKEN: Final = (sqlite3.Error, UnicodeError)
"""What the driver raises; a damaged name in the schema can make even its messages unreadable."""


RESERVED: Final = 1000
"""For so many rows of `outbox` the highest number is stored at once, and not with each move."""


class SqliteConnection(sqlite3.Connection):
    """A connection that numbers new rows."""

    now: Final = "((julianday('now') - 2440587.5) * 86400.0)"
    """The time, inside a statement."""
    _reserved = range(0)
    """The next numbers of rows of `outbox`; after a restart those that were not used are left out."""

    def tell_others(self) -> None:
        """There is no other process."""

    def newest(self, table: str) -> int:
        """The highest number that a row of this table ever had, or that another process has reserved."""
        if table == "outbox" and self._reserved:
            return self._reserved[0] - 1
        used = f"SELECT seq FROM sqlite_sequence WHERE name = ? UNION SELECT max(id) FROM {table}"  # noqa: S608
        return max((row[0] or 0 for row in self.execute(used, (table,))), default=0)

    def numbers(self, table: str, count: int) -> Sequence[int]:
        """Numbers for new rows; nobody else can write meanwhile."""
        if table != "outbox":
            first = self.newest(table) + 1
            return range(first, first + count)
        if len(self._reserved) < count:
            first = self.newest(table) + 1
            self._reserved = range(first, first + count + RESERVED)
            self.go_on_after(table, self._reserved[-1])
        numbers, self._reserved = self._reserved[:count], self._reserved[count:]
        return numbers

    def go_on_after(self, table: str, number: int) -> None:
        """Let the numbers of new rows begin after this one."""
        self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        self.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, number))


def connect(database: Path | str, *, uri: bool = False) -> SqliteConnection:
    """A connection that begins a transaction only on BEGIN, and reads texts as they were stored."""
    connection = sqlite3.connect(database, isolation_level=None, uri=uri, factory=SqliteConnection)
    connection.text_factory = text
    return connection


def transaction(connection: SqliteConnection, job: Callable[[SqliteConnection], T]) -> T:
    """Run a function as one transaction of this connection."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = job(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # after a full disk SQLite has rolled back by itself
            connection.execute("ROLLBACK")
        raise
    return result
