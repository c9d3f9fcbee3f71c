"""The SQL of ratings: rated games and the standings they produce. Functions over an open transaction."""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.ratings.conditions import MEETING_SECONDS, met_too_often
from bot.ratings.ledger import RatedGame, RatingRecord, Shift, replayed, standings_after
from bot.ratings.model import Rating
from bot.storage import people
from bot.storage.engine import Connection
from bot.storage.records import Rated, Record
from bot.storage.statements import pairs, put, scalar, scalars, to_json

MAX_NUMBER: Final = 2**62
Place = tuple[int, str]
"""A server and a game. Each pair has its own ratings."""
_ROW: Final = "guild_id, game, number, mean, deviation, games, met, last_at"
_GAME: Final = "id, session_id, guild_id, game, season, ended_at, ranks, changes"


def finish(connection: Connection, record: Record, ranks: Sequence[int]) -> None:
    """Update ratings after a game with these ranks by seat, if its table is rated.

    A game isn't rated if two of its players have met too often meanwhile, at other tables.
    """
    is_rated = scalar(connection, bool, "SELECT is_rated FROM sessions WHERE id = ?", (record.id,))
    if not is_rated or len(ranks) != len(record.players):
        return
    place, at = (record.guild_id, record.game), float(record.updated_at)
    if frequent_pair(connection, place, record.players, at):
        return
    numbers = [_number(connection, record.guild_id, user, at) for user in record.players]
    game = RatedGame(tuple(zip(numbers, ranks, strict=True)), at)
    after, shifts = standings_after(_standings(connection, place, numbers), game)
    _append(connection, record.id, place, game, shifts)
    _keep(connection, place, after)


def frequent_pair(connection: Connection, place: Place, users: Sequence[int], at: float) -> tuple[int, ...]:
    """Return the positions of two of these users who have met too often for a rated game, or ()."""
    known = [_known_number(connection, place[0], user) for user in users]
    numbers = [-1 - seat if number is None else number for seat, number in enumerate(known)]
    found = _rows(connection, place, "ended_at > ?", at - MEETING_SECONDS)
    return met_too_often(([number for number, _ in game.ranks] for _, game in found), numbers)


def users_of(connection: Connection, numbers: Iterable[int]) -> dict[int, int]:
    """Return the users with these participant numbers. Anonymous numbers are left out."""
    query = "SELECT number, user_id FROM participants WHERE number = ?"
    return dict(one for number in numbers for one in pairs(connection, query, (number,)))


def table(connection: Connection, place: Place) -> dict[int, RatingRecord]:
    """Return the standings of a server's game by user id, without forgotten users."""
    standings = _standings(connection, place)
    users = users_of(connection, standings)
    return {users[number]: one for number, one in standings.items() if number in users}


def present_season(connection: Connection, place: Place) -> tuple[int, dict[int, RatingRecord]]:
    """Return the present season of a server's game, and its standings by user id."""
    return season_of(connection, place), table(connection, place)


def games_in(connection: Connection, guild_id: int) -> list[str]:
    """Return the games with ratings in a server's present seasons."""
    query = "SELECT DISTINCT game FROM ratings WHERE guild_id = ? ORDER BY game"
    return scalars(connection, str, query, (guild_id,))


def rated_game(connection: Connection, session_id: int) -> Rated | None:
    """Return how a game changed the ratings of its players, or None if it wasn't rated."""
    query = "SELECT changes FROM rated_games WHERE session_id = ?"
    changes = scalar(connection, str, query, (session_id,))
    return None if changes is None else Rated(msgspec.json.decode(changes, type=tuple[Shift, ...]))


def new_season(connection: Connection, place: Place, ended: int, at: float) -> bool:
    """End a season and its ratings. Returns False if it has ended already."""
    if season_of(connection, place) != ended:
        return False
    put(
        connection,
        "seasons",
        "guild_id, game, season, began_at",
        (*place, ended + 1, at),
        key="guild_id, game",
    )
    connection.execute("DELETE FROM ratings WHERE guild_id = ? AND game = ?", place)
    return True


def of_user(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """Return the ratings of a user in all servers and their rated games, as plain values."""
    names = ("game", "mean", "deviation", "games", "last_at")
    query = f"SELECT {', '.join(names)} FROM ratings WHERE guild_id = ? AND number = ?"
    found: list[dict[str, Any]] = []
    for guild_id, number in _numbers_of(connection, user_id):
        rows = connection.execute(query, (guild_id, number)).fetchall()
        ratings = [dict(zip(names, row, strict=True)) for row in rows]
        games = list(_games_of(connection, guild_id, number))
        found.append({"guild_id": guild_id, "number": number, "ratings": ratings, "rated_games": games})
    return found


def _games_of(connection: Connection, guild_id: int, number: int) -> Iterator[dict[str, Any]]:
    """Yield the rank of a participant in each rated game and its effect on the rating, oldest first."""
    query = f"SELECT {_GAME} FROM rated_games WHERE guild_id = ? AND ranks LIKE ? ORDER BY id"
    for row in connection.execute(query, (guild_id, f"%[{number},%")):
        _, session_id, _, game, season, ended_at, stored, changes = row
        seats = enumerate(_ranks(stored))
        seat, rank = next((seat, rank) for seat, (one, rank) in seats if one == number)
        shift = json.loads(changes)[seat]
        named = {"table": session_id, "game": game, "season": season, "ended_at": ended_at, "rank": rank}
        yield named | {"games": shift["games"], "before": shift["before"], "after": shift["after"]}


def forget_user(connection: Connection, user_id: int) -> None:
    """Make a user's numbers anonymous and delete their ratings. Other players' games don't change."""
    for guild_id, number in _numbers_of(connection, user_id):
        _anonymise(connection, guild_id, number)


def _numbers_of(connection: Connection, user_id: int) -> list[tuple[int, int]]:
    """Return the servers in which a user has played rated games, and their numbers there."""
    return pairs(connection, "SELECT guild_id, number FROM participants WHERE user_id = ?", (user_id,))


def forget_before(connection: Connection, before: float) -> None:
    """Forget which users and sessions rated games older than a time belong to."""
    query = "SELECT guild_id, number, user_id FROM participants WHERE last_at < ?"
    for guild_id, number, user_id in connection.execute(query, (before,)).fetchall():
        if not people.wants_to_be_kept(connection, user_id):
            _anonymise(connection, guild_id, number)
    update = "UPDATE rated_games SET session_id = NULL WHERE ended_at < ? AND session_id IS NOT NULL"
    connection.execute(update, (before,))


def rebuild(connection: Connection) -> tuple[int, int, list[str]]:
    """Recalculate all ratings from the rated games.

    Returns the number of games and of ratings, and a line for each rating and game that differed.
    """
    before = differences(connection)
    for place in _places(connection):
        games = _season_games(connection, place)
        standings, shifts_by_game = replayed(game for _, game in games)
        for (row, _), shifts in zip(games, shifts_by_game, strict=True):
            update = "UPDATE rated_games SET changes = ? WHERE id = ?"
            connection.execute(update, (_shifts_json(shifts), row[0]))
        connection.execute("DELETE FROM ratings WHERE guild_id = ? AND game = ?", place)
        _keep(connection, place, standings)
    tables = ("rated_games", "ratings")
    rated, shown = (scalar(connection, int, f"SELECT count(*) FROM {table}") or 0 for table in tables)
    return rated, shown, before


def differences(connection: Connection) -> list[str]:
    """Return a line for each rating and game that doesn't follow from the rated games."""
    found: list[str] = []
    for place in _places(connection):
        games = _season_games(connection, place)
        standings, shifts_by_game = replayed(game for _, game in games)
        known = users_of(connection, standings)
        wanted = {number: one for number, one in standings.items() if number in known}
        where = f"{place[1]} in server {place[0]}"
        stored = _standings(connection, place)
        found += [
            f"the rating of participant {number} of {where} isn't the one that the games lead to"
            for number in sorted(wanted.keys() | stored.keys())
            if wanted.get(number) != stored.get(number)
        ]
        found += [
            f"rated game {row[0]} of {where} says something else than the games lead to"
            for (row, _), shifts in zip(games, shifts_by_game, strict=True)
            if row[-1] != _shifts_json(shifts)
        ]
    return found


def _places(connection: Connection) -> list[Place]:
    query = "SELECT guild_id, game FROM rated_games UNION SELECT guild_id, game FROM ratings ORDER BY 1, 2"
    return pairs(connection, query)


def season_of(connection: Connection, place: Place) -> int:
    """Return the number of the present season, from 1."""
    query = "SELECT season FROM seasons WHERE guild_id = ? AND game = ?"
    return scalar(connection, int, query, place) or 1  # Later seasons have a row.


def _standings(
    connection: Connection, place: Place, numbers: Iterable[int] | None = None
) -> dict[int, RatingRecord]:
    """Return standings by participant number, all or some."""
    query = f"SELECT {_ROW} FROM ratings WHERE guild_id = ? AND game = ?"
    if numbers is None:
        found = connection.execute(query, place).fetchall()
    else:
        each = f"{query} AND number = ?"
        found = [row for number in numbers for row in connection.execute(each, (*place, number))]
    return {
        number: RatingRecord(Rating(mean, deviation), games, tuple(json.loads(met)), last_at)
        for _, _, number, mean, deviation, games, met, last_at in found
    }


def _keep(connection: Connection, place: Place, standings: Mapping[int, RatingRecord]) -> None:
    """Store the standings of everyone who hasn't been forgotten."""
    for number, one in standings.items():
        if not connection.execute("SELECT 1 FROM participants WHERE number = ?", (number,)).fetchone():
            continue
        strength = (one.rating.mean, one.rating.deviation)
        row = (*place, number, *strength, one.games, to_json(one.met), one.last_at)
        put(connection, "ratings", _ROW, row, key="guild_id, game, number")


def _append(
    connection: Connection, session_id: int, place: Place, game: RatedGame, shifts: Sequence[Shift]
) -> None:
    [number] = connection.numbers("rated_games", 1)
    season, ranks = season_of(connection, place), to_json(game.ranks)
    row = (number, session_id, *place, season, game.ended_at, ranks, _shifts_json(shifts))
    connection.execute("INSERT INTO rated_games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def _shifts_json(shifts: Sequence[Shift]) -> str:
    return to_json(msgspec.to_builtins(shifts))


def _known_number(connection: Connection, guild_id: int, user_id: int) -> int | None:
    query = "SELECT number FROM participants WHERE user_id = ? AND guild_id = ?"
    return scalar(connection, int, query, (user_id, guild_id))


def _number(connection: Connection, guild_id: int, user_id: int, at: float) -> int:
    """Return a player's participant number in a server, drawing a new one if needed."""
    known = _known_number(connection, guild_id, user_id)
    number = secrets.randbelow(MAX_NUMBER) + 1 if known is None else known
    if user_id > 0:  # A forgotten user gets an anonymous number.
        put(connection, "participants", "number, guild_id, user_id, last_at", (number, guild_id, user_id, at))
    return number


def _anonymise(connection: Connection, guild_id: int, number: int) -> None:
    """Make a number anonymous and delete its rating. The games it has played stay."""
    connection.execute("DELETE FROM ratings WHERE guild_id = ? AND number = ?", (guild_id, number))
    connection.execute("DELETE FROM participants WHERE number = ?", (number,))


def _season_games(connection: Connection, place: Place) -> list[tuple[tuple[Any, ...], RatedGame]]:
    """Return the rows and contents of the present season's rated games, oldest first."""
    return list(_rows(connection, place, "season = ?", season_of(connection, place)))


def _rows(
    connection: Connection, place: Place, condition: str, value: float
) -> Iterator[tuple[tuple[Any, ...], RatedGame]]:
    """Yield the rated games that match a condition, oldest first."""
    query = f"SELECT {_GAME} FROM rated_games WHERE guild_id = ? AND game = ? AND {condition} ORDER BY id"
    for row in connection.execute(query, (*place, value)):
        yield row, RatedGame(_ranks(row[6]), row[5])


def _ranks(stored: str) -> tuple[tuple[int, int], ...]:
    return msgspec.json.decode(stored, type=tuple[tuple[int, int], ...])
