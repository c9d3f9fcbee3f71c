"""A session is in memory at most once. Its table goes on after the session has left the memory."""

import asyncio
from typing import Any
from weakref import ref

import pytest

from bot.delivery.messages import Messages
from bot.sessions.session import Session
from bot.storage import facts
from bot.storage.records import Delivered, Record
from tests.sessions.rig import CHANNEL, ELSEWHERE, PLAYERS, Rig, forgotten, move

pytestmark = pytest.mark.every_database


@pytest.mark.parametrize("is_read_first", [True, False])
async def test_table_read_while_opening_loads_once(
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


class SlowLoad:
    """A substitute for `load` that holds up one table and reads the others at once."""

    def __init__(self, rig: Rig, monkeypatch: pytest.MonkeyPatch, held_up: Session) -> None:
        self._load, self._held_up = rig.store.load, held_up.record.id
        self.begun: set[int] = set()
        self.is_held_up, self.may_go_on = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(rig.store, "load", self.load)

    async def load(self, session_id: int) -> Record | None:
        self.begun.add(session_id)
        record = await self._load(session_id)
        if session_id == self._held_up:
            self.is_held_up.set()
            await self.may_go_on.wait()
        return record


async def test_a_slow_load_holds_up_no_other_table(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, other = await rig.table(), await rig.table(channel_id=ELSEWHERE)
    again = await rig.restart()
    load = SlowLoad(again, monkeypatch, held_up=slow)
    first = asyncio.ensure_future(again.sessions.get(slow.record.id))
    await load.is_held_up.wait()

    async with asyncio.timeout(10):
        loaded = await again.sessions.get(other.record.id)
        in_memory = await again.sessions.get(other.record.id)
    second = asyncio.ensure_future(again.sessions.get(slow.record.id))
    load.may_go_on.set()

    assert loaded is not None
    assert in_memory is loaded
    assert await first is await second


async def test_nothing_is_loaded_while_all_is_quiet(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, later = await rig.table(), await rig.table(channel_id=ELSEWHERE)
    again = await rig.restart()
    load = SlowLoad(again, monkeypatch, held_up=under_way)
    first = asyncio.ensure_future(again.sessions.get(under_way.record.id))
    await load.is_held_up.wait()
    is_quiet, may_end = asyncio.Event(), asyncio.Event()

    async def quiesce() -> None:
        async with again.sessions.quiesced():
            is_quiet.set()
            await may_end.wait()

    quiescing = asyncio.ensure_future(quiesce())
    second = asyncio.ensure_future(again.sessions.get(later.record.id))
    await again.store.read(facts.note, "read behind whatever was begun")
    assert not is_quiet.is_set()
    load.may_go_on.set()
    await is_quiet.wait()
    await again.store.read(facts.note, "read behind whatever was begun")
    assert load.begun == {under_way.record.id}
    may_end.set()
    await quiescing

    assert await first is not None
    assert await second is not None


@pytest.mark.timeout(60)
async def test_session_outside_memory_leaves_nothing(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    rig.publisher.mark(session, 0)
    gone = ref(session)
    monkeypatch.setattr("bot.sessions.memory.MAX_SESSIONS", 1)
    monkeypatch.setattr("bot.delivery.publisher.MAX_SESSIONS", 1)
    await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL + 1, host_id=PLAYERS[0])
    await rig.quiet()
    rig.sessions.agenda.drop(("show", session.record.id))  # a reminder holds on to its session

    del session
    await forgotten(gone)

    assert set(rig.publisher._messages) == {2}


@pytest.mark.slow
@pytest.mark.timeout(60)
async def test_table_outside_memory_is_still_edited(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await rig.table()
    number, messages = first.record.id, len(rig.transport.in_channel(CHANNEL))
    monkeypatch.setattr("bot.sessions.memory.MAX_SESSIONS", 1)
    await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL + 1, host_id=PLAYERS[0])
    await rig.quiet()
    gone = ref(first)
    del first
    await forgotten(gone)

    again = await rig.sessions.get(number)
    assert again is not None
    await move(rig, again)

    assert len(rig.transport.in_channel(CHANNEL)) == messages


@pytest.mark.timeout(60)
async def test_failed_fact_blocks_no_later_ones(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    real = Messages.stored

    def fails(messages: Messages, fact: Delivered) -> None:
        monkeypatch.setattr(Messages, "stored", real)
        real(messages, fact)
        raise ValueError

    monkeypatch.setattr(Messages, "stored", fails)
    await move(rig, session)
    await move(rig, session)

    assert not await rig.is_left(session)
