"""The SQL of games played to their end, for histories. Functions over an open transaction."""

import json
from typing import Any, Final

from bot.storage.engine import Connection
from bot.storage.records import Won

MANY: Final = 500
"""The maximum number of games in a history."""
_SELECT: Final = "SELECT id, guild_id, game, updated_at, winners, players FROM sessions"
_WHERE: Final = "WHERE winners IS NOT NULL"


def of_user(connection: Connection, user_id: int, game: str | None = None) -> list[Won]:
    """Return the finished games of a user, latest first."""
    query = f"{_SELECT} JOIN session_users ON session_id = id {_WHERE} AND user_id = ? AND has_seat = 1"
    return _latest(connection, query, user_id, game)


def in_server(connection: Connection, guild_id: int, game: str | None = None) -> list[Won]:
    """Return the finished games of a server, latest first."""
    return _latest(connection, f"{_SELECT} {_WHERE} AND guild_id = ?", guild_id, game)


def _latest(connection: Connection, query: str, number: int, game: str | None) -> list[Won]:
    of_game, values = ("", (number,)) if game is None else ("AND game = ?", (number, game))
    return _won(connection, f"{query} {of_game} ORDER BY updated_at DESC, id DESC LIMIT ?", *values, MANY)


def _won(connection: Connection, query: str, *values: Any) -> list[Won]:
    return [
        Won(number, guild_id, game, at, tuple(json.loads(winners)), tuple(json.loads(players)))
        for number, guild_id, game, at, winners, players in connection.execute(query, values)
    ]
