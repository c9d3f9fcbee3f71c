"""Leases that end at an awkward moment: the next one catches up on everything left undone."""

import asyncio
from collections.abc import AsyncIterator
from unittest.mock import patch

import pytest
import pytest_asyncio

from bot.cluster.leases import LEASE_SECONDS
from bot.config import Server
from bot.delivery.own_tables import CATCH_UP
from bot.storage.errors import NotSaved
from bot.storage.groups import Lease
from tests.helpers.members import Process, members, recycle
from tests.sessions.rig import CHANNEL

pytestmark = pytest.mark.server


@pytest_asyncio.fixture
async def one(empty_server: Server) -> AsyncIterator[Process]:
    """Yield a process with a table and a group, whose lease ends in a second."""
    async with members(empty_server) as (found, _):
        await found.take(0)
        await found.table()
        found.transport.calls.clear()
        found.slept += LEASE_SECONDS - 1
        yield found


async def renewed_late(one: Process) -> None:
    """Renew the lease, with a move after its end and before the process knows of the renewal."""
    real = one.member.renew
    session = await one.sessions.at(CHANNEL)
    assert session is not None

    async def late(lease: Lease) -> bool:
        one.slept += 2
        assert await recycle(one, session, one.turn(session)) is None
        await one.quiet()
        assert one.transport.calls == []
        return await real(lease)

    with patch.object(one.member, "renew", late):
        await kept(one)


async def kept(one: Process) -> None:
    """Renew the leases, and wait until everything left undone is done."""
    await one.keeper.renew()
    while one.sessions.agenda.is_doing(*CATCH_UP):
        await asyncio.sleep(0.001)
    await one.quiet()


async def test_move_between_lease_end_and_renewal_is_shown(one: Process) -> None:
    await renewed_late(one)

    assert ("edit", CHANNEL) in one.transport.calls


async def test_unreadable_table_is_shown_later(one: Process) -> None:
    with (
        patch("bot.delivery.own_tables.AGAIN_SECONDS", 0.0),
        patch.object(one.sessions, "begin", side_effect=[NotSaved("the database couldn't be read"), None]),
    ):
        await renewed_late(one)

    assert ("edit", CHANNEL) in one.transport.calls


async def test_dropped_queue_begins_with_next_lease(one: Process) -> None:
    session = await one.sessions.at(CHANNEL)
    assert session is not None
    queues, messages = one.publisher.queues, one.publisher._messages_of(session)
    [lease] = one.member.leases

    messages.request_show(session, reread=False)
    queues.look(session, messages)
    assert messages.queues
    await one.publisher.drop(lease)
    assert (messages.queues, messages.table_is_idle.is_set()) == (0, True)

    assert await recycle(one, session, one.turn(session)) is None
    await one.quiet()
    assert ("edit", CHANNEL) in one.transport.calls
