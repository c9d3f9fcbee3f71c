"""What the tests of sessions share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.config import DATA
from bot.sessions.pauses import Pauses
from bot.storage.store import Store
from tests.sessions.house import House


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A sessions with its publisher, closed at the end."""
    store = Store(tmp_path / "sessions.sqlite3", DATA / "migrations")
    await store.open()
    place = House(store)
    yield place
    await place.close()
    await store.close()


@pytest.fixture
def guild(house: House) -> House:
    """A sessions with its publisher; a table whose channel is gone waits."""
    house.publisher.vanished = Pauses(house.sessions).channel_gone
    return house
