"""The SQL of tables that wait, with their clocks standing still. Over an open transaction."""

from bot.storage import outbox, rows
from bot.storage.checksums import checked, with_checksum
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.groups import EVERY, Some
from bot.storage.records import Paused, Why
from bot.storage.statements import put


def pause(connection: Connection, session_id: int, why: Why, at: float) -> None:
    """A session waits from now on; one that waits already goes on waiting for the first reason.

    At a table without a channel everybody reads that by DM.
    """
    row = with_checksum(session_id, float(at), why)
    insert = "INSERT INTO pauses VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    begins = connection.execute(insert, row).rowcount > 0
    record = rows.load(connection, session_id)
    if begins and why == "channel" and record is not None:
        outbox.queue(connection, record, tuple(f"gone:{seat}" for seat in range(len(record.players))))


def pauses(connection: Connection) -> dict[int, Paused]:
    """The sessions that wait; a damaged row stops no clock."""
    found: dict[int, Paused] = {}
    for row in connection.execute("SELECT session_id, since, why, checksum FROM pauses"):
        try:
            session_id, since, why = checked(row, "a row of pauses")
        except Damaged:
            continue  # logged when the database was opened
        found[session_id] = Paused(since=since, why=why)
    return found


def shift(connection: Connection, seconds: float, some: Some = EVERY) -> None:
    """Do not count time twice: time that all players get back is not time that these sessions have waited."""
    query = f"SELECT session_id FROM pauses JOIN sessions ON id = session_id WHERE {some.condition}"  # noqa: S608
    waiting = pauses(connection)
    moved = [
        with_checksum(session_id, waiting[session_id].since + seconds, waiting[session_id].why)
        for (session_id,) in connection.execute(query, some.values).fetchall()
        if session_id in waiting
    ]
    put(connection, "pauses", "session_id, since, why, checksum", *moved)


def resume(connection: Connection, session_id: int, seconds: float) -> None:
    """A session has waited long enough: its clock goes on where it stood, which is shown."""
    connection.execute("DELETE FROM pauses WHERE session_id = ?", (session_id,))
    rows.shift_deadlines(connection, seconds, Some("id = ?", (session_id,)))
    record = rows.load(connection, session_id)
    if record is not None:
        has_line = record.attendance.question is not None
        outbox.queue(connection, record, outbox.timed(has_line=has_line))
