"""The SQL of clocks that pause or move. Functions over an open transaction."""

from collections.abc import Iterable
from typing import Final

from bot.storage import facts, shown
from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import Paused, Why
from bot.storage.statements import CHANGED, LIVE

VISIBLE_SECONDS: Final = 60.0
"""Pages give deadlines to the minute: those that moved by less in total aren't shown again."""


def pause_all(connection: Connection, session_ids: Iterable[int], why: Why, at: float) -> dict[int, Paused]:
    """Pause these sessions and return all that are paused."""
    for session_id in session_ids:
        _pause(connection, session_id, why, at)
    return pauses(connection)


def _pause(connection: Connection, session_id: int, why: Why, at: float) -> None:
    """Pause a session. If it's paused already, it keeps its first reason.

    If its table has lost its channel, all of its players learn of that by DM.
    """
    insert = "INSERT INTO pauses VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    begins = connection.execute(insert, (session_id, float(at), why)).rowcount > 0
    if begins and why == "channel":
        shown.leave(connection, session_id, "gone")  # A new one is posted.
        shown.look(connection, session_id)


def pauses(connection: Connection) -> dict[int, Paused]:
    """Return the paused sessions."""
    found = connection.execute("SELECT session_id, since, why FROM pauses")
    return {session_id: Paused(since=since, why=why) for session_id, since, why in found}


def resume(connection: Connection, session_id: int, seconds: float) -> None:
    """End a pause: the clock resumes with the time that was left, which is shown."""
    connection.execute("DELETE FROM pauses WHERE session_id = ?", (session_id,))
    move_clocks(connection, seconds, SessionFilter("id = ?", (session_id,)), are_shown=True)


def move_clocks(
    connection: Connection, seconds: float, some: SessionFilter = EVERY, *, are_shown: bool
) -> None:
    """Move everything due at some tables, and the times up to which they've been charged.

    The starts of their pauses move, too, so that time given back to everyone isn't given back twice. If
    `are_shown`, their pages show that.
    """
    connection.execute(
        f"UPDATE sessions SET {CHANGED}, deadline = deadline + ?, measured_at = measured_at + ? "
        f"WHERE {LIVE} AND (deadline IS NOT NULL OR measured_at IS NOT NULL) AND {some.condition}",
        (seconds, seconds, *some.values),
    )
    which = f"SELECT 1 FROM sessions WHERE id = session_id AND {some.condition}"
    connection.execute(f"UPDATE pauses SET since = since + ? WHERE EXISTS ({which})", (seconds, *some.values))
    if are_shown:
        shown.look_at_clocks(connection, some)


def extend_deadlines(
    connection: Connection, seconds: float, note: tuple[str, str], *, are_shown: bool
) -> None:
    """Move every running deadline and store a note."""
    move_clocks(connection, seconds, are_shown=are_shown)
    facts.keep_note(connection, *note)
