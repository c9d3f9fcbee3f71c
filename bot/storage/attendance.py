"""The SQL of absent players and of the pace of a session. Functions over an open transaction."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.storage.checksums import to_json
from bot.storage.engine import Connection
from bot.storage.records import Attendance, Record
from bot.storage.statements import LIVE, put, scalars

_NOTHING = Attendance()
_COLUMNS = "session_id, pace, stand_ins, silences, question, orders, pressed"
_TEXTS = ("stand_ins", "silences", "question", "orders", "pressed")


def of(connection: Connection, session_id: int) -> Attendance:
    """Return who is absent from a session."""
    return at(connection, "session_id = ?", session_id).get(session_id, _NOTHING)


def at(connection: Connection, which: str, *values: int) -> dict[int, Attendance]:
    """Return who is absent from the sessions that match a condition, where anything is stored about that."""
    query = f"SELECT {_COLUMNS} FROM attendance WHERE {which}"  # noqa: S608 # only our own names
    return {row[0]: _read(row) for row in connection.execute(query, values)}


def _read(row: Sequence[Any]) -> Attendance:
    _, pace, *texts = row
    known = {name: json.loads(text or "null") for name, text in zip(_TEXTS, texts, strict=True)}
    return msgspec.convert({"pace": pace, **known}, Attendance)


def keep(connection: Connection, record: Record) -> None:
    """Store who is absent from a session. No row is kept if there's nothing to store."""
    kept = record.attendance
    if kept == _NOTHING:
        connection.execute("DELETE FROM attendance WHERE session_id = ?", (record.id,))
        return
    plain: dict[str, Any] = msgspec.to_builtins(kept)
    texts = (None if plain[name] is None else to_json(plain[name]) for name in _TEXTS)
    row = (record.id, kept.pace, *texts)
    put(connection, "attendance", _COLUMNS, row)


def with_deputies(connection: Connection) -> list[int]:
    """Return the running games with possible stand-ins or orders."""
    query = (
        f"SELECT id FROM sessions WHERE {LIVE} AND status = 'playing' "  # noqa: S608
        "AND EXISTS (SELECT 1 FROM attendance WHERE session_id = sessions.id "
        "AND (stand_ins <> '[]' OR orders <> '[]'))"
    )
    return scalars(connection, int, query)
