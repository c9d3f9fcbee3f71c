"""The SQL of paused tables, whose clocks are stopped. Functions over an open transaction."""

from collections.abc import Iterable

from bot.storage import rows, shown
from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import Paused, Why


def pause_all(connection: Connection, session_ids: Iterable[int], why: Why, at: float) -> dict[int, Paused]:
    """Pause these sessions and return all that are paused."""
    for session_id in session_ids:
        pause(connection, session_id, why, at)
    return pauses(connection)


def pause(connection: Connection, session_id: int, why: Why, at: float) -> None:
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


def shift(connection: Connection, seconds: float, some: SessionFilter = EVERY) -> None:
    """Move the start of these pauses, so that time given back to everyone isn't given back twice."""
    which = f"SELECT 1 FROM sessions WHERE id = session_id AND {some.condition}"
    query = f"UPDATE pauses SET since = since + ? WHERE EXISTS ({which})"
    connection.execute(query, (float(seconds), *some.values))


def resume(connection: Connection, session_id: int, seconds: float) -> None:
    """End a pause: the clock resumes with the time that was left, which is shown."""
    connection.execute("DELETE FROM pauses WHERE session_id = ?", (session_id,))
    rows.shift_deadlines(connection, seconds, SessionFilter("id = ?", (session_id,)))
    shown.look_at_clocks(connection, SessionFilter("id = ?", (session_id,)))
