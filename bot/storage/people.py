"""The SQL of facts about people outside games: DMs, preferences, mention requests, block lists."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from bot.storage import facts
from bot.storage.engine import Connection
from bot.storage.statements import put, scalar, scalars, to_json

USER_COLUMNS: Final = (
    ("people", "user_id"),
    ("preferences", "owner = 'user' AND id"),
    ("wishes", "user_id"),
    ("blocks", "user_id"),
    ("blocks", "other_id"),
    ("dailies", "user_id"),
    ("session_users", "user_id"),
)
"""The tables with rows that are deleted with a user, and the column that holds the user's id."""


def forget(connection: Connection, user_id: int) -> None:
    """Delete all rows of a user."""
    for table, column in USER_COLUMNS:
        connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (user_id,))


def dm_closed_at(connection: Connection, user_id: int) -> float | None:
    """Return when a user's DMs were last found closed."""
    return scalar(connection, float, "SELECT dm_closed_at FROM people WHERE user_id = ?", (user_id,))


def keep_dm_closed(connection: Connection, user_id: int, at: float | None) -> None:
    """Remember when a user's DMs were found closed, or (None) that they're open."""
    put(connection, "people", "user_id, dm_closed_at", (user_id, at))


def dm_channel(connection: Connection, user_id: int) -> int | None:
    """Return the DM channel of a user, or None if it was never opened."""
    return scalar(connection, int, "SELECT dm_channel_id FROM people WHERE user_id = ?", (user_id,))


def keep_dm_channel(connection: Connection, user_id: int, channel_id: int | None) -> None:
    """Remember a user's DM channel, or (None) forget it."""
    put(connection, "people", "user_id, dm_channel_id", (user_id, channel_id))


def looked_at(connection: Connection, user_id: int) -> float | None:
    """Return when a user last looked at their tables."""
    return scalar(connection, float, "SELECT looked_at FROM people WHERE user_id = ?", (user_id,))


def keep_look(connection: Connection, user_id: int, at: float) -> None:
    """Remember when a user last looked at their tables."""
    put(connection, "people", "user_id, looked_at", (user_id, at))


def preferences(connection: Connection, owner: str, owner_id: int) -> dict[str, Any]:
    """Return the preferences of a user or a server."""
    query = "SELECT chosen FROM preferences WHERE owner = ? AND id = ?"
    return scalar(connection, json.loads, query, (owner, owner_id)) or {}


def change_preferences(
    connection: Connection, owner: str, owner_id: int, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any]:
    """Store the preferences that `change` returns for a user or a server, and return all of them."""
    before = preferences(connection, owner, owner_id)
    chosen = {**before, **change(before)}
    if owner == "user" and before.get("keep") and not chosen.get("keep"):
        facts.forget_note(connection, facts.ANONYMISED)  # Their old games have to be searched a second time.
    put(connection, "preferences", "owner, id, chosen", (owner, owner_id, to_json(chosen)), key="owner, id")
    return chosen


def preferences_of_user(connection: Connection, user_id: int) -> dict[str, Any]:
    """Return the preferences of a user."""
    return preferences(connection, "user", user_id)


def wants_to_be_kept(connection: Connection, user_id: int) -> bool:
    """Whether a user wants to be kept in games that ended long ago."""
    return bool(preferences_of_user(connection, user_id).get("keep"))


def request_mention(connection: Connection, channel_id: int, user_id: int, at: float, most: int) -> bool:
    """Store once that a user wants to be mentioned when the next table opens in a channel.

    Returns False if `most` others already wait there.
    """
    return _add(connection, "wishes", ("channel_id", "user_id"), (channel_id, user_id, at), most)


def mention_requests_in(connection: Connection, channel_id: int) -> list[int]:
    """Return the users who wait in a channel, beginning with the longest wait."""
    query = "SELECT user_id FROM wishes WHERE channel_id = ? ORDER BY at, user_id"
    return scalars(connection, int, query, (channel_id,))


def mention_requests_of(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """Return all mention requests of a user, as plain values."""
    found = connection.execute("SELECT channel_id, at FROM wishes WHERE user_id = ?", (user_id,))
    return [{"channel_id": channel_id, "at": at} for channel_id, at in found]


def end_mention_requests(connection: Connection, channel_id: int, user_ids: Iterable[int]) -> list[int]:
    """Delete the mention requests of these users in a channel, and return those who still had one."""
    query = "DELETE FROM wishes WHERE channel_id = ? AND user_id = ?"
    return [user_id for user_id in user_ids if connection.execute(query, (channel_id, user_id)).rowcount]


def forget_mention_requests(connection: Connection, before: float) -> None:
    """Delete mention requests older than a time."""
    connection.execute("DELETE FROM wishes WHERE at < ?", (before,))


def block(connection: Connection, user_id: int, other_id: int, at: float, most: int) -> bool:
    """Add someone to a user's block list.

    Returns False if `most` others are on it already.
    """
    return _add(connection, "blocks", ("user_id", "other_id"), (user_id, other_id, at), most)


def _add(
    connection: Connection, table: str, key: tuple[str, str], row: tuple[int, int, float], most: int
) -> bool:
    """Add a row to the list of its first value, and return True, unless `most` other rows are on it."""
    query = f"SELECT count(*) FROM {table} WHERE {key[0]} = ? AND {key[1]} <> ?"
    has_room = (scalar(connection, int, query, row[:2]) or 0) < most
    if has_room:
        put(connection, table, f"{', '.join(key)}, at", row, key=", ".join(key))
    return has_room


def unblock(connection: Connection, user_id: int, other_id: int) -> None:
    """Take someone off a user's block list."""
    connection.execute("DELETE FROM blocks WHERE user_id = ? AND other_id = ?", (user_id, other_id))


def blocked(connection: Connection, user_id: int) -> list[int]:
    """Return everyone on a user's block list, latest first."""
    query = "SELECT other_id FROM blocks WHERE user_id = ? ORDER BY at DESC, other_id"
    return scalars(connection, int, query, (user_id,))


def blocked_by(connection: Connection, user_id: int) -> list[int]:
    """Return everyone who has a user on their block list."""
    return scalars(connection, int, "SELECT user_id FROM blocks WHERE other_id = ?", (user_id,))


def note_warnings(
    connection: Connection, session_id: int, found: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Note that users are warned of others on their block lists at a table, and return the new pairs."""
    pair = "user_id = ? AND other_id = ?"
    query = f"UPDATE blocks SET warned_at = ? WHERE {pair} AND coalesce(warned_at, 0) <> ?"
    return [one for one in found if connection.execute(query, (session_id, *one, session_id)).rowcount]


def blocks_of(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """Return a user's block list as plain values."""
    found = connection.execute(
        "SELECT other_id, at, warned_at FROM blocks WHERE user_id = ? ORDER BY at", (user_id,)
    )
    return [{"user_id": other_id, "at": at, "warned_at_table": table} for other_id, at, table in found]
