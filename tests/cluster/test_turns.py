"""Turns for requests and for shards come from database rows that all processes of a bot share."""

import time

import pytest

from bot.config import Server
from bot.storage import groups
from bot.storage.store import Store
from tests.helpers.behind import change_in
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS

INTERVAL, AHEAD = 0.5, 2.0

CLOCK_SECONDS = 0.001
"""The precision of the clock of a database in a file."""


@pytest.mark.every_database
async def test_turns_that_are_taken_together_follow_one_another(store: Store) -> None:
    began = time.monotonic()

    waits = [
        await store.write(groups.take_turns, "requests", number, INTERVAL, AHEAD) for number in (5, 1, 3)
    ]

    took = time.monotonic() - began
    for wait, due in zip(waits, (-2.0, 0.5, 1.0), strict=True):
        assert due - took - CLOCK_SECONDS <= wait <= due + CLOCK_SECONDS
    assert await store.write(groups.take_turns, "openings", 1, INTERVAL, AHEAD) < 0, "others"


@pytest.mark.every_database
async def test_after_rest_only_few_turns_come_at_once(store: Store) -> None:
    await store.write(groups.take_turns, "requests", 5, INTERVAL, AHEAD)

    await change_in(store, "UPDATE turns SET free_at = free_at - 3600")

    began = time.monotonic()
    wait = await store.write(groups.take_turns, "requests", 1, INTERVAL, AHEAD)

    assert began - time.monotonic() - CLOCK_SECONDS <= wait + AHEAD <= CLOCK_SECONDS


@pytest.mark.every_database
async def test_of_each_bucket_one_shard_identifies_at_time(store: Store) -> None:
    assert await store.write(groups.identify, 0, 5.5) == 0
    assert 0 < await store.write(groups.identify, 0, 5.5) <= 5.5
    assert await store.write(groups.identify, 1, 5.5) == 0
    await change_in(store, "UPDATE turns SET free_at = free_at - 5.5")
    assert await store.write(groups.identify, 0, 5.5) == 0


@pytest.mark.slow
async def test_two_processes_never_get_the_same_turn(empty_server: Server) -> None:
    stores = [Store(empty_server, MIGRATIONS, patience=BUSY_SECONDS, is_shared=True) for _ in range(2)]
    for store in stores:
        await store.open()
    one, other = stores
    began = time.monotonic()

    waits = [await store.write(groups.take_turns, "requests", 1, INTERVAL, 0.0) for store in (one, other) * 3]
    took = time.monotonic() - began

    for place, wait in enumerate(waits):
        assert place * INTERVAL - took <= wait <= place * INTERVAL
    assert [await store.write(groups.identify, 0, 5.5) == 0 for store in stores] == [True, False]
    for store in stores:
        await store.close()
