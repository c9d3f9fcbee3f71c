"""The SQL of block lists: whom users don't want at their tables. Over an open transaction."""

from typing import Any

from bot.storage.checksums import real
from bot.storage.engine import Connection
from bot.storage.statements import put, scalar, scalars


def block(connection: Connection, user_id: int, other_id: int, at: float, most: int) -> bool:
    """Put someone on a user's list. Returns False if `most` others are on it."""
    query = "SELECT count(*) FROM blocks WHERE user_id = ? AND other_id <> ?"
    if (scalar(connection, int, query, (user_id, other_id)) or 0) >= most:
        return False
    put(connection, "blocks", "user_id, other_id, at", (user_id, other_id, real(at)), key=2)
    return True


def unblock(connection: Connection, user_id: int, other_id: int) -> None:
    """Take someone off a user's list."""
    connection.execute("DELETE FROM blocks WHERE user_id = ? AND other_id = ?", (user_id, other_id))


def listed(connection: Connection, user_id: int) -> list[int]:
    """Return everyone on a user's list, the latest first."""
    query = "SELECT other_id FROM blocks WHERE user_id = ? ORDER BY at DESC, other_id"
    return scalars(connection, int, query, (user_id,))


def blocked_by(connection: Connection, user_id: int) -> list[int]:
    """Return everyone on whose list a user is."""
    return scalars(connection, int, "SELECT user_id FROM blocks WHERE other_id = ?", (user_id,))


def of_user(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """Return a user's list as plain values."""
    found = connection.execute("SELECT other_id, at FROM blocks WHERE user_id = ? ORDER BY at", (user_id,))
    return [{"user_id": other_id, "at": at} for other_id, at in found]


def forget_user(connection: Connection, user_id: int) -> None:
    """Delete a user's list, and take the user off everyone else's."""
    connection.execute("DELETE FROM blocks WHERE user_id = ? OR other_id = ?", (user_id, user_id))
