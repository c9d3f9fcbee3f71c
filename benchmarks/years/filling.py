"""Finished games by the million: real ones, packed as the bot packs them, repeated with new numbers."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from benchmarks.load.tables import REGULAR, guild_of
from benchmarks.load.wire import CHANNELS, USERS
from bot.fair.deal import SECRET_BYTES
from bot.games import GAMES
from bot.storage import archive, packing, rows
from bot.storage.records import Played
from bot.storage.statements import to_json
from bot.storage.store import Store
from tests.storage.games import finish, running

TURNS: Final = 6
"""The number of shapes of each game. The longest game has one, so that the mean is about 150 moves."""
LONGEST: Final = "crapette"
PEOPLE: Final = 50_000
TABLES_OF_REGULAR: Final = 3_000
COLUMNS: Final = ("id", "version", *rows.FRAME_NAMES, "position", "winners")
USER_COLUMNS: Final = ("session_id", "user_id", "has_seat")
PACKED_COLUMNS: Final = ("session_id", "moves", "body")
BATCH: Final = 10_000
END: Final = 1_750_000_000.0
YEARS: Final = 3 * 365 * 86400.0


class Shape(NamedTuple):
    """A finished game: its row by column before packing, its body without the seal, and its moves.

    The chain of its moves differs under every session number.
    """

    columns: dict[str, Any]
    body: bytes
    moves: Sequence[Played]


async def shapes(store: Store) -> list[Shape]:
    """Play real games to their ends in this database, and return them unpacked."""
    found: list[Shape] = []
    for turn in range(TURNS):
        for place, game in enumerate(GAMES.values()):
            if turn and game.id == LONGEST:
                continue
            session = await running(store, game, 10 + 10 * turn + place, moves=0)
            await finish(store, session)
            number = session.record.id
            whole = await store.read(archive.game_to_pack, number)
            assert whole is not None
            found.append(_shape(whole))
    return found


def _shape(whole: archive.FinishedGame) -> Shape:
    """Return a game with its moves up to 20 seconds apart."""
    columns = rows.columns_of(whole.row)
    body = packing.pack(whole.record.id, columns, whole.history)
    return Shape(columns, body[packing.CHECKSUM_BYTES :], whole.history)


class GameRows(NamedTuple):
    """The rows of a finished game by the tables they belong to."""

    sessions: tuple[Any, ...]
    players: list[tuple[Any, ...]]
    packed: tuple[Any, ...]


def fill(path: Path, number: int, made: Sequence[Shape], *, are_sealed: bool = True) -> float:
    """Write `number` finished games after the existing ones, and return the mean number of their moves.

    A copy's key doesn't come from its deal. Sealed games have the right size and can be found, but only the
    others can be replayed.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("synchronous = OFF", "cache_size = -400000", "foreign_keys = OFF"):
            connection.execute(f"PRAGMA {pragma}")
        [first] = connection.execute("SELECT max(id) + 1 FROM sessions").fetchone()
        for start in range(0, number, BATCH):
            numbers = range(first + start, first + min(start + BATCH, number))
            batch = list(_game_rows(numbers, number, made, are_sealed=are_sealed))
            connection.execute("BEGIN")
            _insert(connection, "sessions", COLUMNS, [one.sessions for one in batch])
            _insert(connection, "session_users", USER_COLUMNS, [row for one in batch for row in one.players])
            _insert(connection, "packed", PACKED_COLUMNS, [one.packed for one in batch])
            connection.execute("COMMIT")
    return sum(len(shape.moves) for shape in made) / len(made)


def _insert(
    connection: sqlite3.Connection, table: str, names: Sequence[str], values: Sequence[tuple[Any, ...]]
) -> None:
    slots = ", ".join("?" * len(names))
    connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({slots})", values)  # noqa: S608


def _game_rows(numbers: range, of: int, made: Sequence[Shape], *, are_sealed: bool) -> Iterator[GameRows]:
    for number in numbers:
        rng, shape = random.Random(number), made[number % len(made)]
        users = _people(rng, len(msgspec.json.decode(shape.columns["players"])), of)
        channel = CHANNELS + 100_000 + rng.randrange(20_000)
        own = {"id": number, "guild_id": guild_of(channel), "channel_id": channel, "host_id": users[0]}
        ended = END - rng.random() * YEARS
        times = {"created_at": ended - 3600, "updated_at": ended}
        frame = {**shape.columns, **packing.EMPTY, **own, **times, "players": to_json(users)}
        body = _sealed(number, shape, rng, users) if are_sealed else _whole(number, shape)
        yield GameRows(
            sessions=(*frame.values(), "", to_json([0])),
            players=[(number, user, 1) for user in users if user],
            packed=(number, len(shape.moves), body),
        )


def _sealed(number: int, shape: Shape, rng: random.Random, users: Sequence[int]) -> bytes:
    """Return the body of a game with a sealed deal, which can't be replayed because its key is made up."""
    return packing.with_deal(number, packing.checksum_of(number, shape.body) + shape.body, _deal(rng, users))


def _whole(number: int, shape: Shape) -> bytes:
    """Return the body of a game that can be replayed."""
    chain = ""
    for move in shape.moves:
        chain = rows.extend_chain(chain, number, move)
    return packing.pack(number, {**shape.columns, "chain": chain}, shape.moves)


def _people(rng: random.Random, seats: int, of: int) -> list[int]:
    """Return the users of a game. If chance picks a user twice, the second seat belongs to nobody."""
    users = [USERS + rng.randrange(PEOPLE) for _ in range(seats)]
    if rng.randrange(of) < TABLES_OF_REGULAR:
        users[0] = REGULAR
    return list(dict.fromkeys(users)) + [0] * (seats - len(set(users)))


def _deal(rng: random.Random, users: Sequence[int]) -> packing.PackedDeal:
    """Return the deal of a packed game, with each player's share or a hash in place of a forgotten player."""
    seats = [None if user else f"person {rng.randbytes(32).hex()}" for user in users]
    presses = [(seat, CHANNELS + rng.randrange(2**40)) for seat, user in enumerate(users) if user]
    return (rng.randbytes(SECRET_BYTES).hex(), "none", seats, presses)
