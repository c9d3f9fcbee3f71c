"""Statements shared by several tables, built from our own names of tables and columns."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from bot.storage.engine import Connection

T = TypeVar("T")

CHANGED: Final = "version = version + 1"
"""Part of every statement that changes a session, so that copies in memory count as outdated."""


LIVE: Final = "status IN ('lobby', 'playing')"
"""A condition for lobbies and running games, in the words of the indexes that hold only these."""
ENDED: Final = "status NOT IN ('lobby', 'playing')"
"""A condition for sessions that aren't live."""


def scalar(
    connection: Connection, kind: Callable[[Any], T], sql: str, values: Sequence[Any] = ()
) -> T | None:
    """Return the first value of the first row as this kind of value, or None if it's NULL or missing."""
    row = connection.execute(sql, values).fetchone()
    return None if row is None or row[0] is None else kind(row[0])


def scalars(
    connection: Connection, kind: Callable[[Any], T], sql: str, values: Sequence[Any] = ()
) -> list[T]:
    """Return the first value of every row as this kind of value."""
    return [kind(row[0]) for row in connection.execute(sql, values)]


def put(connection: Connection, table: str, columns: str, *rows: Sequence[Any], key: int = 1) -> None:
    """Store rows, replacing those with the same key. The first `key` columns are the key."""
    names = columns.split(", ")
    slots = ", ".join("?" * len(names))
    changes = ", ".join(f"{name} = excluded.{name}" for name in names[key:])
    connection.executemany(
        f"INSERT INTO {table} ({columns}) VALUES ({slots}) "  # noqa: S608 # only our own names
        f"ON CONFLICT ({', '.join(names[:key])}) DO UPDATE SET {changes}",
        rows,
    )
