"""Leases that end at an awkward moment: what was left alone for that is done after all."""

from collections.abc import AsyncIterator
from unittest.mock import patch

import pytest
import pytest_asyncio

from bot.config import Server
from bot.storage.errors import NotSaved
from bot.storage.groups import Lease
from bot.storage.held import LEASE_SECONDS
from tests.helpers.members import Member, members, recycles
from tests.sessions.rig import CHANNEL

pytestmark = pytest.mark.server


@pytest_asyncio.fixture
async def one(empty_server: Server) -> AsyncIterator[Member]:
    """A process with a group whose lease ends in a second."""
    async with members(empty_server) as (found, _):
        await found.take(0)
        await found.table()
        found.courier.calls.clear()
        found.slept += LEASE_SECONDS - 1
        yield found


async def renewed_late(one: Member) -> None:
    """The lease is renewed, and a move is made after its end and before the renewal is known."""
    real = one.store.renew
    session = await one.sessions.at(CHANNEL)
    assert session is not None

    async def late(lease: Lease, seconds: float) -> bool:
        one.slept += 2
        assert await recycles(one, session, one.turn(session)) is None
        await one.quiet()
        assert one.courier.calls == []
        return await real(lease, seconds)

    with patch.object(one.store, "renew", late):
        await kept(one)


async def kept(one: Member) -> None:
    """Leases are renewed, and what was left alone is done."""
    await one.holding.keep()
    assert one.holding._catching_up is not None
    await one.holding._catching_up
    await one.quiet()


async def test_a_move_made_between_the_end_of_a_lease_and_its_renewal_is_shown(one: Member) -> None:
    await renewed_late(one)

    assert ("edit", CHANNEL) in one.courier.calls


async def test_unreadable_table_is_shown_at_next_renewal(
    one: Member,
) -> None:
    with patch.object(one.sessions, "begin", side_effect=NotSaved("the database could not be read")):
        await renewed_late(one)
    assert one.courier.calls == []

    await kept(one)

    assert ("edit", CHANNEL) in one.courier.calls


async def test_dropped_lane_begins_with_next_lease(
    one: Member,
) -> None:
    session = await one.sessions.at(CHANNEL)
    assert session is not None
    worker, messages = one.publisher._worker, one.publisher._messages_of(session)
    [lease] = one.store.held.leases

    messages.ask(session, reread=False)
    worker.look(session, messages)
    assert messages.lanes
    await one.publisher.drop(lease)
    assert (messages.lanes, messages.table_is_idle.is_set()) == (0, True)

    assert await recycles(one, session, one.turn(session)) is None
    await one.quiet()
    assert ("edit", CHANNEL) in one.courier.calls
