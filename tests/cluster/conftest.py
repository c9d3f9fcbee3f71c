"""A fixture with two processes of one bot."""

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.config import Server
from tests.helpers.members import Pair, members


@pytest_asyncio.fixture
async def pair(empty_server: Server) -> AsyncIterator[Pair]:
    async with members(empty_server) as found:
        yield found
