"""Statements shared by several tables, built from our own names of tables and columns."""

from collections.abc import Sequence
from typing import Any, Final

from bot.storage.engine import Connection

CHANGED: Final = "version = version + 1"
"""Part of every statement that changes a session, so that copies in memory count as outdated."""


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
