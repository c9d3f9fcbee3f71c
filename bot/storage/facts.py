"""The SQL of notes: small facts about the bot itself. Functions over an open transaction."""

from collections.abc import Iterable
from typing import Final

from bot.storage.engine import Connection
from bot.storage.statements import put, scalar

HEARTBEAT: Final = "heartbeat"
"""The note of the time at which people could last play, if one process serves all."""
ANONYMISED: Final = "anonymised"
"""The note of the last ended session that was searched for users to forget."""


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
    """Return the ids of the applications that commands were sent for. Their games may be in the database."""
    found = connection.execute("SELECT name FROM notes WHERE name LIKE 'commands:%:%'")
    return frozenset(int(name.split(":")[1]) for (name,) in found)


def forget_note(connection: Connection, name: str) -> None:
    """Delete a note."""
    connection.execute("DELETE FROM notes WHERE name = ?", (name,))


def troubles_of(session_id: int) -> str:
    """Return the prefix of the notes about problems that a table's host was told about."""
    return f"trouble:{session_id}:"


def forget_troubles(connection: Connection, session_ids: Iterable[int]) -> None:
    """Delete the notes about problems that the hosts of these tables were told about."""
    names = [(f"{troubles_of(session_id)}%",) for session_id in session_ids]
    connection.executemany("DELETE FROM notes WHERE name LIKE ?", names)
