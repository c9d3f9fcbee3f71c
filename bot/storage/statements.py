"""Statements shared by several tables, built from our own names, and the checksums of values."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from bot.storage.engine import Connection

T = TypeVar("T")

DECODE_ERRORS: Final = (ValueError, msgspec.MsgspecError)
"""Errors raised by reading a stored text that makes no sense."""
_COMPACT: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_ROW: Final = json.JSONEncoder(default=bytes.hex)
"""Shared, because `json.dumps` would build an encoder for each value, several times a move."""

BUMP_VERSION: Final = "version = version + 1"
"""Part of every statement that changes a session, so that copies in memory count as outdated."""


LIVE: Final = "status IN ('lobby', 'playing')"
"""A condition for lobbies and running games, in the words of the indexes that hold only these."""
ENDED: Final = "status NOT IN ('lobby', 'playing')"
"""A condition for sessions that aren't live."""
OF_PLAYER: Final = "session_id FROM session_users WHERE user_id = ? AND has_seat = 1"
"""The rest of a SELECT that finds the sessions in which a user has a seat."""


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


def pairs(connection: Connection, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, Any]]:
    """Return all rows of a statement with two columns."""
    return [(first, second) for first, second in connection.execute(sql, values)]


def put(connection: Connection, table: str, columns: str, row: Sequence[Any], *, key: str = "") -> None:
    """Store a row, replacing one with the same key. The key is the first column unless it's given."""
    names = columns.split(", ")
    slots, key = ", ".join("?" * len(names)), key or names[0]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key.split(", "))
    connection.execute(
        f"INSERT INTO {table} ({columns}) VALUES ({slots}) ON CONFLICT ({key}) DO UPDATE SET {changes}", row
    )


def to_json(value: Any) -> str:
    """Return compact JSON from the standard module, because totals may be integers of any size."""
    return _COMPACT.encode(value)


def checksum(*values: Any) -> str:
    """Return the SHA-256 of values as SQLite returns them: numbers, texts, bytes and NULL.

    Moves, positions and deals have one, because SQLite notices few flipped bits inside a value.
    """
    return hashlib.sha256(_ROW.encode(values).encode()).hexdigest()
