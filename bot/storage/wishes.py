"""The SQL of who wants to be mentioned when the next table opens in a channel. Over an open transaction."""

from collections.abc import Iterable, Iterator
from typing import Any

from bot.storage.checksums import checked, real, with_checksum
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.statements import put


def wish(connection: Connection, channel_id: int, user_id: int, at: float, most: int) -> bool:
    """Remember a wish, the same one only once; False where `most` others wait in the channel."""
    query = "SELECT count(*) FROM wishes WHERE channel_id = ? AND user_id <> ?"
    if connection.execute(query, (channel_id, user_id)).fetchone()[0] >= most:
        return False
    row = with_checksum(channel_id, user_id, real(at))
    put(connection, "wishes", "channel_id, user_id, at, checksum", row, key=2)
    return True


def in_channel(connection: Connection, channel_id: int) -> list[int]:
    """The users who wait in a channel, longest first."""
    rows = list(_sound(connection, "channel_id", channel_id))
    return [user_id for _, user_id, _ in sorted(rows, key=lambda row: row[2])]


def of_user(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """All wishes of a user, as plain values."""
    return [
        {"channel_id": channel_id, "at": at} for channel_id, _, at in _sound(connection, "user_id", user_id)
    ]


def end(connection: Connection, channel_id: int, user_ids: Iterable[int]) -> list[int]:
    """Forget the wishes of these users in a channel; gives those who still had one."""
    query = "DELETE FROM wishes WHERE channel_id = ? AND user_id = ?"
    return [user_id for user_id in user_ids if connection.execute(query, (channel_id, user_id)).rowcount]


def forget_user(connection: Connection, user_id: int) -> None:
    """Forget all wishes of a user."""
    connection.execute("DELETE FROM wishes WHERE user_id = ?", (user_id,))


def forget_before(connection: Connection, before: float) -> None:
    """Forget the wishes that are older than a time."""
    connection.execute("DELETE FROM wishes WHERE at < ?", (before,))


def _sound(connection: Connection, column: str, number: int) -> Iterator[tuple[Any, ...]]:
    """The rows with this number that are as they were stored: nobody is mentioned for a damaged one."""
    query = f"SELECT channel_id, user_id, at, checksum FROM wishes WHERE {column} = ?"  # noqa: S608
    for row in connection.execute(query, (number,)):
        try:
            yield checked(row, "a row of wishes")
        except Damaged:
            continue  # logged when the database was opened
