"""The time that players are charged: at tables that wait, through outages, and when a clock is set."""

import asyncio
from collections.abc import Iterable
from functools import partial
from unittest.mock import AsyncMock

import pytest

from bot.delivery.errors import DeliveryError, Filtered, Vanished
from bot.engine.draft import Refusal
from bot.sessions import deadlines
from bot.sessions.availability import Availability
from bot.sessions.clocks import SteadyClock
from bot.sessions.frame import Relocate
from bot.sessions.lobby import BeHere, Start, TakeOver
from bot.sessions.pauses import Pauses
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import facts, groups, queries
from bot.storage import pauses as stored_pauses
from bot.storage.errors import NotSaved
from bot.storage.records import Paused, PauseReason
from bot.storage.store import Store
from tests.helpers.behind import change_in, extend, replace_call
from tests.sessions.rig import CHANNEL, ELSEWHERE, PLAYERS, Rig, code, dm, move, no_fault, reloaded


def whole_clock(session: Session) -> int:
    """Return the whole length of a table's present clock in seconds."""
    clock = session.game.clock(session.state)
    assert clock is not None
    assert clock.seconds is not None
    return clock.seconds


async def test_moves_at_waiting_table_cost_no_time(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.fault = lambda _what, channel: Vanished("10003") if channel == CHANNEL else None
    await move(rig, session)
    rig.time += 500
    await move(rig, session)
    rig.time += 100
    rig.transport.fault = no_fault

    await rig.sessions.act(session, PLAYERS[0], Relocate(ELSEWHERE))

    assert session.record.deadline == rig.time + whole_clock(session)


async def test_refused_note_of_lost_channel_leaves_hand_current(rig: Rig) -> None:
    await rig.table()
    player = PLAYERS[0]
    english = rig.transport.in_channel(dm(player))
    await rig.sessions.choices.set_user(player, language="de")

    def refuse(what: str, channel: int) -> DeliveryError | None:
        return Filtered("200000") if what == "post" and channel == dm(player) else None

    rig.transport.fault = refuse
    await Pauses(rig.sessions).channel_gone(CHANNEL)
    await rig.quiet()

    assert english
    assert rig.transport.in_channel(dm(player)) != english


async def crapette(rig: Rig) -> Session:
    """Start Crapette with a chess clock, which counts every second."""
    opened = await rig.sessions.open(
        "crapette", {"clock-minutes": 15}, guild_id=1, channel_id=CHANNEL, host_id=1, others=(2,)
    )
    assert isinstance(opened, Session)
    await rig.sessions.act(opened, 1, Start())
    return opened


async def any_move(rig: Rig, session: Session) -> Refusal | None:
    seat = session.game.deciders(session.state)[0]
    return await rig.sessions.act(
        session, seat + 1, MakeMove(next(iter(session.game.legal(session.state, seat))))
    )


async def test_deadline_ends_the_last_counted_second(rig: Rig) -> None:
    session = await crapette(rig)
    rig.time += 10.75

    assert await any_move(rig, session) is None

    assert session.record.deadline == rig.time - 0.75 + whole_clock(session)


async def test_excess_forgiven_time_is_not_passed_on(rig: Rig) -> None:
    session = await crapette(rig)
    rig.time += 10
    await extend(rig.sessions, 300)

    (seat,) = session.game.deciders(session.state)
    while session.game.deciders(session.state) == (seat,):
        legal = session.game.legal(session.state, seat)
        discard = next((one for one in legal if str(one) == "put to:my-discard"), None)
        await rig.sessions.act(session, seat + 1, MakeMove(discard or next(iter(legal))))

    assert session.record.deadline == rig.time + whole_clock(session)


async def test_forgiven_player_may_move_until_shown_deadline(rig: Rig) -> None:
    session = await crapette(rig)
    rig.time += 10
    await extend(rig.sessions, 300)
    (seat,) = session.game.deciders(session.state)
    assert await any_move(rig, session) is None
    assert session.game.deciders(session.state) == (seat,)

    assert session.record.deadline is not None
    rig.time = session.record.deadline - 1

    assert await any_move(rig, session) is None


async def test_time_up_before_waiting_is_up(rig: Rig) -> None:
    session = await crapette(rig)
    assert session.record.deadline is not None
    rig.time = session.record.deadline + 0.5
    await Pauses(rig.sessions).server_gone(1)
    rig.time += 1000

    refusal = await any_move(rig, session)

    assert code(refusal) == "game-over"
    assert session.record.status == "over"


async def test_outage_is_free_before_deadlines_are_extended(rig: Rig) -> None:
    opened = await crapette(rig)
    rig.time += 10
    rig.sessions.clocks.stop(rig.time)
    rig.time += 86_400

    refusal = await any_move(rig, opened)

    assert refusal is None
    assert opened.record.status == "playing"
    assert (await rig.store.history(opened.record.id))[-1].waited == 10


async def test_time_served_by_several_processes_is_not_returned(rig: Rig) -> None:
    await rig.store.write(facts.keep_note, "heartbeat", repr(rig.time))
    await rig.store.write(groups.arrange, 1, 1)
    await change_in(rig.store, "UPDATE shard_groups SET alive_at = alive_at + 500")

    again = await rig.restart()
    again.sessions.clocks.stop()
    await again.sessions.start()

    assert again.sessions.clocks.stopped_at == rig.time + 500


async def test_table_waiting_during_outage_is_charged_neither(rig: Rig) -> None:
    session = await rig.table()
    assert session.record.deadline is not None
    deadline, pauses = session.record.deadline, Pauses(rig.sessions)

    rig.sessions.clocks.stop(rig.time)
    rig.time += 50
    await pauses.server_gone(1)
    rig.time += 100
    async with rig.sessions.quiesced():
        await extend(rig.sessions, 150)
        rig.sessions.clocks.start()
    rig.time += 100
    await pauses.server_back(1)

    assert session.record.deadline == deadline + 250


async def test_table_resumed_during_outage_regains_time_once(rig: Rig) -> None:
    session = await rig.table()
    assert session.record.deadline is not None
    deadline = session.record.deadline

    await Pauses(rig.sessions).channel_gone(CHANNEL)
    rig.time += 50
    rig.sessions.clocks.stop(rig.time)
    rig.time += 100
    await rig.sessions.act(session, PLAYERS[0], Relocate(ELSEWHERE))
    async with rig.sessions.quiesced():
        await extend(rig.sessions, 100)
        rig.sessions.clocks.start()

    assert session.record.deadline == deadline + 150


async def test_clock_set_twice_is_not_believed(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = [5000.0]
    clock = SteadyClock(lambda: wall[0], lambda: 0.0)
    availability, extend_deadlines = Availability(rig.sessions, clock), rig.store.extend_deadlines
    await availability.opened()

    async def slow(seconds: float, note: tuple[str, str]) -> None:
        await extend_deadlines(seconds, note)
        wall[0] += 3600

    monkeypatch.setattr(rig.store, "extend_deadlines", slow)
    wall[0] += 20
    await availability.beat()

    assert clock() == 5020
    assert clock.drift == 3600


async def started_with_clock_set_back(rig: Rig) -> tuple[Rig, Availability]:
    """Start another process while the machine's clock is 500 seconds behind the last heartbeat."""
    await rig.store.write(facts.keep_note, facts.HEARTBEAT, repr(rig.time))
    again = await rig.restart()
    again.time = rig.time - 500
    availability = Availability(again.sessions, SteadyClock(lambda: again.time, lambda: 0.0))
    await again.sessions.start()
    return again, availability


async def test_clock_set_back_before_start_moves_deadlines(rig: Rig) -> None:
    session = await rig.table()
    before = session.record.deadline
    assert before is not None
    again, availability = await started_with_clock_set_back(rig)

    await availability.opened()

    found = await reloaded(again, session)
    assert found.record.deadline == before - 500


async def test_move_before_clocks_go_on_gets_whole_clock(rig: Rig) -> None:
    session = await rig.table()
    again, availability = await started_with_clock_set_back(rig)
    found = await reloaded(again, session)
    await move(again, found)

    await availability.opened()

    assert found.record.deadline == again.time + whole_clock(found)


@pytest.mark.parametrize("drift", [-3600, 3600])
async def test_loss_follows_the_new_clock(rig: Rig, monkeypatch: pytest.MonkeyPatch, drift: int) -> None:
    wall = [50_000.0]
    clock = SteadyClock(lambda: wall[0], lambda: 0.0)
    availability, extend_deadlines = Availability(rig.sessions, clock), rig.store.extend_deadlines
    await availability.opened()

    async def slow(seconds: float, note: tuple[str, str]) -> None:
        availability.lost()
        await extend_deadlines(seconds, note)

    monkeypatch.setattr(rig.store, "extend_deadlines", slow)
    wall[0] += drift
    await availability.beat()

    assert clock() == 50_000 + drift
    assert rig.sessions.clocks.stopped_at == clock()


async def test_second_loss_stops_clocks_again(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    steady = [0.0]
    clock = SteadyClock(lambda: 50_000.0 + steady[0], lambda: steady[0])
    availability, extend_deadlines = Availability(rig.sessions, clock), rig.store.extend_deadlines
    await availability.opened()
    availability.lost()
    steady[0] += 100

    async def slow(seconds: float, note: tuple[str, str]) -> None:
        availability.lost()
        await extend_deadlines(seconds, note)

    monkeypatch.setattr(rig.store, "extend_deadlines", slow)
    await availability.opened()
    assert rig.sessions.clocks.are_stopped
    assert rig.sessions.clocks.stopped_at == clock()

    monkeypatch.setattr(rig.store, "extend_deadlines", extend_deadlines)
    await availability.opened()
    assert not rig.sessions.clocks.are_stopped


async def test_relocation_survives_another_pause(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses, lost = Pauses(rig.sessions), await rig.table()
    other = await rig.sessions.open("crap", {}, guild_id=1, channel_id=ELSEWHERE, host_id=PLAYERS[0])
    assert isinstance(other, Session)
    await pauses.channel_gone(CHANNEL)

    async def slow(session_ids: Iterable[int], why: PauseReason, at: float) -> dict[int, Paused]:
        found = await rig.store.write(partial(stored_pauses.pause_all, ids=session_ids, why=why, at=at))
        carrying = asyncio.create_task(pauses.relocate(lost, PLAYERS[0], Relocate(30)))
        await asyncio.wait({carrying}, timeout=0.2)  # long enough unless something blocks it
        under_way.append(carrying)
        return found

    under_way: list[asyncio.Task[Refusal | None]] = []
    replace_call(monkeypatch, rig.store, stored_pauses.pause_all, slow)
    await pauses.server_gone(1)

    assert [await carrying for carrying in under_way] == [None]
    assert {*rig.sessions.clocks.paused} == {*await rig.store.read(stored_pauses.pauses)} == {other.record.id}


async def test_pages_follow_small_moves_of_deadlines(rig: Rig) -> None:
    session = await rig.table()
    shown = []
    for _ in range(4):
        await rig.store.extend_deadlines(25, ("heartbeat", "now"))
        shown.append(await rig.is_left(session))

    assert shown == [False, False, True, True]


async def lobby_of_three(rig: Rig) -> Session:
    opened = await rig.sessions.open("craits", {}, guild_id=1, channel_id=CHANNEL, host_id=1, others=(2, 3))
    assert isinstance(opened, Session)
    return opened


async def test_host_pressing_during_wait_gets_five_minutes_after(rig: Rig) -> None:
    opened, pauses = await lobby_of_three(rig), Pauses(rig.sessions)
    await pauses.server_gone(1)
    rig.time += 3600
    await rig.sessions.act(opened, 1, BeHere())
    rig.time += 1800

    await pauses.server_back(1)

    assert (
        opened.record.deadline == deadlines.host_away_at(opened.record) == rig.time + deadlines.GRACE_SECONDS
    )


async def test_recent_hosts_guests_wait_while_table_waits(rig: Rig) -> None:
    opened = await lobby_of_three(rig)
    await Pauses(rig.sessions).server_gone(1)
    rig.time += 3600
    await rig.sessions.act(opened, 1, BeHere())
    rig.time += 10

    dealt = await rig.sessions.act(opened, 2, Start())
    taken = await rig.sessions.act(opened, 2, TakeOver())

    assert dealt == Refusal("host-starts", {"host": 1, "at": rig.time + deadlines.GRACE_SECONDS})
    assert taken == Refusal("host-here", {"host": 1})


async def test_host_is_missed_by_tables_clock(rig: Rig) -> None:
    opened, pauses = await lobby_of_three(rig), Pauses(rig.sessions)
    rig.time += 100
    await pauses.server_gone(1)
    rig.time += 3600
    refusal = await rig.sessions.act(opened, 2, Start())
    await pauses.server_back(1)
    rig.time += deadlines.GRACE_SECONDS - 100

    assert isinstance(refusal, Refusal)
    assert refusal.facts["at"] == rig.time
    assert await rig.sessions.act(opened, 2, Start()) is None


async def test_host_resuming_waiting_lobby_has_five_minutes(rig: Rig) -> None:
    opened = await lobby_of_three(rig)
    await Pauses(rig.sessions).server_gone(1)
    rig.time += 3600

    assert await rig.sessions.act(opened, 1, Relocate(ELSEWHERE)) is None

    assert (
        opened.record.deadline == deadlines.host_away_at(opened.record) == rig.time + deadlines.GRACE_SECONDS
    )


async def test_missing_server_pauses_unreadable_table(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    number, deadline, pauses = session.record.id, session.record.deadline, Pauses(rig.sessions)
    assert deadline is not None
    with monkeypatch.context() as broken:
        unread = AsyncMock(side_effect=NotSaved("disk I/O error"))
        replace_call(broken, Store, stored_pauses.pauses, unread)
        await pauses.server_gone(1)
    rig.time += 500
    await pauses.server_back(1)

    assert await rig.store.read(stored_pauses.pauses) == rig.sessions.clocks.paused == {}
    assert session.record.deadline == deadline + 500
    assert (await rig.store.read(queries.scan))[0].deadlines == [(number, deadline + 500)]
