"""The SQL of how far ahead hard computers have thought, without which their moves cannot be made again.

A row holds for its move and for all later ones of hard computers at that table, up to the next row. Over an
open transaction.
"""

from bot.storage.checksums import checked, with_brief_checksum
from bot.storage.engine import Connection

_COLUMNS = "session_id, revision, thoughts, checksum"


def keep(connection: Connection, session_id: int, revision: int, thoughts: int) -> None:
    """Store how many games were imagined for the newest move of a session; 0: none."""
    query = f"SELECT {_COLUMNS} FROM thoughts WHERE session_id = ? ORDER BY revision DESC LIMIT 1"  # noqa: S608
    before = connection.execute(query, (session_id,)).fetchone()
    if before is None or before[2] != thoughts:
        row = with_brief_checksum(session_id, revision, thoughts)
        connection.execute("INSERT INTO thoughts VALUES (?, ?, ?, ?)", row)


def of(connection: Connection, session_id: int) -> dict[int, int]:
    """From which revisions on how many games were imagined for each move of a session; raises Damaged."""
    query = f"SELECT {_COLUMNS} FROM thoughts WHERE session_id = ? ORDER BY revision"  # noqa: S608
    found = (checked(row, "a row of thoughts") for row in connection.execute(query, (session_id,)))
    return {revision: thoughts for _, revision, thoughts in found}
