"""Real games in a database, played at random without sessions or Discord, the same ones in every run."""

import hashlib
from datetime import UTC, datetime
from random import Random

from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.fair.deal import Deal
from bot.games import GAMES
from bot.sessions import lobby, play
from bot.sessions.clocks import Instant
from bot.sessions.lobby import Pace
from bot.sessions.session import Session
from bot.sessions.view import Change, Click
from bot.storage.records import Commit
from bot.storage.store import Store
from tests.helpers.walks import HASTY, SHORT

FIRST_USER = 700_000_000_000_000_001
START = 1_700_000_000.0
NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
MAX_MOVES = 3_000


async def lobby_of(
    store: Store, game: AnyGame, channel_id: int, guild_id: int = 1, *, deal: Deal | None = None
) -> Session:
    """Store a lobby with as few players as the game allows."""
    record = lobby.new_lobby(
        game,
        SHORT[game.id],
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=FIRST_USER,
        pace=Pace(600, 120),
        chance_key=b"" if deal else hashlib.sha256(f"{game.id} {channel_id}".encode()).digest(),
        deal=deal,
        now=START,
    )
    session = Session(game, await store.new(record))
    for user in range(FIRST_USER + 1, FIRST_USER + game.seats[0]):
        await keep(store, session, lobby.Join().change(session, user, Instant.at(START), Click(user % 1000)))
    return session


async def running(
    store: Store, game: AnyGame, channel_id: int, moves: int = 8, *, guild_id: int = 1
) -> Session:
    """Store a game some moves after the deal that isn't over yet."""
    session = await lobby_of(store, game, channel_id, guild_id)
    await keep(store, session, play.dealt(session, Instant.at(START)))
    for _ in range(moves):
        await step(store, session, Random(f"{channel_id} {session.record.revision}"))
        assert session.record.status == "playing"
    return session


async def finish(store: Store, session: Session) -> None:
    """Play a game to its end."""
    await go_on(store, session, MAX_MOVES)
    assert session.record.status == "over", f"{session.game.id} does not end"


async def go_on(store: Store, session: Session, moves: int) -> None:
    """Play this many moves, or fewer if the game ends."""
    for _ in range(moves):
        if session.record.status == "over":
            return
        await step(store, session, Random(f"{session.record.id} {session.record.revision}"))


async def step(store: Store, session: Session, rng: Random) -> None:
    """Make one move, some seconds after the last one, or let the clock act if it's earlier."""
    record, game = session.record, session.game
    now = record.updated_at + rng.randint(0, 20)
    if record.deadline is not None and record.deadline <= now:
        await keep(store, session, play.expired(session, Instant.at(now)))
        return
    seat = rng.choice(game.deciders(session.state))
    moves = [move for move in game.legal(session.state, seat) if move.verb not in HASTY]
    await keep(store, session, play.moved(session, seat, likely(moves, rng), Instant.at(now)))


def likely(moves: list[Move], rng: Random) -> Move:
    """Return one of these moves, more likely one of the first."""
    return moves[min(rng.randrange(len(moves)), rng.randrange(len(moves)))]


async def keep(store: Store, session: Session, made: Change | Refusal) -> None:
    """Store a change that must be accepted, and update the session."""
    assert isinstance(made, Change), made
    is_sealed = made.record.deal is not None
    await store.commit(Commit(record=made.record, played=made.played, shows=made.shows, keeps_deal=is_sealed))
    session.adopt(made)


async def fill(store: Store) -> list[Session]:
    """Store a lobby, a running game of each kind, and a finished one."""
    sessions = [await lobby_of(store, GAMES["crap"], 10)]
    sessions += [await running(store, game, 20 + place) for place, game in enumerate(GAMES.values())]
    sessions.append(await running(store, GAMES["skrap"], 11, moves=0))
    await finish(store, sessions[-1])
    return sessions
