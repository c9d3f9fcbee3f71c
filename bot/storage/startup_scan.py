"""A single scan of the live tables for a process that starts. Over an open transaction."""

from collections.abc import Collection
from typing import Final, NamedTuple

import msgspec

from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import IDLE, Attendance
from bot.storage.statements import LIVE

LATEST_SECONDS: Final = 60.0
"""A forced move is made a moment after the last change, so if it's missing, that change is among the
latest."""


class StartupScan(NamedTuple):
    """Ids of live sessions that a starting process has to work on."""

    deadlines: list[tuple[int, float]]
    """Every running deadline."""
    acting: list[int]
    """Running games that aren't idle with computers, stand-ins or orders, or with a forced move
    that may be missing."""


def scan(
    connection: Connection, some: SessionFilter = EVERY, games: Collection[str] = ()
) -> list[StartupScan]:
    """Scan the live ones of some sessions once. `games` are those with forced moves."""
    found, newest, without_computers = StartupScan([], []), 0.0, list[tuple[int, float]]()
    columns = "id, game, status, players, clock_key, deadline, updated_at, attendance"
    query = f"SELECT {columns} FROM sessions WHERE {LIVE} AND {some.condition}"
    for number, game, status, players, clock_key, deadline, at, absent in connection.execute(
        query, some.values
    ):
        if deadline is not None:
            found.deadlines.append((number, deadline))
        newest = max(newest, at)
        if status != "playing" or clock_key == IDLE:
            continue
        if "-" in players or (absent and has_deputies(absent)):
            found.acting.append(number)
        elif game in games:
            without_computers.append((number, at))
    found.acting.extend(number for number, at in without_computers if at >= newest - LATEST_SECONDS)
    return [found]


def has_deputies(attendance: str) -> bool:
    """Whether a table with this stored attendance has had stand-ins, or has orders."""
    absent = msgspec.json.decode(attendance, type=Attendance)
    return bool(absent.stand_ins or absent.orders)
