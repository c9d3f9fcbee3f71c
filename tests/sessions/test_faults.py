"""Faults at unusual moments: the publisher shows nothing twice, and nobody waits for others."""

import asyncio
from collections.abc import Awaitable, Callable
from unittest.mock import AsyncMock

import pytest
from structlog.testing import capture_logs

from bot.delivery.breaker import Dms
from bot.delivery.errors import (
    Closed,
    Forbidden,
    MessageGone,
    NoSharedServer,
    Purpose,
    Unfit,
    Unknown,
    Vanished,
)
from bot.delivery.publisher import Publisher
from bot.delivery.wanted import REPOST_SECONDS, Paces
from bot.games.crap.recycling import Recycle
from bot.sessions.frame import Relocate
from bot.sessions.lobby import GiveUpSeat, Join, Start
from bot.sessions.pauses import Pauses
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import pauses as stored_pauses
from bot.storage import people
from bot.storage.errors import NotSaved, StoreError
from tests.helpers.behind import replace_call
from tests.helpers.clocks import SetClock
from tests.sessions.rig import (
    CHANNEL,
    ELSEWHERE,
    PLAYERS,
    Rig,
    always,
    before_messages_are_read,
    dm,
    move,
    no_fault,
    once,
    reloaded,
)

PACE = 0.5
"""Seconds between two edits of a table."""


def the_hand(rig: Rig, user: int) -> str:
    """Return the text of a user's only hand."""
    [hand] = [page.text for page in rig.transport.in_channel(dm(user)) if "Your hand" in page.text]
    return hand


async def test_uneditable_hand_is_reposted_and_old_one_deleted(rig: Rig) -> None:
    session = await rig.table()
    mover = rig.turn(session)
    before = the_hand(rig, mover)
    rig.transport.fault = once("edit", dm(mover), MessageGone("30046"))

    await move(rig, session)

    assert the_hand(rig, mover) != before
    assert rig.transport.calls.count(("delete", dm(mover))) == 1


async def test_old_hand_goes_once_messages_can_be_read(rig: Rig) -> None:
    session = await rig.table()
    mover, tries = rig.turn(session), iter(range(6))

    async def fail(_session_id: int) -> None:
        if next(tries, None) is not None:
            raise StoreError("disk I/O error")

    rig.transport.fault = once("edit", dm(mover), MessageGone("30046"))
    rig.publisher._messages_of(session).request_show(session, reread=True)
    with before_messages_are_read(rig.store, fail):
        await move(rig, session)
        while await rig.is_left(session):
            await asyncio.sleep(0.001)

    assert rig.transport.calls.count(("delete", dm(mover))) == 1
    assert not await rig.is_left(session)


async def test_refused_hand_in_view_becomes_a_mention(rig: Rig) -> None:
    session = await rig.table()
    for _ in PLAYERS:
        await move(rig, session)
    called = PLAYERS[(PLAYERS.index(rig.turn(session)) + 1) % 3]
    rig.transport.fault = lambda _what, channel: Unfit("code 50035") if channel == dm(called) else None

    async with asyncio.timeout(10):
        await move(rig, session)

    assert any(called in page.pings for page in rig.transport.in_channel(CHANNEL))


async def test_mention_waiting_for_table_is_not_being_sent(rig: Rig) -> None:
    session = await rig.table()
    mover, called = rig.turn(session), PLAYERS[(PLAYERS.index(rig.turn(session)) + 1) % 3]
    lost = {CHANNEL: Unknown("no answer"), dm(called): Closed("50007")}
    rig.transport.fault = lambda _what, channel: lost.get(channel)
    rig.transport.calls.clear()

    await rig.sessions.act(session, mover, MakeMove(Recycle()))
    await rig.quiet()
    assert ("post", CHANNEL) not in rig.transport.calls
    del lost[CHANNEL]
    rig.sessions.show(session)
    await rig.quiet()

    assert rig.transport.calls.count(("post", CHANNEL)) == 1


async def test_waiting_mention_is_dropped_after_players_move(rig: Rig) -> None:
    session = await rig.table()
    mover, called = rig.turn(session), PLAYERS[(PLAYERS.index(rig.turn(session)) + 1) % 3]
    lost = {CHANNEL: Unknown("no answer"), dm(called): Closed("50007")}
    rig.transport.fault = lambda _what, channel: lost.get(channel)
    await rig.sessions.act(session, mover, MakeMove(Recycle()))
    await rig.quiet()
    rig.transport.calls.clear()

    await rig.sessions.act(session, called, MakeMove(Recycle()))
    del lost[CHANNEL]
    await rig.quiet()

    assert ("post", CHANNEL) not in rig.transport.calls


async def test_move_during_look_for_dm_cancels_call(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    mover, called = rig.turn(session), PLAYERS[(PLAYERS.index(rig.turn(session)) + 1) % 3]
    find = Dms._channel

    async def slow(dms: Dms, user_id: int, purpose: Purpose) -> int:
        if user_id == called and rig.turn(session) == called:
            await rig.sessions.act(session, called, MakeMove(Recycle()))
        return await find(dms, user_id, purpose)

    monkeypatch.setattr(Dms, "_channel", slow)
    rig.time += 1000
    rig.transport.calls.clear()
    await rig.sessions.act(session, mover, MakeMove(Recycle()))
    await rig.quiet()

    assert ("post", dm(called)) not in rig.transport.calls


async def test_player_refusing_edits_is_retried_after_ten_minutes(rig: Rig) -> None:
    session = await rig.table()
    silent = PLAYERS[2]
    rig.transport.fault = lambda _what, channel: Closed("50007") if channel == dm(silent) else None
    rig.transport.calls.clear()
    for _ in range(6):
        await move(rig, session)
    assert rig.transport.calls.count(("edit", dm(silent))) == 1
    assert rig.transport.calls.count(("post", dm(silent))) <= 1

    rig.time += 600
    for _ in range(3):
        await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
        await rig.quiet()
    assert rig.transport.calls.count(("edit", dm(silent))) == 2


async def test_refused_hand_delays_no_other(rig: Rig) -> None:
    opened = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(opened, Session)
    for player in PLAYERS[1:]:
        await rig.sessions.act(opened, player, Join())

    def first() -> int:
        return next(user for user in PLAYERS if user != rig.turn(opened))

    rig.transport.fault = lambda _what, channel: Unfit("50035") if channel == dm(first()) else None
    await rig.sessions.act(opened, PLAYERS[0], Start())
    await rig.quiet()

    assert the_hand(rig, PLAYERS[-1])
    assert not any("Your hand" in page.text for page in rig.transport.in_channel(dm(first())))


async def test_unreachable_player_is_called_by_mention(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.fault = lambda _what, channel: Unfit("50035") if channel > 1000 else None

    await move(rig, session)

    assert rig.transport.in_channel(CHANNEL)[-1].pings == (rig.turn(session),)


async def test_table_with_refused_post_is_not_sought_elsewhere(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.fault = always("edit", CHANNEL, Vanished("10003"))
    await move(rig, session)
    assert session.record.id in rig.sessions.clocks.paused
    rig.transport.fault = lambda _what, channel: Unfit("50035") if channel == ELSEWHERE else Vanished("10003")
    await rig.sessions.act(session, PLAYERS[0], Relocate(ELSEWHERE))
    await rig.quiet()

    rig.transport.fault = lambda _what, channel: Vanished("10003") if channel == CHANNEL else None
    await move(rig, session)

    tables = [page for page in rig.transport.in_channel(ELSEWHERE) if not page.pings]
    assert "Turn 3 of" in tables[0].text
    assert session.record.id not in rig.sessions.clocks.paused


async def test_relocating_lost_table_resumes_and_calls_at_once(rig: Rig) -> None:
    session = await rig.table()
    lost = {CHANNEL: Vanished("10003"), **{dm(user): Closed("50007") for user in PLAYERS}}
    rig.transport.fault = lambda _what, channel: lost.get(channel)
    await move(rig, session)
    deadline = session.record.deadline
    assert deadline is not None
    rig.time += 500

    await rig.sessions.act(session, PLAYERS[1], Relocate(ELSEWHERE))
    await rig.quiet()

    assert await rig.store.read(stored_pauses.pauses) == {}
    assert await rig.store.load(session.record.id) == session.record
    assert session.record.deadline == deadline + 500
    assert rig.turn(session) in [user for page in rig.transport.in_channel(ELSEWHERE) for user in page.pings]


async def test_reinvited_bot_gives_everyone_their_hand(rig: Rig) -> None:
    pauses = Pauses(rig.sessions)
    rig.transport.fault = lambda what, channel: (
        NoSharedServer("50278") if channel > 1000 and what == "post" else None
    )
    session = await rig.table()
    assert not [page for user in PLAYERS for page in rig.transport.in_channel(dm(user))]

    await pauses.server_gone(1)
    rig.transport.fault = no_fault
    await pauses.server_back(1)
    await rig.quiet()

    assert all(the_hand(rig, user) for user in PLAYERS)
    assert not session.button_only
    assert [await rig.store.read(people.dm_closed_at, user) for user in PLAYERS] == [None] * len(PLAYERS)


async def test_player_outside_server_is_retried_every_ten_minutes(rig: Rig) -> None:
    session = await rig.table()
    away = PLAYERS[2]
    rig.transport.fault = lambda _what, channel: NoSharedServer("50278") if channel == dm(away) else None
    rig.transport.calls.clear()
    for _ in range(6):
        await move(rig, session)
    assert [what for what, channel in rig.transport.calls if channel == dm(away)].count("edit") <= 1
    assert away not in session.button_only

    rig.time += 600
    rig.transport.fault = no_fault
    before = the_hand(rig, away)
    for _ in range(3):
        await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
        await rig.quiet()
    assert the_hand(rig, away) != before


async def check_tried_no_sooner(
    rig: Rig, steady: list[float], attempt: Callable[[], Awaitable[bool]], tried: AsyncMock
) -> None:
    """Check that ten steady minutes pass between two attempts, however the wall clock is set."""
    for change in (0, -20, -3600, 7200):
        rig.time += change
        assert not await attempt()
    assert tried.await_count == 1

    steady[0] += 601
    assert not await attempt()
    assert tried.await_count == 2


async def test_clock_change_does_not_hasten_retried_edits(rig: Rig) -> None:
    steady = [0.0]
    dms = Dms(rig.store, rig.transport, SetClock(lambda: rig.time, lambda: steady[0]))
    edit = AsyncMock(side_effect=Closed("50007"))

    await check_tried_no_sooner(rig, steady, lambda: dms.change(PLAYERS[0], edit), edit)


async def test_set_clock_retries_closed_dms_no_sooner(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    steady = [0.0]
    dms = Dms(rig.store, rig.transport, SetClock(lambda: rig.time, lambda: steady[0]))
    send = AsyncMock(side_effect=Closed("50007"))
    with monkeypatch.context() as full:
        unsaved = AsyncMock(side_effect=NotSaved("the disk is full"))
        replace_call(full, rig.store, people.keep_dm_closed, unsaved)
        with pytest.raises(NotSaved):
            await dms.deliver(PLAYERS[0], send, purpose="hand")

    await check_tried_no_sooner(rig, steady, lambda: dms.deliver(PLAYERS[0], send, purpose="hand"), send)


async def test_nameless_seat_is_called_by_number(rig: Rig) -> None:
    rig.transport.fault = no_fault
    opened = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=1, others=(2, 3))
    assert isinstance(opened, Session)
    rig.transport.nameless.update((2, 3))
    await rig.quiet()

    await rig.sessions.act(opened, 1, GiveUpSeat())
    await rig.quiet()

    assert opened.scene(None).names == ("Seat 1", "Seat 2")


@pytest.mark.parametrize("process", ["before the crash", "after the crash"])
async def test_post_before_crash_is_found_after_relocation(rig: Rig, process: str) -> None:
    session = await unheard_in(rig, ELSEWHERE)
    if process == "before the crash":
        assert await rig.sessions.act(session, PLAYERS[0], Relocate(CHANNEL)) is None

    again = await rig.restart()
    rig.transport.fault = no_fault
    loaded = await reloaded(again, session)
    if process == "after the crash":
        assert await again.sessions.act(loaded, PLAYERS[0], Relocate(CHANNEL)) is None
    await again.sessions.show_again()
    await again.quiet()

    assert all(f" is in <#{CHANNEL}> now." in page.text for page in rig.transport.in_channel(ELSEWHERE))
    assert "Turn 1 of" in rig.transport.in_channel(CHANNEL)[-1].text
    assert not await again.is_left(session)


async def test_process_dying_after_replacement_leaves_new_hand(rig: Rig) -> None:
    called, late = PLAYERS[1], PLAYERS[2]
    rig.transport.fault = lambda what, channel: (
        Unknown("offline") if (what, channel) in (("post", dm(late)), ("delete", dm(called))) else None
    )
    session = await rig.table()  # the undelivered hand keeps the table due
    await move(rig, session)
    assert rig.turn(session) == called
    old, new = [page.text for page in rig.transport.in_channel(dm(called))]

    posted = rig.transport.calls.count(("post", dm(called)))
    again = await rig.restart()
    rig.transport.fault = no_fault
    await again.sessions.show_again()
    await again.quiet()

    assert the_hand(again, called) == new != old
    assert rig.transport.calls.count(("post", dm(called))) == posted
    assert not await again.is_left(session)


async def test_relocated_table_goes_on_without_its_lost_post(rig: Rig) -> None:
    session = await unheard_in(rig, ELSEWHERE)
    rig.transport.fault = always("find", ELSEWHERE, Forbidden("View Channel"))

    assert await rig.sessions.act(session, PLAYERS[0], Relocate(CHANNEL)) is None
    while await rig.is_left(session):
        await asyncio.sleep(0.001)

    assert " has moved " not in rig.transport.in_channel(CHANNEL)[-1].text


async def unheard_in(rig: Rig, channel_id: int) -> Session:
    """Relocate a table to a channel where its post arrives but the answer is lost."""
    session = await rig.table()
    rig.transport.executes = True
    rig.transport.fault = always("post", channel_id, Unknown("no answer"))
    assert await rig.sessions.act(session, PLAYERS[0], Relocate(channel_id)) is None
    while not rig.transport.in_channel(channel_id):
        await asyncio.sleep(0)
    return session


@pytest.mark.parametrize("drift", [-1200, 1200])
async def test_set_clock_causes_no_edits(rig: Rig, drift: int, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    publisher = slow(rig)
    slept = sleeping(monkeypatch)

    for _ in range(2):
        await move_shown_by(publisher, rig, session)
        rig.time += drift

    assert slept.count(PACE) == 1
    await publisher.close()


async def test_new_table_message_replaces_old_one(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    publisher = slow(rig)
    slept = sleeping(monkeypatch)
    await move_shown_by(publisher, rig, session)
    rig.time += REPOST_SECONDS + 1
    for _ in range(2):
        await move_shown_by(publisher, rig, session)

    [table] = rig.transport.in_channel(CHANNEL)
    assert " has moved down." not in table.text
    assert slept.count(PACE) == 2  # before the new one was posted, and before it was edited
    await publisher.close()


def slow(rig: Rig) -> Publisher:
    """Return another publisher, with a pace for edits and a steady clock that never moves."""
    return Publisher(
        rig.store,
        rig.transport,
        clock=SetClock(lambda: rig.time, lambda: 7.0),
        key=b"k",
        sessions=rig.sessions,
        pauses=rig.pauses,
        paces=Paces(table=PACE),
    )


def sleeping(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Make all sleeping end at once. Return a list that gets the seconds that were asked for."""
    sleep, slept = asyncio.sleep, list[float]()

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noted)
    return slept


async def move_shown_by(publisher: Publisher, rig: Rig, session: Session) -> None:
    """Make a move for the player on turn, and wait until it's shown."""
    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    while publisher.is_busy:
        await asyncio.sleep(0)


async def test_leaving_during_display_holds_nothing_up(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    assert await rig.sessions.act(session, PLAYERS[1], Join()) is None
    await rig.quiet()
    pauses, asked, answered = Pauses(rig.sessions), asyncio.Event(), asyncio.Event()

    async def slow(_session: Session) -> None:
        asked.set()
        await answered.wait()

    await pauses.server_gone(1)
    monkeypatch.setattr(rig.publisher.names, "learn", slow)
    await pauses.server_back(1)
    await asked.wait()
    assert await rig.sessions.act(session, PLAYERS[1], GiveUpSeat()) is None
    with capture_logs() as logs:
        answered.set()
        await rig.quiet()

    assert [line for line in logs if line["log_level"] == "error"] == []
    assert not await rig.is_left(session)
