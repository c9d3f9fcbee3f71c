"""The SQL of a session's freshness: what a process asks before it trusts the one it has in memory."""

from bot.storage import groups
from bot.storage.engine import Connection
from bot.storage.records import Freshness, Paused


def of(connection: Connection, session_id: int) -> Freshness | None:
    """Return how a session stands now. None when there's none."""
    query = (
        "SELECT version, (SELECT count(*) FROM hints WHERE session_id = sessions.id), "  # noqa: S608
        f"{groups.still_since(connection)}, pauses.since, why "
        "FROM sessions LEFT JOIN pauses ON session_id = sessions.id WHERE sessions.id = ?"
    )
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        return None
    version, hints, still_since, since, why = row
    return Freshness(version, hints, None if since is None else Paused(since, why), still_since)
