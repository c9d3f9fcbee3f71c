"""A Discord on this machine for programs that are started and stopped."""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.discord_http import stand_in
from tests.discord_http.stand_in import StandIn, serving
from tests.storage import games


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[StandIn]:
    place = StandIn()
    async with serving(place):
        yield place


@pytest.fixture
def two_identify_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal games now, and let two shards identify at the same time."""
    monkeypatch.setattr(games, "START", time.time())
    monkeypatch.setattr(stand_in, "SESSIONS", {**stand_in.SESSIONS, "max_concurrency": 2})
