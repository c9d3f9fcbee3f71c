"""What a process must know of its live tables to run them, read in one go. Over an open transaction."""

from collections.abc import Collection
from typing import Final, NamedTuple

from bot.storage import attendance, rows
from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import IDLE

LATEST_SECONDS: Final = 60.0
"""A move that nobody chooses is made a moment after the last change: where the program stopped just then,
that change was one of the latest of all."""


class StartupScan(NamedTuple):
    """Live sessions, by id."""

    deadlines: list[tuple[int, float]]
    """Every running deadline."""
    acting: list[int]
    """Running games that are not idle at which computers sit, or may stand in for somebody, and those where
    a move that nobody chooses may have been about to be made."""


def scan(
    connection: Connection, some: SessionFilter = EVERY, games: Collection[str] = ()
) -> list[StartupScan]:
    """Look through the live ones of some sessions, once; `games` are those that make moves for people."""
    found, stand_ins = StartupScan([], []), set(attendance.with_stand_ins(connection))
    newest, without_computers = 0.0, list[tuple[int, float]]()
    columns = "id, game, status, players, clock_key, deadline, updated_at"
    query = f"SELECT {columns} FROM sessions WHERE {rows.LIVE_ROWS} AND {some.condition}"  # noqa: S608
    for number, game, status, players, clock_key, deadline, at in connection.execute(query, some.values):
        if deadline is not None:
            found.deadlines.append((number, deadline))
        newest = max(newest, at)
        if status != "playing" or clock_key == IDLE:
            continue
        if "-" in players or number in stand_ins:
            found.acting.append(number)
        elif game in games:
            without_computers.append((number, at))
    found.acting.extend(number for number, at in without_computers if at >= newest - LATEST_SECONDS)
    return [found]
