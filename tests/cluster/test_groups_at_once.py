"""Two processes that share out the shards at the same moment agree, no matter which is first."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from bot.config import Server
from bot.games import GAMES
from bot.storage import groups
from bot.storage.engine import Connection
from bot.storage.groups import Group
from bot.storage.store import Store
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS

Pair = tuple[Store, Store]


@pytest_asyncio.fixture
async def pair(empty_server: Server) -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        stores = [
            Store(empty_server, MIGRATIONS, GAMES, patience=BUSY_SECONDS, is_shared=True) for _ in range(2)
        ]
        for store in stores:
            await store.open()
            stack.push_async_callback(store.close)
        yield stores[0], stores[1]


@pytest.mark.slow
@pytest.mark.parametrize("shards", [4, 6])
async def test_second_process_finds_arrangement_of_first(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    one, other = pair
    loop, first = asyncio.get_running_loop(), [4]
    looked = groups.groups

    def looking(connection: Connection) -> list[Group]:
        """Let the other process overtake the first one to look, before it does anything."""
        found = looked(connection)
        if first:
            asyncio.run_coroutine_threadsafe(one.write(groups.arrange, first.pop(), 2), loop).result()
        return found

    monkeypatch.setattr(groups, "groups", looking)

    await other.write(groups.arrange, shards, 2)

    assert [group.shards for group in await one.read(looked)] == [shards // 2] * 2
