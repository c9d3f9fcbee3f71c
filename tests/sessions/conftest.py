"""Fixtures that the tests of sessions share."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.storage.store import Store
from bot.timings import USUAL, Timings
from tests.helpers.guild import QUICK
from tests.sessions.rig import Rig


@pytest.fixture
def rig_timings(request: pytest.FixtureRequest) -> Timings:
    """Return how long the bot waits: as usual, but for `@pytest.mark.quick_computers`."""
    return QUICK if request.node.get_closest_marker("quick_computers") else USUAL


@pytest_asyncio.fixture
async def rig(store: Store, rig_timings: Timings) -> AsyncIterator[Rig]:
    """Sessions with their publisher, closed at the end."""
    rig = Rig(store, timings=rig_timings)
    yield rig
    await rig.close()
