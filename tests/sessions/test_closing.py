"""Closing ends the work under way and begins no more, and nobody meets a half-closed database."""

import asyncio

import pytest

from bot.games.crap.recycling import Recycle
from bot.sessions.play import MakeMove
from bot.storage import facts
from bot.storage.errors import NotSaved
from bot.storage.store import Store
from tests.sessions.rig import Rig

TURNS = 1000
"""More turns of the event loop than closing takes."""


async def test_a_publisher_that_has_closed_begins_nothing(rig: Rig) -> None:
    session = await rig.table()
    await rig.publisher.close()

    rig.publisher.show(session)

    assert not rig.publisher.is_busy


@pytest.mark.parametrize("turns", range(6))
async def test_closing_ends_a_woken_queue(rig: Rig, turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    session, queues = await rig.table(), rig.publisher.queues
    queues._backoff = 0.0
    monkeypatch.setattr(rig.transport, "fault", lambda *_: RuntimeError("our fault"))
    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    await rig.quiet()
    assert queues._resting

    queues.wake()
    for _ in range(turns):
        await asyncio.sleep(0)
    closing = asyncio.ensure_future(rig.publisher.close())
    for _ in range(TURNS):
        await asyncio.sleep(0)

    assert queues._runs == {}
    await closing


async def test_caller_during_closing_is_refused_in_its_words(store: Store) -> None:
    closing, asks = asyncio.ensure_future(store.close()), list[asyncio.Future[str | None]]()
    while not closing.done():
        await asyncio.sleep(0)
        asks.append(asyncio.ensure_future(store.read(facts.note, "nonce-key")))
    told = await asyncio.gather(*asks, return_exceptions=True)

    assert {type(one) for one in told} == {NotSaved}
