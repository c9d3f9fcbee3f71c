"""Shards of several processes identify one after the other."""

from types import SimpleNamespace
from unittest.mock import patch

import pytest

from bot.storage.errors import NotSaved
from tests.helpers.members import Pair

pytestmark = pytest.mark.server


async def test_shard_waits_while_its_bucket_is_taken(pair: Pair) -> None:
    one, other = pair
    one.member.buckets = other.member.buckets = 16
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await other.store.write(lambda connection: connection.execute("DELETE FROM turns"))

    with patch("bot.cluster.member.asyncio", SimpleNamespace(sleep=sleep)):
        assert await one.member.identify(3)
        assert await other.member.identify(4)
        assert waits == []
        assert await other.member.identify(35)

    assert len(waits) == 1
    assert 0 < waits[0] <= 5.5


async def test_shard_waits_for_an_unreachable_database(pair: Pair) -> None:
    one, _ = pair
    answers = [NotSaved("the database couldn't be written"), 0.0]

    with (
        patch("bot.cluster.member.IDENTIFY_SECONDS", 0.001),
        patch.object(one.store.engine, "write_unsynced", side_effect=answers) as asked,
    ):
        assert await one.member.identify(0)

    assert asked.await_count == 2
