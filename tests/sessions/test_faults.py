"""What the publisher makes of faults that come at unusual places: nothing is doubled, and nobody waits for others."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from unittest.mock import AsyncMock

import pytest

from bot.engine.contract import Refusal
from bot.games.crap.recycle import Recycle
from bot.sessions.delivery import Closed, DeliveryError, Forbidden, Gone, Unfit, Unknown, Vanished
from bot.sessions.dms import Dms
from bot.sessions.pauses import Pauses
from bot.sessions.publisher import Publisher
from bot.sessions.session import Session
from bot.sessions.uptime import SteadyClock, Uptime
from bot.storage.errors import NotSaved
from bot.storage.records import Paused, Why
from bot.storage.store import Store
from tests.helpers.couriers import Fault
from tests.sessions.house import CHANNEL, PLAYERS, House

ELSEWHERE = 20


@pytest.fixture
def club(house: House) -> House:
    """A hall with its publisher; a table whose channel is gone waits."""
    house.publisher.vanished = Pauses(house.hall).channel_gone
    return house


def dm(user: int) -> int:
    """The DM channel of a user."""
    return 1000 + user


def no_fault(_what: str, _channel: int) -> None:
    """Nothing goes wrong."""


def once(what: str, channel_id: int, error: DeliveryError) -> Fault:
    """A fault that comes once."""
    left = [error]
    return lambda asked, channel: left.pop() if left and (asked, channel) == (what, channel_id) else None


def always(what: str, channel_id: int, error: DeliveryError) -> Fault:
    """A fault that always comes."""
    return lambda asked, channel: error if (asked, channel) == (what, channel_id) else None


async def move(club: House, session: Session) -> int:
    """Whoever's turn it is moves; who that was."""
    player = club.turn(session)
    assert await club.hall.move(session, player, Recycle()) is None
    await club.quiet()
    return player


def the_hand(club: House, user: int) -> str:
    """What the one hand of a user says."""
    [hand] = [page.text for page in club.courier.in_channel(dm(user)) if "Your hand" in page.text]
    return hand


async def test_a_post_that_nobody_may_look_for_is_not_posted_a_second_time(club: House) -> None:
    session = await club.table()
    club.courier.executes = True
    lose, refuse = once("post", CHANNEL, Unknown("lost")), always("find", CHANNEL, Forbidden("View Channel"))
    club.courier.fault = lambda what, channel: lose(what, channel) or refuse(what, channel)
    club.time += 3600  # old enough to be posted anew
    posted = club.courier.calls.count(("post", CHANNEL))
    await club.hall.move(session, club.turn(session), Recycle())
    while await club.store.note(f"trouble:{session.record.id}:View Channel") is None:
        await asyncio.sleep(0.001)
    await club.quiet()

    club.courier.fault = no_fault
    await club.hall.resume()
    await club.quiet()

    assert club.courier.calls.count(("post", CHANNEL)) == posted + 1
    assert await club.store.pending(session.record.id) == []


async def test_a_hand_that_takes_no_edit_any_more_is_posted_anew_and_the_old_one_goes(club: House) -> None:
    session = await club.table()
    mover = club.turn(session)
    before = the_hand(club, mover)
    club.courier.fault = once("edit", dm(mover), Gone("30046"))

    await move(club, session)

    assert the_hand(club, mover) != before
    assert club.courier.calls.count(("delete", dm(mover))) == 1


async def test_whoever_takes_no_edits_is_not_tried_again_for_ten_minutes(club: House) -> None:
    session = await club.table()
    silent = PLAYERS[2]
    club.courier.fault = lambda _what, channel: Closed("50007") if channel == dm(silent) else None
    club.courier.calls.clear()
    for _ in range(6):
        await move(club, session)
    assert club.courier.calls.count(("edit", dm(silent))) == 1
    assert club.courier.calls.count(("post", dm(silent))) <= 1

    club.time += 600
    for _ in range(3):
        await club.hall.move(session, club.turn(session), Recycle())
        await club.quiet()
    assert club.courier.calls.count(("edit", dm(silent))) == 2


async def test_a_hand_that_discord_refuses_keeps_no_other_from_being_shown(club: House) -> None:
    opened = await club.hall.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(opened, Session)
    for player in PLAYERS[1:]:
        await club.hall.join(opened, player)

    def first() -> int:
        return next(user for user in PLAYERS if user != club.turn(opened))

    club.courier.fault = lambda _what, channel: Unfit("50035") if channel == dm(first()) else None
    await club.hall.deal(opened, PLAYERS[0])
    await club.quiet()

    assert the_hand(club, PLAYERS[-1])
    assert not any("Your hand" in page.text for page in club.courier.in_channel(dm(first())))


async def test_whoever_can_be_shown_no_hand_at_all_is_called_by_a_mention(club: House) -> None:
    session = await club.table()
    club.courier.fault = lambda _what, channel: Unfit("50035") if channel > 1000 else None

    await move(club, session)

    assert club.courier.in_channel(CHANNEL)[-1].pings == (club.turn(session),)


async def test_a_table_whose_new_post_was_refused_is_not_looked_for_in_its_old_channel(club: House) -> None:
    session = await club.table()
    club.courier.fault = always("edit", CHANNEL, Vanished("10003"))
    await move(club, session)
    assert session.record.id in club.hall.paused
    club.courier.fault = lambda _what, channel: Unfit("50035") if channel == ELSEWHERE else Vanished("10003")
    await club.hall.carry(session, PLAYERS[0], ELSEWHERE, moderator=False)
    await club.quiet()

    club.courier.fault = lambda _what, channel: Vanished("10003") if channel == CHANNEL else None
    await move(club, session)

    assert "Turn 3 of" in club.courier.in_channel(ELSEWHERE)[0].text
    assert session.record.id not in club.hall.paused


async def test_carrying_a_lost_table_lets_it_go_on_in_one_step_and_calls_again(club: House) -> None:
    session = await club.table()
    lost = {CHANNEL: Vanished("10003"), **{dm(user): Closed("50007") for user in PLAYERS}}
    club.courier.fault = lambda _what, channel: lost.get(channel)
    await move(club, session)
    deadline = session.record.deadline
    assert deadline is not None
    club.time += 500

    await club.hall.carry(session, PLAYERS[1], ELSEWHERE, moderator=False)
    await club.quiet()

    assert await club.store.pauses() == {}
    assert await club.store.load(session.record.id) == session.record
    assert session.record.deadline == deadline + 500
    assert club.turn(session) in [user for page in club.courier.in_channel(ELSEWHERE) for user in page.pings]


async def test_a_table_of_a_server_that_is_away_waits_although_nothing_can_be_read_then(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await club.table()
    number, deadline, pauses = session.record.id, session.record.deadline, Pauses(club.hall)
    assert deadline is not None
    with monkeypatch.context() as broken:
        broken.setattr(Store, "pauses", AsyncMock(side_effect=NotSaved("disk I/O error")))
        await pauses.server_gone(1)
    club.time += 500
    await pauses.server_back(1)

    assert await club.store.pauses() == club.hall.paused == {}
    assert session.record.deadline == deadline + 500
    assert await club.store.deadlines() == [(number, deadline + 500)]


async def check_tried_no_sooner(
    club: House, steady: list[float], attempt: Callable[[], Awaitable[bool]], tried: AsyncMock
) -> None:
    """Ten minutes by the clock that nobody sets must pass between two tries, however the other one is set."""
    for change in (0, -20, -3600, 7200):
        club.time += change
        assert not await attempt()
    assert tried.await_count == 1

    steady[0] += 601
    assert not await attempt()
    assert tried.await_count == 2


async def test_whoever_takes_no_edits_is_not_tried_sooner_because_the_clock_was_set(club: House) -> None:
    steady = [0.0]
    dms = Dms(club.store, club.courier, clock=lambda: club.time, elapsed=lambda: steady[0])
    edit = AsyncMock(side_effect=Closed("50007"))

    await check_tried_no_sooner(club, steady, lambda: dms.change(PLAYERS[0], edit), edit)


async def test_closed_dms_are_not_tried_sooner_because_the_clock_was_set_or_nothing_could_be_saved(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = [0.0]
    dms = Dms(club.store, club.courier, clock=lambda: club.time, elapsed=lambda: steady[0])
    send = AsyncMock(side_effect=Closed("50007"))
    with monkeypatch.context() as full:
        full.setattr(club.store, "keep_dm_closed", AsyncMock(side_effect=NotSaved("the disk is full")))
        with pytest.raises(NotSaved):
            await dms.deliver(PLAYERS[0], send)

    await check_tried_no_sooner(club, steady, lambda: dms.deliver(PLAYERS[0], send), send)


async def test_moves_at_a_table_that_waits_take_nobody_any_time(club: House) -> None:
    session = await club.table()
    club.courier.fault = lambda _what, channel: Vanished("10003") if channel == CHANNEL else None
    await move(club, session)
    club.time += 500
    await move(club, session)
    club.time += 100
    club.courier.fault = no_fault

    await club.hall.carry(session, PLAYERS[0], ELSEWHERE, moderator=False)

    clock = session.game.clock(session.state)
    assert clock is not None
    assert clock.seconds is not None
    assert session.record.deadline == club.time + clock.seconds


async def crapette(club: House) -> Session:
    """A table at which every second is counted."""
    opened = await club.hall.open(
        "crapette", {"clock-minutes": 15}, guild_id=1, channel_id=CHANNEL, host_id=1, others=(2,)
    )
    assert isinstance(opened, Session)
    await club.hall.deal(opened, 1)
    return opened


async def any_move(club: House, session: Session) -> Refusal | None:
    seat = session.game.deciders(session.state)[0]
    return await club.hall.move(session, seat + 1, next(iter(session.game.legal(session.state, seat))))


async def test_a_deadline_is_the_moment_at_which_the_last_second_that_is_counted_ends(club: House) -> None:
    session = await crapette(club)
    club.time += 10.75

    assert await any_move(club, session) is None

    clock = session.game.clock(session.state)
    assert clock is not None
    assert clock.seconds is not None
    assert session.record.deadline == club.time - 0.75 + clock.seconds


async def test_time_that_was_up_before_a_table_began_to_wait_is_up(club: House) -> None:
    session = await crapette(club)
    assert session.record.deadline is not None
    club.time = session.record.deadline + 0.5
    await Pauses(club.hall).server_gone(1)
    club.time += 1000

    refusal = await any_move(club, session)

    assert refusal is not None
    assert refusal.code == "game-over"
    assert session.record.status == "over"


async def test_nobody_is_charged_for_an_outage_that_is_not_forgiven_yet(club: House) -> None:
    opened = await crapette(club)
    club.time += 10
    club.hall.pause(club.time)
    club.time += 86_400

    refusal = await any_move(club, opened)

    assert refusal is None
    assert opened.record.status == "playing"
    assert (await club.store.history(opened.record.id))[-1].waited == 10


async def test_a_table_that_begins_to_wait_during_an_outage_is_charged_neither(club: House) -> None:
    session = await club.table()
    assert session.record.deadline is not None
    deadline, pauses = session.record.deadline, Pauses(club.hall)

    club.hall.pause(club.time)
    club.time += 50
    await pauses.server_gone(1)
    club.time += 100
    async with club.hall.still():
        await club.hall.forgive(150, ("heartbeat", "now"))
        club.hall.unpause()
    club.time += 100
    await pauses.server_back(1)

    assert session.record.deadline == deadline + 250


async def test_a_table_that_is_carried_on_during_an_outage_is_forgiven_everything_once(club: House) -> None:
    session = await club.table()
    assert session.record.deadline is not None
    deadline = session.record.deadline

    await Pauses(club.hall).channel_gone(CHANNEL)
    club.time += 50
    club.hall.pause(club.time)
    club.time += 100
    await club.hall.carry(session, PLAYERS[0], ELSEWHERE, moderator=False)
    async with club.hall.still():
        await club.hall.forgive(100, ("heartbeat", "now"))
        club.hall.unpause()

    assert session.record.deadline == deadline + 150


async def test_a_seat_without_a_name_is_called_by_its_number_also_when_that_changes(club: House) -> None:
    club.courier.fault = no_fault
    opened = await club.hall.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=1, others=(2, 3))
    assert isinstance(opened, Session)
    club.courier.nameless.update((2, 3))
    await club.quiet()

    await club.hall.leave(opened, 1)
    await club.quiet()

    assert opened.scene(None).names == ("Seat 1", "Seat 2")


async def test_a_clock_that_is_set_again_while_that_is_written_down_is_not_believed(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = [5000.0]
    clock = SteadyClock(lambda: wall[0], lambda: 0.0)
    uptime, forgive = Uptime(club.hall, clock), club.hall.forgive
    await uptime.opened()

    async def slow(seconds: float, note: tuple[str, str]) -> None:
        await forgive(seconds, note)
        wall[0] += 3600

    monkeypatch.setattr(club.hall, "forgive", slow)
    wall[0] += 20
    await uptime.beat()

    assert clock() == 5020
    assert clock.drift == 3600


@pytest.mark.parametrize("drift", [-3600, 3600])
async def test_a_connection_lost_while_the_clock_is_being_followed_is_lost_by_the_new_clock(
    club: House, monkeypatch: pytest.MonkeyPatch, drift: int
) -> None:
    wall = [50_000.0]
    clock = SteadyClock(lambda: wall[0], lambda: 0.0)
    uptime, forgive = Uptime(club.hall, clock), club.store.forgive
    await uptime.opened()

    async def slow(seconds: float, note: tuple[str, str]) -> None:
        uptime.lost()
        await forgive(seconds, note)

    monkeypatch.setattr(club.store, "forgive", slow)
    wall[0] += drift
    await uptime.beat()

    assert clock() == 50_000 + drift
    assert club.hall.stopped_at == clock()


async def test_a_connection_lost_again_while_time_is_being_forgiven_is_lost(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = [0.0]
    clock = SteadyClock(lambda: 50_000.0 + steady[0], lambda: steady[0])
    uptime, forgive = Uptime(club.hall, clock), club.store.forgive
    await uptime.opened()
    uptime.lost()
    steady[0] += 100

    async def slow(seconds: float, note: tuple[str, str]) -> None:
        uptime.lost()
        await forgive(seconds, note)

    monkeypatch.setattr(club.store, "forgive", slow)
    await uptime.opened()
    assert club.hall.is_paused
    assert club.hall.stopped_at == clock()

    monkeypatch.setattr(club.store, "forgive", forgive)
    await uptime.opened()
    assert not club.hall.is_paused


async def test_a_table_that_is_carried_on_while_another_begins_to_wait_does_not_wait_again(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses, lost = Pauses(club.hall), await club.table()
    other = await club.hall.open("crap", {}, guild_id=1, channel_id=ELSEWHERE, host_id=PLAYERS[0])
    assert isinstance(other, Session)
    await pauses.channel_gone(CHANNEL)
    pause = club.store.pause

    async def slow(session_ids: Iterable[int], why: Why, at: float) -> dict[int, Paused]:
        found = await pause(session_ids, why, at)
        carrying = asyncio.create_task(pauses.carry(lost, PLAYERS[0], 30, moderator=False))
        await asyncio.wait({carrying}, timeout=0.2)  # in time, if nothing keeps it from that
        under_way.append(carrying)
        return found

    under_way: list[asyncio.Task[Refusal | None]] = []
    monkeypatch.setattr(club.store, "pause", slow)
    await pauses.server_gone(1)

    assert [await carrying for carrying in under_way] == [None]
    assert {*club.hall.paused} == {*await club.store.pauses()} == {other.record.id}


async def test_pages_follow_deadlines_that_move_by_little_again_and_again(club: House) -> None:
    session = await club.table()
    shown = []
    for _ in range(4):
        await club.store.forgive(25, ("heartbeat", "now"))
        shown.append([row.place for row in await club.store.pending(session.record.id)])

    assert shown == [[], [], ["table", "hands"], ["table", "hands"]]


async def test_a_post_of_before_a_crash_is_found_although_the_table_was_carried_on_at_once(
    club: House,
) -> None:
    session = await club.table()
    club.courier.executes = True
    club.courier.fault = always("post", ELSEWHERE, Unknown("no answer"))
    assert await club.hall.carry(session, PLAYERS[0], ELSEWHERE, moderator=False) is None
    while not club.courier.in_channel(ELSEWHERE):
        await asyncio.sleep(0)

    again = await club.restart()
    club.courier.fault = no_fault
    loaded = await again.hall.get(session.record.id)
    assert loaded is not None
    assert await again.hall.carry(loaded, PLAYERS[0], CHANNEL, moderator=False) is None
    await again.quiet()

    assert all(" has moved " in page.text for page in club.courier.in_channel(ELSEWHERE))
    assert "Turn 1 of" in club.courier.in_channel(CHANNEL)[-1].text
    await again.close()
    await again.store.close()


@pytest.mark.parametrize("drift", [-3600, 3600])
async def test_a_table_is_not_edited_more_often_because_the_clock_is_set(
    club: House, drift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, sleep, slept = await club.table(), asyncio.sleep, list[float]()
    publisher = Publisher(
        club.store, club.courier, clock=lambda: club.time, key=b"k", elapsed=lambda: 7.0, pace=0.5
    )
    club.hall.shows = publisher

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noted)
    for _ in range(2):
        await club.hall.move(session, club.turn(session), Recycle())
        while publisher.is_busy:
            await sleep(0.001)
        club.time += drift

    assert slept.count(0.5) == 1
    await publisher.close()
