"""The SQL of the search effort of hard computers, needed to reproduce their moves.

A row counts for its move and for later moves of hard computers at that table, up to the next row.
Functions over an open transaction.
"""

from bot.storage.engine import Connection
from bot.storage.statements import scalar


def keep(connection: Connection, session_id: int, revision: int, thoughts: int) -> None:
    """Store how many games were sampled for the newest move of a session, perhaps none."""
    query = "SELECT thoughts FROM thoughts WHERE session_id = ? ORDER BY revision DESC LIMIT 1"
    if scalar(connection, int, query, (session_id,)) != thoughts:
        connection.execute("INSERT INTO thoughts VALUES (?, ?, ?)", (session_id, revision, thoughts))


def of(connection: Connection, session_id: int) -> dict[int, int]:
    """Return how many games were sampled per move of a session, by the first revision of each number."""
    query = "SELECT revision, thoughts FROM thoughts WHERE session_id = ? ORDER BY revision"
    return dict(connection.execute(query, (session_id,)).fetchall())
