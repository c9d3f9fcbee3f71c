"""What the publisher makes of faults that come at unusual places: nothing is doubled, and nobody waits for others."""

import asyncio
from collections.abc import Awaitable, Callable
from unittest.mock import AsyncMock

import pytest

from bot.delivery.dms import Dms
from bot.delivery.errors import Apart, Closed, Forbidden, Gone, Unfit, Unknown, Vanished
from bot.delivery.pacing import Paces
from bot.delivery.presenter import REPOST_SECONDS
from bot.delivery.publisher import Publisher
from bot.games.crap.recycling import Recycle
from bot.sessions.pauses import Pauses
from bot.sessions.requests import GiveUpSeat, Join, MakeMove, Relocate, Start
from bot.sessions.session import Session
from bot.storage.errors import NotSaved
from bot.storage.store import Store
from tests.sessions.house import CHANNEL, ELSEWHERE, PLAYERS, House, always, dm, move, no_fault, once

PACE = 0.5
"""Seconds between two edits of a table."""


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
    await club.sessions.act(session, club.turn(session), MakeMove(Recycle()))
    while await club.store.note(f"trouble:{session.record.id}:View Channel") is None:
        await asyncio.sleep(0.001)
    await club.quiet()

    club.courier.fault = no_fault
    await club.sessions.show_again()
    await club.quiet()

    assert club.courier.calls.count(("post", CHANNEL)) == posted + 1
    assert (await club.store.outbox(session.record.id))[0] == []


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
        await club.sessions.act(session, club.turn(session), MakeMove(Recycle()))
        await club.quiet()
    assert club.courier.calls.count(("edit", dm(silent))) == 2


async def test_a_hand_that_discord_refuses_keeps_no_other_from_being_shown(club: House) -> None:
    opened = await club.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(opened, Session)
    for player in PLAYERS[1:]:
        await club.sessions.act(opened, player, Join())

    def first() -> int:
        return next(user for user in PLAYERS if user != club.turn(opened))

    club.courier.fault = lambda _what, channel: Unfit("50035") if channel == dm(first()) else None
    await club.sessions.act(opened, PLAYERS[0], Start())
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
    assert session.record.id in club.sessions.clocks.paused
    club.courier.fault = lambda _what, channel: Unfit("50035") if channel == ELSEWHERE else Vanished("10003")
    await club.sessions.act(session, PLAYERS[0], Relocate(ELSEWHERE))
    await club.quiet()

    club.courier.fault = lambda _what, channel: Vanished("10003") if channel == CHANNEL else None
    await move(club, session)

    tables = [page for page in club.courier.in_channel(ELSEWHERE) if not page.pings]
    assert "Turn 3 of" in tables[0].text
    assert session.record.id not in club.sessions.clocks.paused


async def test_carrying_a_lost_table_lets_it_go_on_in_one_step_and_calls_again(club: House) -> None:
    session = await club.table()
    lost = {CHANNEL: Vanished("10003"), **{dm(user): Closed("50007") for user in PLAYERS}}
    club.courier.fault = lambda _what, channel: lost.get(channel)
    await move(club, session)
    deadline = session.record.deadline
    assert deadline is not None
    club.time += 500

    await club.sessions.act(session, PLAYERS[1], Relocate(ELSEWHERE))
    await club.quiet()

    assert await club.store.pauses() == {}
    assert await club.store.load(session.record.id) == session.record
    assert session.record.deadline == deadline + 500
    assert club.turn(session) in [user for page in club.courier.in_channel(ELSEWHERE) for user in page.pings]


async def test_a_table_of_a_server_that_is_away_waits_although_nothing_can_be_read_then(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await club.table()
    number, deadline, pauses = session.record.id, session.record.deadline, Pauses(club.sessions)
    assert deadline is not None
    with monkeypatch.context() as broken:
        broken.setattr(Store, "pauses", AsyncMock(side_effect=NotSaved("disk I/O error")))
        await pauses.server_gone(1)
    club.time += 500
    await pauses.server_back(1)

    assert await club.store.pauses() == club.sessions.clocks.paused == {}
    assert session.record.deadline == deadline + 500
    assert await club.store.deadlines() == [(number, deadline + 500)]


async def test_a_bot_that_is_invited_again_gives_everybody_their_hand(club: House) -> None:
    pauses = Pauses(club.sessions)
    club.courier.fault = lambda what, channel: Apart("50278") if channel > 1000 and what == "post" else None
    session = await club.table()
    assert not [page for user in PLAYERS for page in club.courier.in_channel(dm(user))]

    await pauses.server_gone(1)
    club.courier.fault = no_fault
    await pauses.server_back(1)
    await club.quiet()

    assert all(the_hand(club, user) for user in PLAYERS)
    assert not session.button_only
    assert [await club.store.dm_closed_at(user) for user in PLAYERS] == [None] * len(PLAYERS)


async def test_who_has_left_the_server_is_tried_every_ten_minutes_and_not_said_to_have_closed_dms(
    club: House,
) -> None:
    session = await club.table()
    away = PLAYERS[2]
    club.courier.fault = lambda _what, channel: Apart("50278") if channel == dm(away) else None
    club.courier.calls.clear()
    for _ in range(6):
        await move(club, session)
    assert [what for what, channel in club.courier.calls if channel == dm(away)].count("edit") <= 1
    assert away not in session.button_only

    club.time += 600
    club.courier.fault = no_fault
    before = the_hand(club, away)
    for _ in range(3):
        await club.sessions.act(session, club.turn(session), MakeMove(Recycle()))
        await club.quiet()
    assert the_hand(club, away) != before


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


async def test_a_seat_without_a_name_is_called_by_its_number_also_when_that_changes(club: House) -> None:
    club.courier.fault = no_fault
    opened = await club.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=1, others=(2, 3))
    assert isinstance(opened, Session)
    club.courier.nameless.update((2, 3))
    await club.quiet()

    await club.sessions.act(opened, 1, GiveUpSeat())
    await club.quiet()

    assert opened.scene(None).names == ("Seat 1", "Seat 2")


@pytest.mark.parametrize("process", ["before the crash", "after the crash"])
async def test_a_post_of_before_a_crash_is_found_although_the_table_was_carried_on_at_once(
    club: House, process: str
) -> None:
    session = await unheard_in(club, ELSEWHERE)
    if process == "before the crash":
        assert await club.sessions.act(session, PLAYERS[0], Relocate(CHANNEL)) is None

    again = await club.restart()
    club.courier.fault = no_fault
    loaded = await again.sessions.get(session.record.id)
    assert loaded is not None
    if process == "after the crash":
        assert await again.sessions.act(loaded, PLAYERS[0], Relocate(CHANNEL)) is None
    await again.sessions.show_again()
    await again.quiet()

    assert all(" has moved " in page.text for page in club.courier.in_channel(ELSEWHERE))
    assert "Turn 1 of" in club.courier.in_channel(CHANNEL)[-1].text
    assert (await again.store.outbox(session.record.id))[0] == []
    await again.close()
    await again.store.close()


async def test_a_table_goes_on_elsewhere_although_nobody_can_look_for_a_lost_post_any_more(
    club: House,
) -> None:
    session = await unheard_in(club, ELSEWHERE)
    club.courier.fault = always("find", ELSEWHERE, Forbidden("View Channel"))

    assert await club.sessions.act(session, PLAYERS[0], Relocate(CHANNEL)) is None
    async with asyncio.timeout(5):
        while (await club.store.outbox(session.record.id))[0]:
            await asyncio.sleep(0.001)

    assert " has moved " not in club.courier.in_channel(CHANNEL)[-1].text


async def unheard_in(club: House, channel_id: int) -> Session:
    """A table that was carried to a channel and posted there, of which no answer came."""
    session = await club.table()
    club.courier.executes = True
    club.courier.fault = always("post", channel_id, Unknown("no answer"))
    assert await club.sessions.act(session, PLAYERS[0], Relocate(channel_id)) is None
    while not club.courier.in_channel(channel_id):
        await asyncio.sleep(0)
    return session


@pytest.mark.parametrize("drift", [-1200, 1200])
async def test_a_table_is_not_edited_more_often_because_the_clock_is_set(
    club: House, drift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await club.table()
    publisher = slow(club)
    slept = sleeping(monkeypatch)

    for _ in range(2):
        await move_shown_by(publisher, club, session)
        club.time += drift

    assert slept.count(PACE) == 1
    await publisher.close()


async def test_the_old_message_of_a_table_is_not_edited_in_the_same_second_as_the_new_one(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await club.table()
    publisher = slow(club)
    slept = sleeping(monkeypatch)
    await move_shown_by(publisher, club, session)
    club.time += REPOST_SECONDS + 1
    for _ in range(2):
        await move_shown_by(publisher, club, session)

    *_, old, new = club.courier.in_channel(CHANNEL)
    assert " has moved " in old.text
    assert " has moved " not in new.text
    assert slept.count(PACE) == 3  # before the new one was posted, the old one changed, and the new one
    await publisher.close()


def slow(club: House) -> Publisher:
    """A publisher in place of the usual, for which no time ever passes between two edits of a table."""
    publisher = Publisher(
        club.store,
        club.courier,
        clock=lambda: club.time,
        key=b"k",
        elapsed=lambda: 7.0,
        paces=Paces(table=PACE),
    )
    club.sessions.shows = publisher
    return publisher


def sleeping(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how many seconds somebody has wanted to sleep; nobody does."""
    sleep, slept = asyncio.sleep, list[float]()

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noted)
    return slept


async def move_shown_by(publisher: Publisher, club: House, session: Session) -> None:
    """Whoever's turn it is moves, and everything of that is shown."""
    await club.sessions.act(session, club.turn(session), MakeMove(Recycle()))
    while publisher.is_busy:
        await asyncio.sleep(0)
