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
    """Return the bot's timings: the usual ones, or quick ones for `@pytest.mark.quick_computers`."""
    return QUICK if request.node.get_closest_marker("quick_computers") else USUAL


@pytest_asyncio.fixture
async def rig(store: Store, rig_timings: Timings) -> AsyncIterator[Rig]:
    """Yield sessions with their publisher, and close both after the test."""
    rig = Rig(store, timings=rig_timings)
    yield rig
    await rig.close()
