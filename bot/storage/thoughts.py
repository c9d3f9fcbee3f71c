"""The SQL of how far ahead hard computers have thought, without which their moves cannot be made again.

A row holds for its move and for all later ones of hard computers at that table, up to the next row. Over an
open transaction.
"""

from bot.storage.engine import Connection


def keep(connection: Connection, session_id: int, revision: int, thoughts: int) -> None:
    """Store how many games were imagined for the newest move of a session; 0: none."""
    query = "SELECT thoughts FROM thoughts WHERE session_id = ? ORDER BY revision DESC LIMIT 1"
    before = connection.execute(query, (session_id,)).fetchone()
    if before is None or before[0] != thoughts:
        connection.execute("INSERT INTO thoughts VALUES (?, ?, ?)", (session_id, revision, thoughts))


def of(connection: Connection, session_id: int) -> dict[int, int]:
    """From which revisions on how many games were imagined for each move of a session."""
    query = "SELECT revision, thoughts FROM thoughts WHERE session_id = ? ORDER BY revision"
    return dict(connection.execute(query, (session_id,)).fetchall())
