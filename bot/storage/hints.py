"""The SQL of hints that were given. Functions over an open transaction."""

from bot.storage.engine import Connection
from bot.storage.records import Hinted
from bot.storage.statements import put


def keep(connection: Connection, session_id: int, hinted: Hinted) -> None:
    """Store a hint. Each decision has at most one."""
    row = (session_id, hinted.seat, hinted.decision, hinted.move)
    put(connection, "hints", "session_id, seat, decision, move", row, key=3)


def given(connection: Connection, session_id: int) -> list[Hinted]:
    """Return the hints of a session."""
    return given_at(connection, "session_id = ?", session_id).get(session_id, [])


def given_at(connection: Connection, which: str, *values: int) -> dict[int, list[Hinted]]:
    """Return the hints of all sessions that match a condition."""
    query = f"SELECT session_id, seat, decision, move FROM hints WHERE {which}"
    found: dict[int, list[Hinted]] = {}
    for session_id, seat, decision, move in connection.execute(query, values):
        found.setdefault(session_id, []).append(Hinted(seat=seat, decision=decision, move=move))
    return found
