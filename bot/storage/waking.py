"""What a process must know of its live tables to run them, read in one go. Over an open transaction."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.storage import attendance, rows
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.groups import EVERY, Some


class Waking(NamedTuple):
    """Live sessions, by id."""

    damaged: list[int]
    """Those that are not as they were stored; they are in no other list."""
    deadlines: list[tuple[int, float]]
    """Every running deadline."""
    with_computers: list[int]
    """Running games at which computers sit, or may stand in for somebody."""


def waking(connection: Connection, some: Some = EVERY) -> Waking:
    """Look through the live ones of some sessions."""
    found, stand_ins = Waking([], [], []), set(attendance.with_stand_ins(connection))
    query = f"SELECT {rows.ROW} FROM sessions WHERE {rows.LIVE_ROWS} AND {some.condition}"  # noqa: S608
    for row in connection.execute(query, some.values):
        number = row[0]
        try:
            columns = rows.check(row)
        except Damaged:
            found.damaged.append(number)
            continue
        if columns["deadline"] is not None:
            found.deadlines.append((number, columns["deadline"] if _has_todays_times(columns) else 0.0))
        if columns["status"] == "playing" and ("-" in columns["players"] or number in stand_ins):
            found.with_computers.append(number)
    return found


def _has_todays_times(columns: Mapping[str, Any]) -> bool:
    """False for a lobby of an older release, which did not know whether its host is there.

    It is due at once: then it gets the times of today.
    """
    return columns["status"] != "lobby" or columns["measured_at"] is not None
