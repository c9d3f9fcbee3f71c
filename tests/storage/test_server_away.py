"""An unreachable PostgreSQL server: everyone who waits learns of it in time, not only the first ones."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from bot.config import Server
from bot.storage import postgres
from bot.storage.engine import Connection
from bot.storage.errors import NotSaved
from bot.storage.records import Commit
from bot.storage.store import PATIENCE_SECONDS
from tests.helpers.records import LOBBY, following
from tests.helpers.wire import frail_line


async def test_queued_job_is_refused_after_one_try(
    empty_server: Server, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgres.MAX_CONNECTIONS", 1)
    now, pauses, has_begun, may_end = [0.0], list[float](), threading.Event(), threading.Event()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += 1.0

    def hold_up(_line: Connection) -> None:
        has_begun.set()
        may_end.wait(30)

    async with frail_line(empty_server, postgresql) as (wire, store):
        record = await store.new(LOBBY)
        monkeypatch.setattr(postgres, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=pause))
        before = asyncio.ensure_future(store.engine.read(hold_up))
        await asyncio.to_thread(has_begun.wait)
        asked = asyncio.ensure_future(store.commit(Commit(record=following(record))))
        await asyncio.sleep(0)
        await wire.cut()
        now[0] += PATIENCE_SECONDS + 1
        may_end.set()
        outcomes = await asyncio.gather(before, asked, return_exceptions=True)

    assert [type(one) for one in outcomes] == [NotSaved] * 2
    assert pauses == []
