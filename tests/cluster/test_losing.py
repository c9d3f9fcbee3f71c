"""A process that has lost a shard group doesn't trust answers to what it asked before the loss."""

import asyncio
import re
from collections.abc import Collection
from unittest.mock import patch

import pytest

from bot.cluster.leases import LEASE_SECONDS
from bot.sessions.lobby import Join, Start
from bot.sessions.session import Session
from bot.storage import shown
from bot.storage.errors import StoreError
from tests.helpers.members import FIRST, Pair, end_leases, recycle, seen_by
from tests.sessions.rig import CHANNEL, PLAYERS, before_messages_are_read, dm

pytestmark = pytest.mark.server


async def test_process_retaking_group_remembers_nothing(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    answers = asyncio.Event()
    with patch.object(one.member, "write_delivered", side_effect=StoreError("no answer")):
        session = await one.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
        assert isinstance(session, Session)
        while not one.transport.messages:
            await asyncio.sleep(0.001)
        with before_messages_are_read(one.store, lambda _session_id: answers.wait()):
            one.publisher.show(session)
            await asyncio.sleep(0)
            await end_leases(other)
            await other.take(0)
            await one.keeper.renew()
    there = await seen_by(other, session)
    for player in PLAYERS[1:]:
        assert await other.sessions.act(there, player, Join()) is None
    assert await other.sessions.act(there, PLAYERS[0], Start()) is None
    await other.quiet()
    await end_leases(other)
    await other.keeper.renew()

    again = asyncio.ensure_future(one.keeper.take(0))
    while not one.member.leases:
        await asyncio.sleep(0.001)
    assert await recycle(other, there, other.turn(there)) is None
    answers.set()
    await again
    await one.look()

    table, call = one.transport.in_channel(CHANNEL)
    assert table.text.startswith("**C.R.A.P.** · table 1")
    assert call.text.startswith(f"<@{one.turn(there)}>, your turn at table 1.")
    assert not await one.is_left(session)


async def test_group_still_being_released_is_taken_afterwards(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    session = await one.table()
    there = await seen_by(other, session)
    assert await recycle(other, there, other.turn(there)) is None
    ends, real = asyncio.Event(), one.publisher.queues.drop

    async def slow(session_ids: Collection[int]) -> None:
        await real(session_ids)
        await ends.wait()

    with patch.object(one.publisher.queues, "drop", slow):
        await end_leases(other)
        losing = asyncio.ensure_future(one.keeper.renew())
        while one.member.leases:
            await asyncio.sleep(0.001)
        taking = asyncio.ensure_future(one.keeper.take(0))
        await asyncio.wait([taking], timeout=0.2)
        ends.set()
        await asyncio.gather(losing, taking)
        await one.quiet()
    assert await recycle(one, session, one.turn(session)) is None
    await one.quiet()

    assert not await one.is_left(session)


async def test_process_unaware_of_its_loss_distrusts_old_pages(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    session = await one.table()
    [(message, before)] = [(at, said) for at, said in one.transport.messages.items() if said[0] == CHANNEL]
    one.slept = LEASE_SECONDS
    await end_leases(other)
    await other.take(0)
    there = await seen_by(other, session)
    assert await recycle(other, there, other.turn(there)) is None
    await other.quiet()
    after = one.transport.messages[message]
    assert after != before

    one.transport.messages[message] = before  # by an edit that was on its way for very long
    await other.store.write(shown.look, session.record.id)  # the table isn't stored as calm
    await end_leases(other)
    await one.take(0)
    await one.sessions.look_again(session)
    await one.quiet()

    now, then = (re.sub(r"<t:\d+:R>", "", repr(said)) for said in (one.transport.messages[message], after))
    assert now == then  # but for the deadline, which each handover extends


async def test_answer_from_before_losing_group_is_not_noted(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    session = await one.table()
    seat = 0
    [(message, hand)] = [
        (number, page)
        for number, (where, page) in one.transport.messages.items()
        if where == dm(PLAYERS[seat])
    ]
    answers = asyncio.Event()
    with before_messages_are_read(one.store, lambda _session_id: answers.wait()):
        one.publisher._messages_of(session).request_show(session, reread=True)
        mark = one.publisher.mark(session, seat)
        noting = asyncio.ensure_future(one.publisher.note_answer(session, seat, message, hand, mark))
        await asyncio.sleep(0)
        await end_leases(other)
        await other.take(0)
        await one.keeper.renew()
    await end_leases(other)
    await other.keeper.renew()
    there = await seen_by(other, session)
    assert await recycle(other, there, other.turn(there)) is None

    again = asyncio.ensure_future(one.keeper.take(0))
    while not one.member.leases:
        await asyncio.sleep(0.001)
    answers.set()
    await asyncio.gather(again, noting)
    await one.quiet()
    assert await recycle(one, session, one.turn(session)) is None
    await one.quiet()

    assert not await one.is_left(session)
