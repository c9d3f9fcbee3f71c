"""Packed games of earlier releases take the smaller form of today, step by step. Over an open transaction."""

import json
from typing import Any, Final

from bot.storage import deals, facts, packing, rows
from bot.storage.checksums import BRIEF, is_sound, to_json
from bot.storage.engine import Connection
from bot.storage.errors import Damaged

SLIMMED: Final = "slimmed"
"""The note that says up to which session all packed games have the form of today."""
_ROW: Final = f"id, {rows.FRAME}, checksum"
_RESULT: Final = "session_id, guild_id, game, ended_at, winners, checksum"


def slim(connection: Connection, most: int) -> int | None:
    """Look through so many more sessions; gives how many became smaller, None when there are no more."""
    last = json.loads(facts.note(connection, SLIMMED) or "0")
    query = f"SELECT {_ROW} FROM sessions WHERE id > ? ORDER BY id LIMIT ?"  # noqa: S608 # only our own names
    found = connection.execute(query, (last, most)).fetchall()
    if not found:
        return None
    facts.keep_note(connection, SLIMMED, to_json(found[-1][0]))
    return sum(_slimmed(connection, row) for row in found)


def waiting(connection: Connection) -> int:
    """How many sessions have not been looked through."""
    last = json.loads(facts.note(connection, SLIMMED) or "0")
    return int(connection.execute("SELECT count(*) FROM sessions WHERE id > ?", (last,)).fetchone()[0])


def _slimmed(connection: Connection, row: tuple[Any, ...]) -> bool:
    """Whether a session was packed by an earlier release; damaged ones stay as they are."""
    try:
        columns = rows.columns_of(row)
    except Damaged:
        return False
    session_id, stored = columns["id"], row[-1]
    if columns["options"] or len(stored) == BRIEF:
        return False
    query = f"UPDATE sessions SET {rows.CHANGED}, checksum = ? WHERE id = ?"  # noqa: S608
    connection.execute(query, (stored[:BRIEF], session_id))
    _brief_result(connection, session_id)
    _move_deal(connection, columns)
    return True


def _brief_result(connection: Connection, session_id: int) -> None:
    query = f"SELECT {_RESULT} FROM results WHERE session_id = ?"  # noqa: S608 # only our own names
    row = connection.execute(query, (session_id,)).fetchone()
    if row is not None and is_sound(row):
        update = "UPDATE results SET checksum = ? WHERE session_id = ?"
        connection.execute(update, (row[-1][:BRIEF], session_id))


def _move_deal(connection: Connection, columns: dict[str, Any]) -> None:
    """Let the deal of a packed game go into its body; one that would not come out the same stays a row."""
    session_id = columns["id"]
    query = "SELECT body FROM packed WHERE session_id = ?"
    row, deal = connection.execute(query, (session_id,)).fetchone(), deals.of(connection, session_id)
    if row is None or deal is None:
        return
    try:
        parcel = packing.opened(session_id, row[0])
    except Damaged:
        return
    if parcel.deal is not None:
        return
    told = deals.told(rows.as_record(columns | parcel.columns, None), deal)
    if told is not None:
        body = packing.with_deal(session_id, row[0], told)
        connection.execute("UPDATE packed SET body = ? WHERE session_id = ?", (body, session_id))
        deals.let_go(connection, session_id)
