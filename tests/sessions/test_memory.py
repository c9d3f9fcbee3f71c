"""A session is in memory once; where it is not, for a while, nothing of what it shows is lost."""

import asyncio
from typing import Any
from weakref import ref

import pytest

from bot.sessions.session import Session
from bot.storage.records import Delivered, Record
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, move


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
    while gone() is not None:  # a thread of the store may not have let go of its last job yet
        await asyncio.sleep(0.001)
    assert session.record.id in rig.publisher._remembered

    await move(rig, session)
    assert await rig.to_show(session) == []


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
