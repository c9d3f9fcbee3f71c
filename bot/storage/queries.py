"""The SQL that finds sessions: live and ended ones, results, and the work of a starting process."""

import json
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import IDLE, Won
from bot.storage.statements import ENDED, LIVE, OF_PLAYER, pairs, scalar, scalars

_ENDED_GAME = f"{ENDED} AND position IS NOT NULL"
"""A condition for dealt games that are no longer played."""
MAX_RESULTS: Final = 500
"""The maximum number of games in a history."""
_SELECT: Final = "SELECT id, guild_id, game, updated_at, winners, players FROM sessions"
_WHERE: Final = "WHERE winners IS NOT NULL"
LATEST_SECONDS: Final = 60.0
"""The time by which a table's last change may precede the newest one if its forced move is missing."""


def live_in(connection: Connection, channel_id: int) -> int | None:
    """Return the id of the live session in a channel."""
    query = f"SELECT id FROM sessions WHERE channel_id = ? AND {LIVE}"
    return scalar(connection, int, query, (channel_id,))


def inactive(connection: Connection, before: float) -> list[int]:
    """Return the running games without a deadline in which nothing has happened since a time."""
    query = (
        f"SELECT id FROM sessions WHERE {LIVE} AND status = 'playing' AND deadline IS NULL AND updated_at < ?"
    )
    return scalars(connection, int, query, (before,))


def live_of(connection: Connection, user_id: int) -> list[int]:
    """Return the live sessions of a user, latest first."""
    query = f"SELECT id FROM sessions WHERE id IN (SELECT {OF_PLAYER}) AND {LIVE} ORDER BY id DESC"
    return scalars(connection, int, query, (user_id,))


def ended_in(connection: Connection, channel_id: int) -> int | None:
    """Return the id of the game that ended last in a channel."""
    query = f"SELECT id FROM sessions WHERE channel_id = ? AND {_ENDED_GAME} ORDER BY updated_at DESC LIMIT 1"
    return scalar(connection, int, query, (channel_id,))


def ended_of(connection: Connection, user_id: int) -> int | None:
    """Return the id of the latest ended game of a user."""
    ended = f"SELECT 1 FROM sessions WHERE id = session_id AND {_ENDED_GAME}"
    query = f"SELECT {OF_PLAYER} AND EXISTS ({ended}) ORDER BY session_id DESC LIMIT 1"
    return scalar(connection, int, query, (user_id,))


def ended_since(connection: Connection, user_id: int, at: float, most: int) -> list[int]:
    """Return the ids of at most `most` games of a user that ended after a time, latest first."""
    ended = f"SELECT 1 FROM sessions WHERE id = session_id AND {_ENDED_GAME} AND updated_at > ?"
    query = f"SELECT {OF_PLAYER} AND EXISTS ({ended}) ORDER BY session_id DESC LIMIT ?"
    return scalars(connection, int, query, (user_id, at, most))


def lobbies_of(connection: Connection, user_id: int) -> list[tuple[int, int]]:
    """Return the number and channel (0 for a DM) of each lobby a user hosts, latest first."""
    query = (
        "SELECT id, CASE WHEN guild_id = 0 THEN 0 ELSE channel_id END FROM sessions "
        f"WHERE id IN (SELECT {OF_PLAYER}) AND status = 'lobby' AND host_id = ? ORDER BY id DESC"
    )
    return pairs(connection, query, (user_id, user_id))


def running_of(connection: Connection, user_id: int) -> int:
    """Return how many running games a user hosts."""
    query = (
        "SELECT count(*) FROM sessions "
        f"WHERE id IN (SELECT {OF_PLAYER}) AND status = 'playing' AND host_id = ?"
    )
    return scalar(connection, int, query, (user_id, user_id)) or 0


def lobbies_in(connection: Connection, guild_id: int) -> list[tuple[int, int]]:
    """Return the number and channel of each lobby in a server, latest first."""
    query = f"SELECT id, channel_id FROM sessions WHERE {LIVE} AND status = 'lobby' AND guild_id = ?"
    return sorted(pairs(connection, query, (guild_id,)), reverse=True)


def had_finished(connection: Connection, user_id: int, game: str, at: float) -> bool:
    """Whether a user had finished a game of this kind by a time, in seconds since the epoch."""
    finished = (
        "SELECT 1 FROM sessions WHERE id = session_id AND game = ? AND status = 'over' AND updated_at <= ?"
    )
    query = f"SELECT {OF_PLAYER} AND EXISTS ({finished}) LIMIT 1"
    return scalar(connection, bool, query, (user_id, game, at)) is not None


def live_guilds(connection: Connection, scope: SessionFilter = EVERY) -> list[int]:
    """Return the servers that have live sessions."""
    query = f"SELECT DISTINCT guild_id FROM sessions WHERE {LIVE} AND guild_id <> 0 AND {scope.condition}"
    return scalars(connection, int, query, scope.values)


def live_games(connection: Connection, scope: SessionFilter = EVERY) -> list[tuple[int, str]]:
    """Return the live sessions with their games."""
    query = f"SELECT id, game FROM sessions WHERE {LIVE} AND {scope.condition}"
    return pairs(connection, query, scope.values)


def deadlines_before(connection: Connection, scope: SessionFilter, at: float) -> list[tuple[int, float]]:
    """Return session id and time of all deadlines before a time, even those of damaged sessions."""
    query = f"SELECT id, deadline FROM sessions WHERE {LIVE} AND deadline < ? AND {scope.condition}"
    return pairs(connection, query, (at, *scope.values))


def live_tables(connection: Connection) -> dict[tuple[str, str], int]:
    """Count live sessions by game and status, without dailies."""
    found = connection.execute(
        f"SELECT game, status, count(*) FROM sessions WHERE channel_id > 0 AND {LIVE} GROUP BY game, status"
    )
    return {(game, status): number for game, status, number in found}


def results_of_user(connection: Connection, user_id: int, game: str | None = None) -> list[Won]:
    """Return the finished games of a user, latest first, at most MAX_RESULTS."""
    query = f"{_SELECT} JOIN session_users ON session_id = id {_WHERE} AND user_id = ? AND has_seat = 1"
    return _latest(connection, query, user_id, game)


def results_in_server(connection: Connection, guild_id: int, game: str | None = None) -> list[Won]:
    """Return the finished games of a server, latest first, at most MAX_RESULTS."""
    return _latest(connection, f"{_SELECT} {_WHERE} AND guild_id = ?", guild_id, game)


def _latest(connection: Connection, query: str, number: int, game: str | None) -> list[Won]:
    values: tuple[Any, ...] = (number,)
    if game is not None:
        query, values = f"{query} AND game = ?", (number, game)
    query += " ORDER BY updated_at DESC, id DESC LIMIT ?"
    return [
        Won(number, guild_id, game, at, tuple(json.loads(winners)), tuple(json.loads(players)))
        for number, guild_id, game, at, winners, players in connection.execute(query, (*values, MAX_RESULTS))
    ]


class StartupScan(NamedTuple):
    """Ids of live sessions that a starting process has to work on."""

    deadlines: list[tuple[int, float]]
    """Every running deadline."""
    acting: list[int]
    """Running games that aren't idle and have computers, stand-ins, orders, or perhaps a forced move due."""


def scan(
    connection: Connection, scope: SessionFilter = EVERY, games: Collection[str] = ()
) -> list[StartupScan]:
    """Read the live sessions of a filter once. `games` are the ids of games with forced moves."""
    found, newest, without_computers = StartupScan([], []), 0.0, list[tuple[int, float]]()
    columns = "id, game, status, players, clock_key, deadline, updated_at, attendance"
    query = f"SELECT {columns} FROM sessions WHERE {LIVE} AND {scope.condition}"
    rows = connection.execute(query, scope.values)
    for number, game, status, players, clock_key, deadline, at, absent in rows:
        if deadline is not None:
            found.deadlines.append((number, deadline))
        newest = max(newest, at)
        if status != "playing" or clock_key == IDLE:
            continue
        if "-" in players or (absent and _has_deputies(absent)):
            found.acting.append(number)
        elif game in games:
            without_computers.append((number, at))
    found.acting.extend(number for number, at in without_computers if at >= newest - LATEST_SECONDS)
    return [found]


def _has_deputies(attendance: str) -> bool:
    """Whether a table with this stored attendance has had stand-ins, or has orders. It may be damaged."""
    return '"stand_ins":[]' not in attendance or '"orders":[]' not in attendance
