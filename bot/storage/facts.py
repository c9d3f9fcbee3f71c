"""The SQL of what is kept beside the games: people, preferences, notes. Over an open transaction."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from bot.storage.checksums import real, to_json
from bot.storage.engine import Connection
from bot.storage.statements import put

HEARTBEAT: Final = "heartbeat"
"""The note that says when people could last play, where one process serves all."""
ANONYMISED: Final = "anonymised"
"""The note that says which ended sessions were looked through for users who are to be forgotten."""


def dm_closed_at(connection: Connection, user_id: int) -> float | None:
    """When a user's DMs were last found closed."""
    row = connection.execute("SELECT dm_closed_at FROM people WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else row[0]


def keep_dm_closed(connection: Connection, user_id: int, at: float | None) -> None:
    """Remember that a user's DMs are closed, or open again."""
    put(connection, "people", "user_id, dm_closed_at", (user_id, real(at)))


def dm_channel(connection: Connection, user_id: int) -> int | None:
    """The DM channel of a user, if it was ever opened."""
    row = connection.execute("SELECT channel_id FROM dm_channels WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else int(row[0])


def keep_dm_channel(connection: Connection, user_id: int, channel_id: int | None) -> None:
    """Remember a user's DM channel, or (None) that it is there no more."""
    if channel_id is None:
        connection.execute("DELETE FROM dm_channels WHERE user_id = ?", (user_id,))
    else:
        put(connection, "dm_channels", "user_id, channel_id", (user_id, channel_id))


def looked_at(connection: Connection, user_id: int) -> float | None:
    """When a user last looked at their tables."""
    row = connection.execute("SELECT at FROM looks WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else float(row[0])


def keep_look(connection: Connection, user_id: int, at: float | None) -> None:
    """Remember when a user last looked at their tables, or (None) forget it."""
    if at is None:
        connection.execute("DELETE FROM looks WHERE user_id = ?", (user_id,))
    else:
        put(connection, "looks", "user_id, at", (user_id, real(at)))


def preferences(connection: Connection, owner: str, owner_id: int) -> dict[str, Any]:
    """What a user or a server has chosen."""
    query = "SELECT chosen FROM preferences WHERE owner = ? AND id = ?"
    row = connection.execute(query, (owner, owner_id)).fetchone()
    return {} if row is None else dict(json.loads(row[0]))


def change_preferences(
    connection: Connection, owner: str, owner_id: int, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any]:
    """Replace the fields that `change` makes of what a user or a server has chosen; gives all of it."""
    before = preferences(connection, owner, owner_id)
    chosen = {**before, **change(before)}
    if owner == "user" and before.get("keep") and not chosen.get("keep"):
        forget_note(connection, ANONYMISED)  # their old games are looked through again
    put(connection, "preferences", "owner, id, chosen", (owner, owner_id, to_json(chosen)), key=2)
    return chosen


def wants_to_be_kept(connection: Connection, user_id: int) -> bool:
    """Whether a user wants to be kept in games that ended long ago."""
    return bool(preferences(connection, "user", user_id).get("keep"))


def note(connection: Connection, name: str) -> str | None:
    """A small fact."""
    row = connection.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def keep_note(connection: Connection, name: str, value: str) -> None:
    """Store a small fact."""
    put(connection, "notes", "name, value", (name, value))


def note_once(connection: Connection, name: str, value: str) -> str:
    """A small fact that somebody may have stored before; then it is what they stored."""
    connection.execute("INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING", (name, value))
    return note(connection, name) or value


def forget_note(connection: Connection, name: str) -> None:
    """A small fact is no longer so."""
    connection.execute("DELETE FROM notes WHERE name = ?", (name,))


def troubles_of(session_id: int) -> str:
    """Tells how the names of notes begin that say what a table's host was told about."""
    return f"trouble:{session_id}:"


def forget_troubles(connection: Connection, session_ids: Iterable[int]) -> None:
    """Forgets what hosts were told about these tables."""
    names = [(f"{troubles_of(session_id)}%",) for session_id in session_ids]
    connection.executemany("DELETE FROM notes WHERE name LIKE ?", names)


def live_tables(connection: Connection) -> dict[tuple[str, str], int]:
    """How many live sessions there are, by game and status."""
    found = connection.execute(
        "SELECT game, status, count(*) FROM sessions"
        " WHERE channel_id > 0 AND status IN ('lobby', 'playing') GROUP BY game, status"
    )
    return {(game, status): number for game, status, number in found}
