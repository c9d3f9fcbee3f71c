"""Which games are rated, and in which order their players finished."""

from random import Random
from typing import Any

import msgspec
import pytest

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.engine.moves import Leave
from bot.games import GAMES
from bot.players.computers import Computer
from bot.sessions import lobby, play, rated
from bot.sessions.clocks import Moment
from bot.sessions.session import Change, Session
from bot.storage.records import Attendance, Finish, StandIn
from bot.storage.store import Store
from tests.storage.games import FIRST_USER, START, keep, likely, lobby_of

SEATS = 4
SEVERAL = [game for game in GAMES.values() if SEATS in game.seats]


async def last_change(store: Store, session: Session) -> Change:
    """Play until one more move ends the game, and give what that changes."""
    for number in range(3_000):
        game, now = session.game, session.record.updated_at + 1
        rng = Random(f"{session.record.revision} {number}")
        seat = rng.choice(game.deciders(session.state))
        move = likely(list(game.legal(session.state, seat)), rng)
        by_owner = session.record.at_play[seat] > 0
        made = play.moved(session, seat, move, Moment.at(now), by_owner=by_owner)
        assert isinstance(made, Change), made
        if made.record.status == "over":
            return made
        await keep(store, session, made)
    raise AssertionError("the game does not end")


async def dealt(store: Store, game: AnyGame, seats: int = SEATS) -> Session:
    session = await lobby_of(store, game, 40)
    for user in range(FIRST_USER + game.seats.start, FIRST_USER + seats):
        await keep(store, session, lobby.join(session, user, START))
    await keep(store, session, play.dealt(session, Moment.at(START)))
    return session


async def leave(store: Store, session: Session, seat: Seat) -> None:
    made = play.moved(session, seat, Leave(), Moment.at(session.record.updated_at + 1))
    await keep(store, session, made)


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.id)
async def test_winners_come_first_and_everybody_has_a_rank(store: Store, game: AnyGame) -> None:
    session = await dealt(store, game)

    made = await last_change(store, session)
    finished = await rated.finish(session, made, store)

    assert finished is not None
    outcome = game.outcome(made.state)
    assert outcome is not None
    first = {seat for seat, rank in enumerate(finished.ranks) if rank == 1}
    assert len(finished.ranks) == SEATS
    assert first >= set(outcome.winners) == set(finished.winners)
    assert session.record.status == "playing"  # nothing has changed by looking


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.id)
async def test_who_leaves_first_is_last_and_a_computers_seat_is_last_of_the_others(
    store: Store, game: AnyGame
) -> None:
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
async def test_a_game_that_all_but_one_have_left_before_a_round_was_over_ranks_nobody(
    store: Store, game: AnyGame
) -> None:
    session = await dealt(store, game, game.seats.start)
    for seat in range(2, game.seats.start):
        await leave(store, session, seat)
    made = play.moved(session, 1, Leave(), Moment.at(START + 9))
    while isinstance(made, Change) and made.record.status != "over":  # an action under way ends first
        await keep(store, session, made)
        made = await last_change(store, session)

    assert isinstance(made, Change)
    assert await rated.finish(session, made, store) == Finish((0,))


async def test_giving_up_in_the_only_deal_counts_as_soon_as_both_have_had_a_turn(store: Store) -> None:
    async def ranks_after(turns: int) -> Any:
        session = await dealt(store, GAMES["crapette"], 2)
        rng = Random("both")
        while session.state.turn_number <= turns:
            seat = session.state.turn
            made = play.moved(
                session,
                seat,
                likely(list(session.game.legal(session.state, seat)), rng),
                Moment.at(session.record.updated_at + 1),
            )
            await keep(store, session, made)
        made = play.moved(session, 0, Leave(), Moment.at(session.record.updated_at + 1))
        assert isinstance(made, Change)
        finished = await rated.finish(session, made, store)
        await keep(store, session, made)
        return None if finished is None else finished.ranks

    assert await ranks_after(0) == ()
    assert await ranks_after(2) == (2, 1)


async def test_a_change_that_ends_nothing_finishes_nothing(store: Store) -> None:
    session = await dealt(store, GAMES["craits"])
    seat = session.game.deciders(session.state)[0]
    made = play.moved(session, seat, session.game.legal(session.state, seat)[0], Moment.at(START + 1))

    assert isinstance(made, Change)
    assert await rated.finish(session, made, store) is None
    closed = lobby.closed(session, START + 2, "host")
    assert await rated.finish(session, closed, store) is None
