"""The SQL of who is absent from a session and at what pace it is played. Over an open transaction."""

import json
import sqlite3
from typing import Any

import msgspec

from bot.storage.checksums import checked, to_json, with_checksum
from bot.storage.errors import Damaged
from bot.storage.records import Attendance, Record

_NOTHING = Attendance()
_LISTS = ("stand_ins", "silences", "question")


def of(connection: sqlite3.Connection, session_id: int) -> Attendance:
    """Who is absent from a session; nobody where that is damaged, so that every seat is its owner's."""
    columns = "session_id, pace, stand_ins, silences, question, checksum"
    query = f"SELECT {columns} FROM attendance WHERE session_id = ?"  # noqa: S608 # only our own names
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        return _NOTHING
    try:
        _, pace, *texts = checked(row, "a row of attendance")
    except Damaged:
        return _NOTHING  # logged when the database was opened
    known = {name: json.loads(text or "null") for name, text in zip(_LISTS, texts, strict=True)}
    return msgspec.convert({"pace": pace, **known}, Attendance)


def keep(connection: sqlite3.Connection, record: Record) -> None:
    """Store who is absent from a session; no row where there is nothing to say."""
    kept = record.attendance
    if kept == _NOTHING:
        connection.execute("DELETE FROM attendance WHERE session_id = ?", (record.id,))
        return
    plain: dict[str, Any] = msgspec.to_builtins(kept)
    question = None if kept.question is None else to_json(plain["question"])
    row = (record.id, kept.pace, to_json(plain["stand_ins"]), to_json(plain["silences"]), question)
    connection.execute("INSERT OR REPLACE INTO attendance VALUES (?, ?, ?, ?, ?, ?)", with_checksum(*row))


def with_stand_ins(connection: sqlite3.Connection) -> list[int]:
    """The running games in which a computer may stand in for somebody."""
    query = (
        "SELECT session_id FROM sessions CROSS JOIN attendance ON session_id = id "
        "WHERE status IN ('lobby', 'playing') AND status = 'playing' AND stand_ins <> '[]'"
    )
    return [int(row[0]) for row in connection.execute(query)]
