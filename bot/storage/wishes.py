"""The SQL of people to mention when the next table opens in a channel. Over an open transaction."""

from collections.abc import Iterable
from typing import Any

from bot.storage.checksums import real
from bot.storage.engine import Connection
from bot.storage.statements import put, scalar, scalars


def wish(connection: Connection, channel_id: int, user_id: int, at: float, most: int) -> bool:
    """Store a wish once. Returns False if `most` others already wait in the channel."""
    query = "SELECT count(*) FROM wishes WHERE channel_id = ? AND user_id <> ?"
    if (scalar(connection, int, query, (channel_id, user_id)) or 0) >= most:
        return False
    put(connection, "wishes", "channel_id, user_id, at", (channel_id, user_id, real(at)), key=2)
    return True


def in_channel(connection: Connection, channel_id: int) -> list[int]:
    """Return the users who wait in a channel, longest first."""
    query = "SELECT user_id FROM wishes WHERE channel_id = ? ORDER BY at, user_id"
    return scalars(connection, int, query, (channel_id,))


def of_user(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """Return all wishes of a user, as plain values."""
    found = connection.execute("SELECT channel_id, at FROM wishes WHERE user_id = ?", (user_id,))
    return [{"channel_id": channel_id, "at": at} for channel_id, at in found]


def end(connection: Connection, channel_id: int, user_ids: Iterable[int]) -> list[int]:
    """Delete the wishes of these users in a channel, and return those who still had one."""
    query = "DELETE FROM wishes WHERE channel_id = ? AND user_id = ?"
    return [user_id for user_id in user_ids if connection.execute(query, (channel_id, user_id)).rowcount]


def forget_before(connection: Connection, before: float) -> None:
    """Delete wishes older than a time."""
    connection.execute("DELETE FROM wishes WHERE at < ?", (before,))
