"""Tables in the middle of a game, written into a database, with the moves that continue each of them."""

import asyncio
import random
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from benchmarks.load.wire import CHANNELS, GUILDS, USERS
from bot.config import DATA
from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.engine.draft import Step
from bot.engine.moves import Move, verb_of
from bot.games import GAMES
from bot.sessions import lobby, play
from bot.sessions.clocks import Instant
from bot.sessions.lobby import Pace
from bot.sessions.session import Session
from bot.sessions.view import NO_CLICK, Change
from bot.storage import people, rows, shown
from bot.storage.driver import SqliteConnection, connect
from bot.storage.records import Calm, Commit, Delivered, Record, ShownMessage
from bot.storage.store import Store
from tests.discord_http.ids import dm_of

SEATS: Final = (4, 3)
"""The numbers of players at a game's tables in turn, if it allows them."""
SLOW = Pace(turn=7 * 86400, response=7 * 86400)
"""A pace at which no clock runs out during a measurement."""
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "crap": {"turn-timeout": 86400, "response-timeout": 86400},
    "craits": {"forced-draws": "by-hand"},
}
"""Options with long clocks of the game's own, and without automatic moves in place of scripted ones."""
AGREED_ENDS = frozenset(("offer-draw", "accept-draw"))
CHANNELS_OF_A_GUILD = 10
REGULAR = USERS + 9 * 10**16
"""A user with a seat at many tables."""
PLAYED = 20
"""Live tables have fewer moves than this by default."""
SHAPES = 20
"""The number of different games of each kind that sleeping tables are copies of."""
APART_SECONDS = 120.0
"""The time between the last moves of two tables of a kind."""


class Shape(NamedTuple):
    """A game after a few moves: its session, its lobby, and all changes since."""

    session: Session
    opened: Record
    changes: list[Change]


class Table(msgspec.Struct):
    """A table of the database: its players, its revision, and the moves that will follow."""

    session_id: int
    game_id: str
    place: int
    players: tuple[int, ...]
    revision: int
    script: list[tuple[Seat, str]]
    made: int = 0

    @property
    def channel_id(self) -> int:
        """Its channel."""
        return CHANNELS + self.place

    @property
    def guild_id(self) -> int:
        """Its server."""
        return guild_of(self.channel_id)

    @property
    def channels(self) -> tuple[int, ...]:
        """Its channel and the DM channels of its players."""
        return (self.channel_id, *map(dm_of, self.players))

    @property
    def is_over(self) -> bool:
        """Whether all moves of its script are made."""
        return self.made == len(self.script)


def guild_of(channel_id: int) -> int:
    """Return the server of a channel."""
    return GUILDS + (channel_id - CHANNELS) // CHANNELS_OF_A_GUILD


def make_database(path: Path) -> None:
    """Make an empty database."""

    async def make() -> None:
        store = Store(path, DATA / "migrations")
        await store.open()
        await store.close()

    asyncio.run(make())


def write_live(
    path: Path,
    number: int,
    *,
    moves: float,
    common: int = 0,
    oldest: int = PLAYED,
    names: Collection[str] = GAMES,
) -> tuple[list[Table], list[Table]]:
    """Write tables of these games in turn, each with fewer than `oldest` moves, which the bot hasn't shown.

    First come `number` tables that can be continued for about `moves` moves together, with spare ones after
    them for games that end, then `common` tables with the same user on their first seat.
    """
    most = round(moves / number) + 1
    games = [game for game in GAMES.values() if game.id in names]
    write = partial(_write, games=games, oldest=oldest)
    with _writing(path) as connection:
        live = [write(connection, place, most) for place in range(number)]
        while sum(len(table.script) for table in live) < min(moves, most * number):
            live.append(write(connection, len(live), most))
        shared = range(len(live), len(live) + common)
        return live, [write(connection, place, 0, first=REGULAR) for place in shared]


def write_sleeping(path: Path, number: int, *, moves: int) -> list[Table]:
    """Write tables without activity, which the bot has already shown. Their last moves are apart in time."""
    games = list(GAMES.values())
    shapes = [
        _played(game, turn, moves, seats_of(game, turn), seconds_ago=APART_SECONDS * turn)
        for turn in range(SHAPES)
        for game in games
    ]
    with _writing(path) as connection:
        return [_copy(connection, place, shapes[place % len(shapes)]) for place in range(number)]


@contextmanager
def _writing(path: Path) -> Iterator[SqliteConnection]:
    """Yield a new database in one transaction."""
    make_database(path)
    with closing(connect(path)) as connection:
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")


def _write(
    connection: SqliteConnection,
    place: int,
    moves: int,
    *,
    games: Sequence[AnyGame],
    oldest: int,
    first: int | None = None,
) -> Table:
    game, rng = games[place % len(games)], random.Random(place)
    shape = _played(game, place, rng.randrange(oldest), seats_of(game, place // len(games)))
    table = _copy(connection, place, shape, first, is_shown=False)
    table.script = list(_script(shape.session, moves, rng))
    return table


def seats_of(game: AnyGame, turn: int) -> int:
    """Return the number of players at a game's table of this turn."""
    return min(SEATS[turn % len(SEATS)], game.seats[-1])


def _played(game: AnyGame, place: int, moves: int, seats: int, *, seconds_ago: float = 0.0) -> Shape:
    """Play the first moves of a game."""
    rng, now = random.Random(f"{game.id} {place}"), time.time() - seconds_ago
    users = seated(place, seats)
    record = lobby.new_lobby(
        game,
        OPTIONS.get(game.id, {}),
        guild_id=guild_of(CHANNELS + place),
        channel_id=CHANNELS + place,
        host_id=users[0],
        others=users[1:],
        pace=SLOW,
        chance_key=rng.randbytes(32),
        now=now,
    )
    session = Session(game, record)
    first = lobby.Start().change(session, users[0], Instant.at(now), NO_CLICK)
    assert isinstance(first, Change), first
    changes = [first]
    session.adopt(first)
    while len(changes) <= moves and (chosen := random_move(game, session.state, rng)):
        change = play.moved(session, *chosen, Instant.at(now))
        assert isinstance(change, Change), change
        session.adopt(change)
        changes.append(change)
    return Shape(session, record, changes)


def _copy(
    connection: SqliteConnection, place: int, shape: Shape, first: int | None = None, *, is_shown: bool = True
) -> Table:
    """Write a copy of a game to a place of its own, as the bot would."""
    game, last = shape.session.game, shape.changes[-1]
    users, channel_id = seated(place, len(shape.opened.players)), CHANNELS + place
    users = users if first is None else (first, *users[1:])
    own: dict[str, Any] = {"guild_id": guild_of(channel_id), "channel_id": channel_id}
    own |= {"host_id": users[0], "players": users}
    stored = rows.insert(connection, msgspec.structs.replace(shape.opened, **own), None)
    for change in shape.changes:
        record = msgspec.structs.replace(change.record, id=stored.id, **own)
        rows.commit(connection, Commit(record=record, played=change.played))
    for user_id in users:
        people.keep_dm_channel(connection, user_id, dm_of(user_id))
    if is_shown:
        _note_shown(connection, record, len(users))
    return Table(stored.id, game.id, place, users, last.record.revision, [])


def _note_shown(connection: SqliteConnection, record: Record, seats: int) -> None:
    """Store a table's messages, and that nothing is left to show."""
    for place in ("table", *(f"hand:{seat}" for seat in range(seats))):
        page = ShownMessage(place, record.channel_id, record.channel_id, 1, "0" * 32, time.time(), post=1)
        shown.note(connection, record.id, page)
    shown.write(connection, Delivered(record.id, record.guild_id, calm=Calm(record.version, None)))


def seated(place: int, seats: int) -> tuple[int, ...]:
    """Return the users of a place."""
    return tuple(USERS + max(SEATS) * place + seat for seat in range(seats))


def _script(session: Session, most: int, rng: random.Random) -> Iterator[tuple[Seat, str]]:
    """Yield the moves that continue a game. Its own chance decides, so the bot reaches the same positions."""
    game, state, chance = session.game, session.state, session.chance
    for _ in range(most):
        chosen = random_move(game, state, rng)
        if chosen is None:
            return
        seat, move = chosen
        step = game.apply(state, seat, move, chance)
        assert isinstance(step, Step), step
        state = step.state
        yield seat, str(move)


def random_move(game: AnyGame, state: Any, rng: random.Random) -> tuple[Seat, Move] | None:
    """Return a random legal move, or None if the game is over."""
    deciders = game.deciders(state)
    if not deciders:
        return None
    seat = rng.choice(deciders)
    legal: Sequence[Move] = [m for m in game.legal(state, seat) if verb_of(type(m)) not in AGREED_ENDS]
    return seat, rng.choice(legal)
