"""Hints come before people lose patience, count once, and leave no cards in any log."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.engine.cards import DECK
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.rendering import words
from bot.sessions import hints
from bot.sessions.frame import End
from bot.sessions.hints import Hints
from bot.sessions.lobby import Join, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import analysis
from tests.helpers.search_workers import HeldSearch
from tests.sessions.rig import CHANNEL, PLAYERS, Rig

ANN, BEN = PLAYERS[:2]


async def dealt(rig: Rig, game: str = "craits") -> Session:
    """Start a game of two."""
    opened = await rig.sessions.open(game, {}, guild_id=1, channel_id=CHANNEL, host_id=ANN, length="short")
    assert isinstance(opened, Session)
    assert await rig.sessions.act(opened, BEN, Join()) is None
    assert await rig.sessions.act(opened, ANN, Start()) is None
    return opened


def decider(session: Session) -> Seat:
    return session.game.deciders(session.state)[0]


async def test_stuck_search_worker_is_not_waited_for(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "PATIENCE_SECONDS", 0.0)
    session, search_worker = await dealt(rig), HeldSearch()
    giver = Hints(rig.store, search_worker)
    seat = decider(session)

    with capture_logs() as logs:
        move = await giver.give(session, seat)

    assert isinstance(move, Move)
    assert giver.thinking
    assert [line["event"] for line in logs] == ["hint_took_long"]
    told = " ".join(str(value) for line in logs for value in line.values()).split()
    assert not {*told} & {*DECK, *map(words.card, DECK), str(move)}
    await giver.close()
    assert not giver.thinking


async def test_asked_twice_at_same_time_it_counts_once(rig: Rig) -> None:
    session, search_worker = await dealt(rig), HeldSearch()
    giver = Hints(rig.store, search_worker)
    seat = decider(session)

    both = asyncio.gather(giver.give(session, seat), giver.give(session, seat))
    while len(search_worker.asked) < 2:
        await asyncio.sleep(0)
    search_worker.may_answer.set()
    one, other = await both

    assert one == other
    assert len(await rig.store.read(analysis.hints_given, session.record.id)) == 1


async def test_hint_that_comes_after_decision_is_none(rig: Rig) -> None:
    session, search_worker = await dealt(rig), HeldSearch()
    giver = Hints(rig.store, search_worker)
    seat = decider(session)

    asking = asyncio.ensure_future(giver.give(session, seat))
    while not search_worker.asked:
        await asyncio.sleep(0)
    move = session.game.legal(session.state, seat)[0]
    assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(move)) is None
    search_worker.may_answer.set()

    assert await asking == Refusal("stale")
    assert await rig.store.read(analysis.hints_given, session.record.id) == []


async def test_hint_uses_only_the_seats_knowledge(rig: Rig) -> None:
    session, search_worker = await dealt(rig), HeldSearch()
    search_worker.may_answer.set()
    seat = decider(session)

    await Hints(rig.store, search_worker).give(session, seat)

    [seen] = search_worker.asked
    assert seen.level == "hard"
    assert seen.notes["seat"] == seat
    assert session.record.chance_key not in seen.seed
    hidden = session.game.dump(session.state)["hands"]["AB"[1 - seat]]
    assert tuple(hidden) not in seen.view["hands"]


async def test_a_game_that_is_over_has_no_hints(rig: Rig) -> None:
    session = await dealt(rig)
    seat = decider(session)
    await rig.sessions.act(session, ANN, End())

    assert await rig.sessions.hints.give(session, seat) == Refusal("game-over")


async def test_each_decision_of_a_seat_is_counted(rig: Rig) -> None:
    session = await dealt(rig)
    for number in range(1, 5):
        seat = decider(session)
        move = await rig.sessions.hints.give(session, seat)
        assert isinstance(move, Move)
        assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(move)) is None
        assert len(session.scene(None).hinted) == number
