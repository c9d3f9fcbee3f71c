"""Clicks and moves take few round trips to a PostgreSQL server."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
import pytest_asyncio

from bot.cluster.member import Member
from bot.config import Server
from bot.games import GAMES
from bot.storage import groups
from bot.storage.postgres_connection import PgConnection
from bot.storage.records import Commit, Played
from bot.storage.store import Store
from tests.helpers.records import LOBBY, following
from tests.helpers.stores import opened
from tests.storage.games import START, running

MAX_ROUND_TRIPS = 8


@pytest.fixture(autouse=True)
def asked_by_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep out the extra queries of a new connection and of checks of the store's lock."""
    monkeypatch.setattr("bot.storage.postgres.MAX_CONNECTIONS", 1)
    monkeypatch.setattr("bot.storage.postgres.LOCK_CHECK_SECONDS", 1000.0)


@pytest_asyncio.fixture
async def store(empty_server: Server) -> AsyncIterator[Store]:
    """Open a store on a server."""
    async with opened(empty_server) as store:
        yield store


@contextmanager
def round_trips() -> Iterator[list[PgConnection]]:
    """Yield the connections used, once for each round trip."""
    real, trips = PgConnection._wait, list[PgConnection]()

    def counted(line: PgConnection, work: object) -> object:
        trips.append(line)
        return real(line, work)  # type: ignore[arg-type]

    with patch.object(PgConnection, "_wait", counted):
        yield trips


async def test_click_takes_one_round_trip_per_step(empty_server: Server) -> None:
    async with opened(empty_server, is_shared=True) as store:
        record = await store.new(LOBBY)
        with round_trips() as trips:
            assert await Member(store, "one").claim(7)
            assert await store.read_one(groups.freshness, record.id) is not None

    assert len(trips) == 2


async def test_move_takes_few_round_trips(store: Store) -> None:
    session = await running(store, GAMES["crap"], 10)
    record = session.record
    change = Commit(
        record=following(record),
        played=Played(revision=record.revision + 1, seat=0, move="pass", events=b"[]", at=START),
        interaction_id=7,
    )
    with round_trips() as trips:
        await store.commit(change)

    assert len(trips) <= MAX_ROUND_TRIPS
