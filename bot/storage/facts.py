"""The SQL of facts outside games: people, preferences, notes. Functions over an open transaction."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from bot.storage.checksums import real, to_json
from bot.storage.engine import Connection
from bot.storage.statements import LIVE, put, scalar

HEARTBEAT: Final = "heartbeat"
"""The note of the time at which people could last play, if one process serves all."""
ANONYMISED: Final = "anonymised"
"""The note of the ended sessions already searched for users to forget."""


def dm_closed_at(connection: Connection, user_id: int) -> float | None:
    """Return when a user's DMs were last found closed."""
    return scalar(connection, float, "SELECT dm_closed_at FROM people WHERE user_id = ?", (user_id,))


def keep_dm_closed(connection: Connection, user_id: int, at: float | None) -> None:
    """Remember when a user's DMs were found closed, or (None) that they're open."""
    put(connection, "people", "user_id, dm_closed_at", (user_id, real(at)))


def dm_channel(connection: Connection, user_id: int) -> int | None:
    """Return the DM channel of a user, if it was ever opened."""
    return scalar(connection, int, "SELECT channel_id FROM dm_channels WHERE user_id = ?", (user_id,))


def keep_dm_channel(connection: Connection, user_id: int, channel_id: int | None) -> None:
    """Remember a user's DM channel, or (None) forget it."""
    if channel_id is None:
        forget_user(connection, user_id, table="dm_channels")
    else:
        put(connection, "dm_channels", "user_id, channel_id", (user_id, channel_id))


def looked_at(connection: Connection, user_id: int) -> float | None:
    """Return when a user last looked at their tables."""
    return scalar(connection, float, "SELECT at FROM looks WHERE user_id = ?", (user_id,))


def keep_look(connection: Connection, user_id: int, at: float) -> None:
    """Remember when a user last looked at their tables."""
    put(connection, "looks", "user_id, at", (user_id, real(at)))


def preferences(connection: Connection, owner: str, owner_id: int) -> dict[str, Any]:
    """Return the preferences of a user or a server."""
    query = "SELECT chosen FROM preferences WHERE owner = ? AND id = ?"
    return scalar(connection, json.loads, query, (owner, owner_id)) or {}


def change_preferences(
    connection: Connection, owner: str, owner_id: int, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any]:
    """Replace the preferences of a user or a server that `change` returns, and return all of them."""
    before = preferences(connection, owner, owner_id)
    chosen = {**before, **change(before)}
    if owner == "user" and before.get("keep") and not chosen.get("keep"):
        forget_note(connection, ANONYMISED)  # Their old games have to be searched a second time.
    put(connection, "preferences", "owner, id, chosen", (owner, owner_id, to_json(chosen)), key=2)
    return chosen


def preferences_of_user(connection: Connection, user_id: int) -> dict[str, Any]:
    """Return the preferences of a user."""
    return preferences(connection, "user", user_id)


def forget_preferences(connection: Connection, user_id: int) -> None:
    """Delete the preferences of a user."""
    connection.execute("DELETE FROM preferences WHERE owner = 'user' AND id = ?", (user_id,))


def forget_user(connection: Connection, user_id: int, *, table: str) -> None:
    """Delete a user's rows of one of the tables with a row for each user."""
    connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))  # noqa: S608


def wants_to_be_kept(connection: Connection, user_id: int) -> bool:
    """Whether a user wants to be kept in games that ended long ago."""
    return bool(preferences_of_user(connection, user_id).get("keep"))


def note(connection: Connection, name: str) -> str | None:
    """Return the value of a note."""
    return scalar(connection, str, "SELECT value FROM notes WHERE name = ?", (name,))


def keep_note(connection: Connection, name: str, value: str) -> None:
    """Store a note."""
    put(connection, "notes", "name, value", (name, value))


def note_once(connection: Connection, name: str, value: str) -> str:
    """Store a note unless there's one already, and return the stored value."""
    connection.execute("INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING", (name, value))
    return note(connection, name) or value


def applications(connection: Connection) -> frozenset[int]:
    """Return the applications for which commands were sent, so that their games may be in the database."""
    found = connection.execute("SELECT name FROM notes WHERE name LIKE 'commands:%:%'")
    return frozenset(int(name.split(":")[1]) for (name,) in found)


def forget_note(connection: Connection, name: str) -> None:
    """Delete a note."""
    connection.execute("DELETE FROM notes WHERE name = ?", (name,))


def troubles_of(session_id: int) -> str:
    """Return the prefix of the notes about troubles that a table's host has been told of."""
    return f"trouble:{session_id}:"


def forget_troubles(connection: Connection, session_ids: Iterable[int]) -> None:
    """Delete the notes on what hosts were told about these tables."""
    names = [(f"{troubles_of(session_id)}%",) for session_id in session_ids]
    connection.executemany("DELETE FROM notes WHERE name LIKE ?", names)


def live_tables(connection: Connection) -> dict[tuple[str, str], int]:
    """Count live sessions by game and status."""
    found = connection.execute(
        f"SELECT game, status, count(*) FROM sessions WHERE channel_id > 0 AND {LIVE} GROUP BY game, status"  # noqa: S608
    )
    return {(game, status): number for game, status, number in found}
