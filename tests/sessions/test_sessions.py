"""Sessions judge one move at a time, save it before they show it, and lose or repeat nothing."""

import asyncio

import pytest

from bot.delivery.errors import Closed, DeliveryError, Forbidden, Unknown
from bot.engine.draft import Refusal
from bot.games import GAMES
from bot.games.crap.acquiring import Acquire, Believe, CallBluff
from bot.games.crap.recycling import Recycle
from bot.sessions.frame import End
from bot.sessions.lobby import GiveUpSeat, Pace
from bot.sessions.play import MakeMove
from bot.sessions.sessions import Sessions
from bot.sessions.view import Click
from bot.storage.errors import NotSaved, SeenBefore
from bot.storage.records import Commit
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import let_callers_interrupt
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, code, reloaded
from tests.simulation.sabotage import (
    drop_the_lock_and_the_compare_and_set,
    drop_the_seen_interactions,
    forget_the_nonce,
    show_before_saving,
    write_to_closed_dms,
)

pytestmark = pytest.mark.every_database


@sabotaged("P3", drop_the_lock_and_the_compare_and_set)
async def test_second_of_simultaneous_moves_is_judged_afterwards(rig: Rig) -> None:
    session = await rig.table()
    player = rig.turn(session)

    answers = await asyncio.gather(
        *(rig.sessions.act(session, player, MakeMove(Recycle())) for _ in range(2))
    )

    assert answers[0] is None
    assert isinstance(answers[1], Refusal)
    assert answers[1].code == "not-your-turn"
    assert session.state.turn_number == 2


async def test_first_call_of_bluff_closes_window(rig: Rig) -> None:
    session = await rig.table()
    acquirer = rig.turn(session)
    others = [player for player in PLAYERS if player != acquirer]
    await rig.sessions.act(session, acquirer, MakeMove(Acquire("K")))

    answers = await asyncio.gather(
        *(rig.sessions.act(session, player, MakeMove(CallBluff())) for player in others)
    )

    assert [answer and answer.code for answer in answers] == [None, "wrong-phase"]


@sabotaged("P4", drop_the_seen_interactions)
async def test_an_interaction_delivered_twice_has_one_effect(rig: Rig) -> None:
    session = await rig.table()
    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()), Click(id=7))

    with pytest.raises(SeenBefore):
        await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()), Click(id=7))

    assert session.state.turn_number == 2


@sabotaged("P2", show_before_saving)
async def test_unsaved_move_works_later(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    player, before = rig.turn(session), session.record
    shown = len(rig.transport.calls)

    async def full(_change: Commit) -> None:
        raise NotSaved("database or disk is full")

    monkeypatch.setattr(rig.store, "commit", full)
    with pytest.raises(NotSaved):
        await rig.sessions.act(session, player, MakeMove(Recycle()))
    monkeypatch.undo()

    assert session.record == before
    assert len(rig.transport.calls) == shown
    assert await rig.sessions.act(session, player, MakeMove(Recycle())) is None


async def test_broken_invariant_freezes_the_table(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    position = session.record.position
    monkeypatch.setattr(type(session.game), "faults", lambda _self, _state: ["a card is missing"])

    refusal = await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    await rig.quiet()

    assert code(refusal) == "frozen"
    stored = await rig.store.load(session.record.id)
    assert stored is not None
    assert stored.status == "frozen"
    assert stored.position == position
    assert "Something broke on my end." in rig.transport.in_channel(CHANNEL)[-1].text


@sabotaged("P5", let_callers_interrupt)
async def test_cancelled_move_leaves_memory_as_database_has_it(rig: Rig) -> None:
    session = await rig.table()
    player = rig.turn(session)
    for awaits in range(6):
        task = asyncio.create_task(rig.sessions.act(session, rig.turn(session), MakeMove(Recycle())))
        for _ in range(awaits):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await rig.quiet()
        while session.lock.locked():
            await asyncio.sleep(0.001)
        stored = await rig.store.load(session.record.id)
        assert stored == session.record
    assert player in PLAYERS
    assert await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle())) is None


async def test_clock_acts_before_move_that_comes_too_late(rig: Rig) -> None:
    session = await rig.table()
    late = rig.turn(session)
    rig.time += 301

    refusal = await rig.sessions.act(session, late, MakeMove(Recycle()))

    assert code(refusal) == "not-your-turn"
    assert session.state.turn_number == 2


@sabotaged("P6", forget_the_nonce)
async def test_lost_answer_is_sent_again_and_shown_once(rig: Rig) -> None:
    session = await rig.table()
    faults: list[DeliveryError] = [Unknown("no answer")]
    rig.transport.executes = True
    rig.transport.fault = lambda what, channel: faults.pop() if faults and what == "post" else None
    before = len(rig.transport.in_channel(CHANNEL))
    rig.time += 3600  # old enough to be posted again

    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    while await rig.is_left(session):
        await asyncio.sleep(0.01)

    assert faults == []
    assert len(rig.transport.in_channel(CHANNEL)) == before, "the old one goes"


@sabotaged("P16", write_to_closed_dms)
async def test_closed_dm_costs_one_attempt_and_a_mention(rig: Rig) -> None:
    rig.transport.fault = lambda what, channel: Closed("50007") if channel > 1000 and what == "post" else None
    session = await rig.table()
    attempts = rig.transport.calls.count(("post", 1000 + rig.turn(session)))

    calls = [page for page in rig.transport.in_channel(CHANNEL) if page.pings]

    assert attempts == 1
    assert calls[-1].pings == (rig.turn(session),)


async def test_missing_permission_is_told_to_host_once(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.fault = lambda what, channel: Forbidden("Send Messages") if channel == CHANNEL else None

    for _ in range(3):
        await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
        await rig.quiet()

    host_dms = rig.transport.in_channel(1000 + PLAYERS[0])
    assert sum("can't show table" in page.text for page in host_dms) == 1
    assert session.state.turn_number == 4


async def test_granted_permission_shows_delayed_page(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.fault = lambda what, channel: Forbidden("Send Messages") if channel == CHANNEL else None
    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    await rig.quiet()

    rig.transport.fault = lambda what, channel: None
    await rig.sessions.show_again()
    await rig.quiet()

    assert "Turn 2 of" in rig.transport.in_channel(CHANNEL)[-1].text
    assert not await rig.is_left(session)


async def test_undelivered_page_is_shown_after_restart(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.fault = lambda what, channel: Unknown("offline")
    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    await asyncio.sleep(0.01)
    await rig.publisher.close()
    rig.transport.fault = lambda what, channel: None

    again = Rig(rig.store, rig.transport)
    loaded = await reloaded(again, session)
    again.publisher.show(loaded)
    await again.quiet()

    assert "Turn 2 of" in rig.transport.in_channel(CHANNEL)[-1].text
    assert not await rig.is_left(session)


async def test_sessions_out_of_memory_are_loaded_when_needed(rig: Rig) -> None:
    session = await rig.table()
    fresh = Sessions(rig.store, GAMES, pace=Pace(600, 120), clock=lambda: rig.time)

    loaded = await fresh.at(CHANNEL)

    assert loaded is not None
    assert loaded is not session
    assert loaded.state == session.state
    assert loaded.scene(None).recent == session.scene(None).recent


async def test_believing_twice_is_refused_even_when_sent_together(rig: Rig) -> None:
    session = await rig.table()
    acquirer = rig.turn(session)
    believer = next(player for player in PLAYERS if player != acquirer)
    await rig.sessions.act(session, acquirer, MakeMove(Acquire("K")))

    answers = await asyncio.gather(
        *(rig.sessions.act(session, believer, MakeMove(Believe())) for _ in range(2))
    )

    assert [answer and answer.code for answer in answers] == [None, "already-answered"]


async def test_seat_of_running_game_needs_leaving(rig: Rig) -> None:
    session = await rig.table()

    refusal = await rig.sessions.act(session, PLAYERS[1], GiveUpSeat())

    assert code(refusal) == "already-started"
    assert session.record.players == PLAYERS


async def test_ended_table_cannot_be_ended_again(rig: Rig) -> None:
    session = await rig.table()
    await rig.sessions.act(session, PLAYERS[0], End())

    refusal = await rig.sessions.act(session, PLAYERS[0], End(moderator=True))
    moved = await rig.sessions.act(session, PLAYERS[0], MakeMove(Recycle()))

    assert code(refusal) == "game-over"
    assert code(moved) == "game-over"


async def test_timely_click_counts_until_fallback_is_saved(rig: Rig) -> None:
    session = await rig.table()
    player = rig.turn(session)
    rig.time += 300.5

    refusal = await rig.sessions.act(session, player, MakeMove(Recycle()), Click(at=rig.time - 1))

    assert refusal is None
    assert session.recent[-1].seat == PLAYERS.index(player)


async def test_timely_click_is_late_after_saved_fallback(rig: Rig) -> None:
    session = await rig.table()
    player = rig.turn(session)
    rig.time += 300.5
    await rig.sessions.act(session, player, MakeMove(Recycle()))

    refusal = await rig.sessions.act(session, player, MakeMove(Recycle()), Click(at=rig.time - 1))

    assert code(refusal) == "not-your-turn"
