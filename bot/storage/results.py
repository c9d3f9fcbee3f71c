"""The SQL of finished games and their winners, for histories. Functions over an open transaction."""

import json
from collections.abc import Iterator
from typing import Final

import msgspec

from bot.storage.checksums import real, to_json
from bot.storage.engine import Connection, Cursor
from bot.storage.records import Won

MANY: Final = 500
"""The maximum number of games in a history."""
_NAMES: Final = "results.session_id, results.guild_id, results.game, results.ended_at, results.winners"
_SELECT: Final = f"SELECT {_NAMES}, sessions.players FROM results"
_SESSION: Final = "JOIN sessions ON sessions.id = results.session_id"


def keep(connection: Connection, won: Won) -> None:
    """Store who won a game. Storing it again changes nothing."""
    row = (won.session_id, won.guild_id, won.game, real(won.ended_at), to_json(won.winners))
    query = "INSERT INTO results VALUES (?, ?, ?, ?, ?) ON CONFLICT (session_id) DO NOTHING"
    connection.execute(query, row)


def of_user(connection: Connection, user_id: int, game: str | None = None) -> list[Won]:
    """Return the finished games of a user, latest first."""
    query = f"{_SELECT} {_SESSION} JOIN players ON players.session_id = results.session_id"
    return _read(connection, query, "players.user_id = ?", user_id, game)


def all_of(connection: Connection, user_id: int) -> list[Won]:
    """Return all finished games of a user, in no order."""
    query = f"{_SELECT} {_SESSION} JOIN players ON players.session_id = results.session_id"
    return list(_won(connection.execute(f"{query} WHERE players.user_id = ?", (user_id,))))


def in_server(connection: Connection, guild_id: int, game: str | None = None) -> list[Won]:
    """Return the finished games of a server, latest first."""
    return _read(connection, f"{_SELECT} {_SESSION}", "results.guild_id = ?", guild_id, game)


def _read(connection: Connection, query: str, condition: str, number: int, game: str | None) -> list[Won]:
    of_game = "" if game is None else "AND results.game = ?"
    order = "ORDER BY results.ended_at DESC, results.session_id DESC LIMIT ?"
    values = (number, MANY) if game is None else (number, game, MANY)
    return list(_won(connection.execute(f"{query} WHERE {condition} {of_game} {order}", values)))


def _won(rows: Cursor) -> Iterator[Won]:
    for session_id, guild_id, kind, at, winners, players in rows:
        plain = (session_id, guild_id, kind, at, json.loads(winners), json.loads(players))
        yield msgspec.convert(dict(zip(Won.__struct_fields__, plain, strict=True)), Won)
