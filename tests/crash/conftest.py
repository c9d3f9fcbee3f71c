"""A Discord on this machine for programs that are started and stopped."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.discord_http.stand_in import StandIn, serving


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[StandIn]:
    place = StandIn()
    async with serving(place):
        yield place
