"""Rated games: the ranks of their players, and the ratings that change."""

from random import Random
from typing import Any

import msgspec
import pytest

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.engine.moves import Leave
from bot.games import GAMES
from bot.players.computers import Computer
from bot.sessions import fault_points, frame, play, rated
from bot.sessions.clocks import Instant
from bot.sessions.lobby import Join, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.view import NO_CLICK, Change
from bot.storage import queries, ratings
from bot.storage.records import Attendance, Finish, StandIn
from bot.storage.store import Store
from tests.helpers.walks import HASTY
from tests.sessions.rig import CHANNEL, PLAYERS, Rig
from tests.storage.games import FIRST_USER, START, keep, likely, lobby_of

SEATS = 4
SEVERAL = [game for game in GAMES.values() if SEATS in game.seats]


async def last_change(store: Store, session: Session) -> Change:
    """Play until one more move ends the game. Return the change that this move makes."""
    for number in range(3_000):
        game, now = session.game, session.record.updated_at + 1
        rng = Random(f"{session.record.revision} {number}")
        seat = rng.choice(game.deciders(session.state))
        move = likely(list(game.legal(session.state, seat)), rng)
        by_owner = session.record.at_play[seat] > 0
        made = play.moved(session, seat, move, Instant.at(now), by_owner=by_owner)
        assert isinstance(made, Change), made
        if made.record.status == "over":
            return made
        await keep(store, session, made)
    raise AssertionError("the game does not end")


async def dealt(store: Store, game: AnyGame, seats: int = SEATS) -> Session:
    session = await lobby_of(store, game, 40)
    for user in range(FIRST_USER + game.seats.start, FIRST_USER + seats):
        await keep(store, session, Join().change(session, user, Instant.at(START), NO_CLICK))
    await keep(store, session, play.dealt(session, Instant.at(START)))
    return session


async def leave(store: Store, session: Session, seat: Seat) -> None:
    made = play.moved(session, seat, Leave(), Instant.at(session.record.updated_at + 1))
    await keep(store, session, made)


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.id)
async def test_winners_come_first_and_everyone_has_rank(store: Store, game: AnyGame) -> None:
    session = await dealt(store, game)

    made = await last_change(store, session)
    finished = await rated.finish(session, made, store)

    assert finished is not None
    outcome = game.outcome(made.state)
    assert outcome is not None
    first = {seat for seat, rank in enumerate(finished.ranks) if rank == 1}
    assert len(finished.ranks) == SEATS
    assert first >= set(outcome.winners) == set(finished.winners)
    assert session.record.status == "playing"  # ranking changes nothing


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.id)
async def test_first_leaver_ranks_last_then_computers(store: Store, game: AnyGame) -> None:
    session = await dealt(store, game)
    await leave(store, session, 2)
    await leave(store, session, 0)
    sits_in = StandIn(seat=1, computer=Computer("hare", "medium").id, since=session.record.revision)
    session.record = msgspec.structs.replace(session.record, attendance=Attendance(stand_ins=(sits_in,)))

    made = await last_change(store, session)
    finished = await rated.finish(session, made, store)

    assert finished is not None
    assert finished.ranks == (3, 2, 4, 1)


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.id)
async def test_game_left_in_first_round_ranks_nobody(store: Store, game: AnyGame) -> None:
    session = await dealt(store, game, game.seats.start)
    for seat in range(2, game.seats.start):
        await leave(store, session, seat)
    made = play.moved(session, 1, Leave(), Instant.at(START + 9))
    while isinstance(made, Change) and made.record.status != "over":  # an action under way ends first
        await keep(store, session, made)
        made = await last_change(store, session)

    assert isinstance(made, Change)
    assert await rated.finish(session, made, store) == Finish((0,))


async def test_giving_up_counts_after_both_had_a_turn(store: Store) -> None:
    async def ranks_after(turns: int) -> Any:
        session = await dealt(store, GAMES["crapette"], 2)
        rng = Random("both")
        while session.state.turn_number <= turns:
            seat = session.state.turn
            made = play.moved(
                session,
                seat,
                likely(list(session.game.legal(session.state, seat)), rng),
                Instant.at(session.record.updated_at + 1),
            )
            await keep(store, session, made)
        made = play.moved(session, 0, Leave(), Instant.at(session.record.updated_at + 1))
        assert isinstance(made, Change)
        finished = await rated.finish(session, made, store)
        await keep(store, session, made)
        return None if finished is None else finished.ranks

    assert await ranks_after(0) == ()
    assert await ranks_after(2) == (2, 1)


async def test_a_change_that_ends_nothing_finishes_nothing(store: Store) -> None:
    session = await dealt(store, GAMES["craits"])
    seat = session.game.deciders(session.state)[0]
    made = play.moved(session, seat, session.game.legal(session.state, seat)[0], Instant.at(START + 1))

    assert isinstance(made, Change)
    assert await rated.finish(session, made, store) is None
    closed = frame.closed(session, START + 2, "host")
    assert await rated.finish(session, closed, store) is None


async def rated_table(rig: Rig, game: str) -> Session:
    """Start a game of two people without hints."""
    opened = await rig.sessions.open(
        game, {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0], length="short", hints="off"
    )
    assert isinstance(opened, Session)
    assert await rig.sessions.act(opened, PLAYERS[1], Join()) is None
    assert await rig.sessions.act(opened, PLAYERS[0], Start()) is None
    return opened


async def played_on(rig: Rig, session: Session, *, until: int = 5_000) -> None:
    """Make likely moves until the game is over or this turn of Crapette has begun."""
    rng = Random("played on")
    while session.record.status == "playing" and getattr(session.state, "turn_number", 0) < until:
        seat = rng.choice(session.game.deciders(session.state))
        moves = [one for one in session.game.legal(session.state, seat) if one.verb not in HASTY]
        asked = MakeMove(likely(moves, rng))
        assert await rig.sessions.act(session, session.record.players[seat], asked) is None


async def test_game_of_several_hands_is_rated_once(rig: Rig) -> None:
    session = await rated_table(rig, "craits")
    began = session.began_at
    rig.time += 60

    await played_on(rig, session)

    dealt_by_moves = [one for one in await rig.store.history(session.record.id) if one.move == "deal"][1:]
    assert dealt_by_moves
    assert session.began_at == began
    rated_game = await rig.store.read(ratings.rated_game, session.record.id)
    assert rated_game is not None
    assert [one.games for one in rated_game.shifts] == [1, 1]


@pytest.mark.parametrize(("point", "is_over"), [("before-commit", False), ("after-commit", True)])
async def test_crash_at_end_keeps_ratings_right(
    rig: Rig, point: str, is_over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        pass

    def die(name: str) -> None:
        if name == point:
            raise Died

    session = await rated_table(rig, "crapette")
    await played_on(rig, session, until=3)
    await rig.quiet()
    monkeypatch.setattr(fault_points, "reach", die)
    with pytest.raises(Died):
        await rig.sessions._save(session, _given_up(session, rig.time))
    monkeypatch.undo()

    again = await rig.restart()
    record = await again.store.load(session.record.id)
    _, table = await again.store.read(ratings.present_season, (1, "crapette"))

    assert record is not None
    assert (record.status == "over") is is_over
    assert set(table) == (set(PLAYERS[:2]) if is_over else set())
    assert (await again.store.read(ratings.rated_game, record.id) is not None) is is_over
    assert bool(await again.store.read(queries.results_in_server, 1)) is is_over
    assert (await again.store.write(ratings.rebuild))[2] == []


def _given_up(session: Session, now: float) -> Change:
    made = play.moved(session, 0, Leave(), Instant.at(now))
    assert isinstance(made, Change)
    return made
