"""The SQL of tables that wait, with their clocks standing still. Over an open transaction."""

import sqlite3

from bot.storage import outbox, rows
from bot.storage.checksums import checked, with_checksum
from bot.storage.errors import Damaged
from bot.storage.records import Paused, Why


def pause(connection: sqlite3.Connection, session_id: int, why: Why, at: float) -> None:
    """A session waits from now on; one that waits already goes on waiting for the first reason.

    At a table without a channel everybody reads that by DM.
    """
    before = connection.total_changes
    row = with_checksum(session_id, float(at), why)
    connection.execute("INSERT OR IGNORE INTO pauses VALUES (?, ?, ?, ?)", row)
    record = rows.load(connection, session_id)
    if connection.total_changes > before and why == "channel" and record is not None:
        outbox.queue(connection, record, tuple(f"gone:{seat}" for seat in range(len(record.players))))


def pauses(connection: sqlite3.Connection) -> dict[int, Paused]:
    """The sessions that wait; a damaged row stops no clock."""
    found: dict[int, Paused] = {}
    for row in connection.execute("SELECT session_id, since, why, checksum FROM pauses"):
        try:
            session_id, since, why = checked(row, "a row of pauses")
        except Damaged:
            continue  # logged when the database was opened
        found[session_id] = Paused(since=since, why=why)
    return found


def shift(connection: sqlite3.Connection, seconds: float) -> None:
    """Do not count time twice: time that all players get back is not time that these sessions have waited."""
    for session_id, paused in pauses(connection).items():
        row = with_checksum(session_id, paused.since + seconds, paused.why)
        connection.execute("INSERT OR REPLACE INTO pauses VALUES (?, ?, ?, ?)", row)


def resume(connection: sqlite3.Connection, session_id: int, seconds: float) -> None:
    """A session has waited long enough: its clock goes on where it stood, which is shown."""
    connection.execute("DELETE FROM pauses WHERE session_id = ?", (session_id,))
    rows.shift_deadlines(connection, seconds, session_id)
    record = rows.load(connection, session_id)
    if record is not None:
        has_line = record.attendance.question is not None
        outbox.queue(connection, record, outbox.timed(has_line=has_line))
