"""Fixtures that the tests of delivery share."""

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.storage.store import Store
from tests.delivery.rings import SlowTables


@pytest_asyncio.fixture
async def slow(store: Store) -> AsyncIterator[SlowTables]:
    """Yield slow tables, none of them opened yet."""
    slow = SlowTables.on(store)
    yield slow
    await slow.rig.close()
    await slow.rig.store.close()
