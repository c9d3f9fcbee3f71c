"""The SQL of hints: who may ask for them at a table, and which were given. Over an open transaction."""

from typing import Any

from bot.storage.checksums import checked, with_checksum
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.records import Hinted, HintsFor, Record
from bot.storage.statements import put


def keep_rule(connection: Connection, record: Record) -> None:
    """Store who may ask for hints at a table."""
    connection.execute("DELETE FROM hint_rules WHERE session_id = ?", (record.id,))
    if record.hints != "first-games":
        row = with_checksum(record.id, record.hints)
        connection.execute("INSERT INTO hint_rules VALUES (?, ?, ?)", row)


def rule(connection: Connection, session_id: int) -> HintsFor:
    """Who may ask for hints at a table; the usual where the row is damaged."""
    query = "SELECT session_id, hints, checksum FROM hint_rules WHERE session_id = ?"
    row = connection.execute(query, (session_id,)).fetchone()
    known = () if row is None else _sound(row, "a row of hint_rules")
    return known[1] if known else "first-games"


def keep(connection: Connection, session_id: int, hinted: Hinted) -> None:
    """Store a hint; a decision has one."""
    row = with_checksum(session_id, hinted.seat, hinted.decision, hinted.move)
    put(connection, "hints", "session_id, seat, decision, move, checksum", row, key=3)


def given(connection: Connection, session_id: int) -> list[Hinted]:
    """The hints of a session; damaged rows are left out."""
    return given_at(connection, "session_id = ?", session_id).get(session_id, [])


def given_at(connection: Connection, which: str, *values: int) -> dict[int, list[Hinted]]:
    """The hints of all sessions that a condition names; damaged rows are left out."""
    query = f"SELECT session_id, seat, decision, move, checksum FROM hints WHERE {which}"  # noqa: S608
    found: dict[int, list[Hinted]] = {}
    for row in filter(None, (_sound(row, "a row of hints") for row in connection.execute(query, values))):
        session_id, seat, decision, move = row
        found.setdefault(session_id, []).append(Hinted(seat=seat, decision=decision, move=move))
    return found


def _sound(row: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """The values of a row that is as it was stored; nothing of another one."""
    try:
        return tuple(checked(row, name))
    except Damaged:
        return ()  # logged when the database was opened
