"""What the tests of sessions share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.config import DATA
from bot.sessions.pauses import Pauses
from bot.storage.store import Store
from tests.sessions.rig import Rig


@pytest_asyncio.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    """Sessions with their publisher, closed at the end; a table whose channel is gone waits."""
    store = Store(tmp_path / "sessions.sqlite3", DATA / "migrations")
    await store.open()
    rig = Rig(store)
    rig.publisher.vanished = Pauses(rig.sessions).channel_gone
    yield rig
    await rig.close()
    await store.close()
