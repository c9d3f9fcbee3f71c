"""A session is in memory once; where it is not, for a while, nothing of what it shows is lost."""

import asyncio
from typing import Any
from weakref import ref

import pytest

from bot.sessions.session import Session
from bot.storage.records import Delivered, Record
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, forgotten, move

pytestmark = pytest.mark.every_database


@pytest.mark.parametrize("is_read_first", [True, False])
async def test_a_table_that_is_read_while_it_is_opened_is_in_memory_once(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, is_read_first: bool
) -> None:
    new, load = rig.store.new, rig.store.load
    is_read, may_go_on = asyncio.Event(), asyncio.Event()
    reading: list[asyncio.Task[Session | None]] = []

    async def read(session_id: int) -> Record | None:
        record = await load(session_id)
        is_read.set()
        await may_go_on.wait()
        return record

    async def stored(*given: Any) -> Record:
        record = await new(*given)
        reading.append(asyncio.ensure_future(rig.sessions.get(record.id)))
        await is_read.wait()
        if is_read_first:
            may_go_on.set()
            await asyncio.wait(reading)
        return record

    monkeypatch.setattr(rig.store, "load", read)
    monkeypatch.setattr(rig.store, "new", stored)
    opened = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    may_go_on.set()

    assert await reading[0] is opened


@pytest.mark.timeout(60)
async def test_what_a_session_shows_is_stored_when_an_older_one_of_the_same_id_goes(rig: Rig) -> None:
    older = await rig.table()
    rig.sessions._memory._kept.clear()
    rig.sessions._memory._alive.clear()  # as where somebody was taken out of games that are over
    session = await rig.sessions.get(older.record.id)
    assert session not in (None, older)
    assert session is not None
    rig.publisher.mark(session, 0)

    gone = ref(older)
    rig.publisher._outboxes[session.record.id].session = session
    del older
    await forgotten(gone)
    assert session.record.id in rig.publisher._remembered

    await move(rig, session)
    assert await rig.to_show(session) == []


@pytest.mark.timeout(60)
async def test_nothing_is_kept_of_a_session_that_has_left_the_memory(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await rig.table()
    rig.publisher.mark(session, 0)
    gone = ref(session)
    monkeypatch.setattr("bot.sessions.memory.KEPT", 1)
    await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL + 1, host_id=PLAYERS[0])
    await rig.quiet()
    reminders = list(rig.publisher._worker._alarms.values())
    for alarm in reminders:  # they hold on to their sessions
        alarm.cancel()
    rig.publisher._worker._alarms.clear()

    del session
    await forgotten(gone)

    assert set(rig.publisher._outboxes) == {2}
    assert set(rig.publisher._remembered) == {2}


@pytest.mark.slow
@pytest.mark.timeout(60)
async def test_a_table_that_has_left_the_memory_is_edited_where_it_stands(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await rig.table()
    number, messages = first.record.id, len(rig.courier.in_channel(CHANNEL))
    monkeypatch.setattr("bot.sessions.memory.KEPT", 1)
    await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL + 1, host_id=PLAYERS[0])
    await rig.quiet()
    gone = ref(first)
    del first
    await forgotten(gone)

    again = await rig.sessions.get(number)
    assert again is not None
    await move(rig, again)

    assert len(rig.courier.in_channel(CHANNEL)) == messages


@pytest.mark.timeout(60)
async def test_what_goes_wrong_with_one_fact_keeps_no_later_ones_from_being_stored(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await rig.table()
    notebook = rig.publisher._notebook
    real = notebook._stored

    def fails(fact: Delivered) -> None:
        monkeypatch.setattr(notebook, "_stored", real)
        real(fact)
        raise ValueError

    monkeypatch.setattr(notebook, "_stored", fails)
    await move(rig, session)
    await move(rig, session)

    assert await rig.to_show(session) == []
