"""The SQL of paused sessions and moved deadlines. Functions over an open transaction."""

from collections.abc import Iterable
from typing import Final

from bot.storage import facts, shown
from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import Paused, PauseReason
from bot.storage.statements import BUMP_VERSION, LIVE

VISIBLE_SECONDS: Final = 60.0
"""Pages show deadlines to the minute, so they aren't updated until the moves add up to this."""


def pause_all(connection: Connection, ids: Iterable[int], why: PauseReason, at: float) -> dict[int, Paused]:
    """Pause these sessions, and return the pauses of all paused sessions by id."""
    for session_id in ids:
        _pause(connection, session_id, why, at)
    return pauses(connection)


def _pause(connection: Connection, session_id: int, why: PauseReason, at: float) -> None:
    """Pause a session. If it's paused already, it keeps its first reason.

    If the channel of its table is gone, all players are told by DM.
    """
    insert = "INSERT INTO pauses VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    begins = connection.execute(insert, (session_id, float(at), why)).rowcount > 0
    if begins and why == "channel":
        shown.retire_kind(connection, session_id, "gone")  # Players get a new message, not an edit.
        shown.look(connection, session_id)


def pauses(connection: Connection) -> dict[int, Paused]:
    """Return the pauses of all paused sessions, by session id."""
    found = connection.execute("SELECT session_id, since, why FROM pauses")
    return {session_id: Paused(since=since, why=why) for session_id, since, why in found}


def resume(connection: Connection, session_id: int, seconds: float) -> None:
    """End a session's pause, which lasted `seconds`, so that its clock has as much time left as before."""
    connection.execute("DELETE FROM pauses WHERE session_id = ?", (session_id,))
    move_clocks(connection, seconds, SessionFilter("id = ?", (session_id,)), are_shown=True)


def move_clocks(
    connection: Connection, seconds: float, scope: SessionFilter = EVERY, *, are_shown: bool
) -> None:
    """Move the deadlines of some tables, and the times up to which they've been charged.

    The starts of their pauses move, too, so that time given back to everyone isn't given back twice. If
    `are_shown`, their pages are updated.
    """
    connection.execute(
        f"UPDATE sessions SET {BUMP_VERSION}, deadline = deadline + ?, measured_at = measured_at + ? "
        f"WHERE {LIVE} AND (deadline IS NOT NULL OR measured_at IS NOT NULL) AND {scope.condition}",
        (seconds, seconds, *scope.values),
    )
    rows = f"SELECT 1 FROM sessions WHERE id = session_id AND {scope.condition}"
    connection.execute(f"UPDATE pauses SET since = since + ? WHERE EXISTS ({rows})", (seconds, *scope.values))
    if are_shown:
        shown.look_at_clocks(connection, scope)


def extend_deadlines(
    connection: Connection, seconds: float, note: tuple[str, str], *, are_shown: bool
) -> None:
    """Move every running deadline and store a note."""
    move_clocks(connection, seconds, are_shown=are_shown)
    facts.keep_note(connection, *note)
