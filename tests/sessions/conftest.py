"""What the tests of sessions share."""

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.sessions.pauses import Pauses
from bot.storage.store import Store
from tests.sessions.rig import Rig


@pytest_asyncio.fixture
async def rig(store: Store) -> AsyncIterator[Rig]:
    """Sessions with their publisher, closed at the end; a table whose channel is gone waits."""
    rig = Rig(store)
    rig.publisher.vanished = Pauses(rig.sessions).channel_gone
    yield rig
    await rig.close()
