"""Several processes on one database: any of them makes any move, and one of them shows each table."""

import asyncio
from collections.abc import Callable, Sequence
from unittest.mock import patch

import pytest

from bot.cluster.leases import LEASE_SECONDS
from bot.cluster.member import Member
from bot.delivery.errors import Unknown
from bot.games.crap.recycling import Recycle
from bot.sessions.lobby import AddComputer, Join, Start
from bot.sessions.memory import Memory
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.view import Click, TableAt
from bot.storage import groups, shown
from bot.storage.engine import Connection
from bot.storage.errors import NotHolder, NotSaved, SeenBefore, Stale
from bot.storage.groups import Lease
from bot.storage.records import Commit, Delivered
from tests.helpers.behind import change_in, rows_in
from tests.helpers.members import FIRST, SECOND, SHARDS, Pair, end_leases, recycle, seen_by
from tests.sabotage.planting import Planted, sabotaged
from tests.sessions.rig import CHANNEL, PLAYERS, once

pytestmark = pytest.mark.server
LEASE = Lease(number=0, first_shard=0, shards=SHARDS, total=SHARDS, holder="nobody", fencing_token=1, mark=0)
"""A lease of all groups, for a sabotaged process that believes it has them."""


def trust_what_is_in_memory() -> Planted:
    async def trusting(_memory: Memory, _session: Session) -> bool:
        return False

    return patch.object(Memory, "_is_outdated", trusting)


def try_once() -> Planted:
    return patch("bot.sessions.sessions.MAX_TRIES", 1)


def let_all_show_everything() -> Planted:
    return patch.multiple(
        Member, owns=lambda *_: True, _lease_of=lambda member, _: next(iter(member.leases), LEASE)
    )


def mark_nothing() -> Planted:
    return patch.object(Member, "mark", lambda *_: 0)


def check_no_fencing_token() -> Planted:
    return patch.object(groups, "is_holder", lambda *_: True)


@sabotaged("P29", trust_what_is_in_memory)
async def test_player_moves_in_another_process_than_one_before(pair: Pair) -> None:
    one, other = pair
    await one.take()
    session = await one.table()
    there = await seen_by(other, session)

    first = one.turn(session)
    assert await recycle(one, session, first) is None
    there = await seen_by(other, session)
    second = other.turn(there)
    assert await recycle(other, there, second) is None
    session = await seen_by(one, session)

    assert first != second
    assert one.turn(session) == next(player for player in PLAYERS if player not in (first, second))
    assert session.record == there.record


@sabotaged("P29", try_once, raises=(Stale,))
async def test_two_players_join_in_two_processes_at_once(pair: Pair) -> None:
    one, other = pair
    session = await one.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    there, real = await seen_by(other, session), other.store.commit
    faster = [PLAYERS[1]]

    async def slow(change: Commit) -> None:
        while faster:
            assert await one.sessions.act(session, faster.pop(), Join()) is None
        await real(change)

    with patch.object(other.store, "commit", slow):
        assert await other.sessions.act(there, PLAYERS[2], Join()) is None

    assert there.record.players == PLAYERS


async def test_someone_was_faster_only_after_six_tries(pair: Pair) -> None:
    one, _ = pair
    session = await one.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    tries: list[Commit] = []

    async def too_late(change: Commit) -> None:
        tries.append(change)
        raise Stale("somebody was faster")

    with patch.object(one.store, "commit", too_late), pytest.raises(Stale):
        await one.sessions.act(session, PLAYERS[1], Join())

    assert len(tries) == 6


async def test_interaction_carried_out_twice_has_one_effect(pair: Pair) -> None:
    one, other = pair
    session = await one.table()
    there, click = await seen_by(other, session), Click(id=77)

    player = one.turn(session)
    came = await asyncio.gather(
        one.sessions.act(session, player, MakeMove(Recycle()), click),
        other.sessions.act(there, player, MakeMove(Recycle()), click),
        return_exceptions=True,
    )

    assert sorted(map(type, came), key=str) in ([type(None), SeenBefore], [SeenBefore, type(None)])


async def test_holder_of_group_shows_its_tables(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    await other.take(1)

    session = await other.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    await other.quiet()
    assert one.transport.calls == []
    await one.look()

    assert len(one.transport.in_channel(CHANNEL)) == 1
    assert not await one.is_left(session)


@sabotaged("P29", let_all_show_everything)
async def test_page_without_nonce_support_is_posted_once(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    for member in pair:
        member.publisher.queues._posts._key = b"own key of " + member.member.name.encode()
    real, looked = other.member.write_delivered, asyncio.Event()

    async def late(news: Sequence[Delivered]) -> Sequence[Delivered]:
        await looked.wait()
        return await real(news)

    with patch.object(other.member, "write_delivered", late):
        session = await other.sessions.open(
            "crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0]
        )
        assert isinstance(session, Session)
        await one.look()
        looked.set()
        await other.quiet()

    assert one.transport.calls.count(("post", CHANNEL)) == 1


@sabotaged("P29", mark_nothing)
async def test_next_holder_finds_dead_process_posts(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    one.transport.executes = True
    one.transport.fault = once("post", CHANNEL, Unknown("the answer is lost"))
    session = await one.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    while not one.transport.messages:
        await asyncio.sleep(0.001)
    await one.die()
    await end_leases(other)

    posted = one.transport.calls.count(("post", CHANNEL))
    await other.take(0)

    assert one.transport.calls.count(("post", CHANNEL)) == posted
    assert len(one.transport.in_channel(CHANNEL)) == 1
    assert not await other.is_left(session)


@sabotaged("P29", check_no_fencing_token)
async def test_process_unaware_of_lost_group_stores_nothing(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    session = await one.table()
    kept = await rows_in(other.store, "SELECT * FROM shown ORDER BY session_id, place")
    await end_leases(other)
    await other.take(0)

    one.publisher._messages_of(session).note_lost(TableAt())
    with pytest.raises(NotHolder):
        await one.publisher.write_behind.write()

    assert await rows_in(other.store, "SELECT * FROM shown ORDER BY session_id, place") == kept


async def test_process_asleep_beyond_its_lease_shows_nothing(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    session = await one.table()
    one.transport.calls.clear()

    one.slept = LEASE_SECONDS
    assert await recycle(one, session, one.turn(session)) is None
    await one.quiet()
    assert one.transport.calls == []
    await end_leases(other)
    await other.take(0)

    assert ("edit", CHANNEL) in one.transport.calls
    assert not await other.is_left(session)


async def test_nothing_is_sent_that_might_arrive_after_lease(pair: Pair) -> None:
    one, _ = pair
    await one.take(0)

    may: list[bool] = []
    for later in (LEASE_SECONDS / 2, 0.1):
        one.slept += later
        may.append(one.member.may_send)
    await one.keeper.renew()

    assert [*may, one.member.may_send] == [True, False, True]


async def test_pending_renewal_does_not_revive_given_group(pair: Pair) -> None:
    one, other = pair
    lease = await one.take(0)
    real = one.store.engine.change

    async def renewed(job: Callable[[Connection], bool], *, priority: bool = False) -> bool:
        is_renewed = await real(job, priority=priority)
        await one.keeper.give_back(lease)
        return is_renewed

    with patch.object(one.store.engine, "change", renewed):
        await one.keeper.renew()

    assert one.member.leases == []
    assert (await other.take(0)).number == 0


async def test_losing_one_group_keeps_news_of_other(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    await one.take(1)
    session = await one.table()
    elsewhere = await one.sessions.open("crap", {}, guild_id=SECOND, channel_id=11, host_id=PLAYERS[0])
    assert isinstance(elsewhere, Session)
    await one.quiet()
    await end_leases(other)
    await other.take(1)
    await change_in(other.store, "UPDATE shard_groups SET until = until + 100 WHERE number = 0")

    for table in (session, elsewhere):
        one.publisher._messages_of(table).note_lost(TableAt())
    with pytest.raises(NotHolder):
        await one.publisher.write_behind.write()

    stand = [
        await other.store.read(shown.table_message, table.record.id) is not None
        for table in (session, elsewhere)
    ]
    assert stand == [False, True]


async def test_unread_table_is_looked_at_again(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    session = await other.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)

    with (
        patch.object(one.sessions, "get", side_effect=NotSaved("the database couldn't be read")),
        pytest.raises(NotSaved),
    ):
        await one.tables.look_at_tables()
    await one.look()

    assert len(one.transport.in_channel(CHANNEL)) == 1
    assert not await one.is_left(session)


async def test_table_spoilt_by_bug_delays_no_other(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    opened: list[int] = []
    for channel in (CHANNEL, CHANNEL + 1):
        session = await other.sessions.open(
            "crap", {}, guild_id=FIRST, channel_id=channel, host_id=PLAYERS[channel - CHANNEL]
        )
        assert isinstance(session, Session)
        opened.append(session.record.id)
    real = one.sessions.get

    async def spoilt(session_id: int) -> Session | None:
        if session_id == opened[0]:
            raise ZeroDivisionError
        return await real(session_id)

    with patch.object(one.sessions, "get", spoilt):
        await one.look()

    assert [len(one.transport.in_channel(channel)) for channel in (CHANNEL, CHANNEL + 1)] == [0, 1]


async def test_table_spoilt_by_bug_blocks_no_group(pair: Pair) -> None:
    one, other = pair
    session = await one.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    for request in (AddComputer("easy"), AddComputer("easy"), Start()):
        assert await one.sessions.act(session, PLAYERS[0], request) is None

    with (
        patch.object(other.sessions.computers, "look", side_effect=ZeroDivisionError),
        patch.object(other.sessions, "show", side_effect=ZeroDivisionError),
    ):
        lease = await other.take(0)

    assert other.member.leases == [lease]


async def test_given_group_continues_where_it_was(pair: Pair) -> None:
    one, other = pair
    lease = await one.take(0)
    session = await one.table()
    await one.keeper.give_back(lease)
    one.transport.calls.clear()

    await other.take(0)
    there = await seen_by(other, session)
    assert await recycle(other, there, other.turn(there)) is None
    await other.quiet()

    assert ("post", CHANNEL) not in one.transport.calls
    assert ("edit", CHANNEL) in one.transport.calls


async def test_deadlines_ring_in_process_that_holds_group_only(pair: Pair) -> None:
    one, other = pair
    await one.take(1)
    session = await one.table()
    before = session.record.revision
    assert session.record.deadline is not None
    one.time = other.time = session.record.deadline + 1

    await one.sessions._on_deadline(session.record.id)
    assert (await seen_by(one, session)).record.revision == before
    await other.take(0)
    await other.sessions._on_deadline(session.record.id)

    assert (await seen_by(one, session)).record.revision == before + 1


async def test_choice_in_other_process_arrives_within_a_minute(pair: Pair) -> None:
    one, other = pair
    assert (await one.sessions.choices.of_user(PLAYERS[0])).pictures
    await other.sessions.choices.set_user(PLAYERS[0], pictures=False)

    one.slept += 59
    assert (await one.sessions.choices.of_user(PLAYERS[0])).pictures
    one.slept += 2
    assert not (await one.sessions.choices.of_user(PLAYERS[0])).pictures


async def test_process_hears_that_another_has_something_to_show(pair: Pair) -> None:
    one, other = pair
    session = await one.sessions.open("crap", {}, guild_id=FIRST, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    heard: asyncio.Queue[None] = asyncio.Queue()
    listening = asyncio.ensure_future(one.store.engine.listen(lambda: heard.put_nowait(None)))
    await heard.get()  # the first notice is about the past

    await other.store.write(shown.look, session.record.id)
    await heard.get()

    listening.cancel()
    await asyncio.wait([listening])


async def test_near_deadlines_of_own_tables_are_found(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    await other.take(1)
    session = await one.table()
    assert session.record.deadline is not None
    one.sessions.clocks.arm(session.record.id, None)

    for member in pair:
        member.time = session.record.deadline - 10
        await member.tables.look_at_deadlines()

    assert one.sessions.clocks.deadlines == {session.record.id: session.record.deadline}
    assert other.sessions.clocks.deadlines == {}


async def test_players_regain_time_without_group_holder(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    session = await one.table()
    elsewhere = await one.sessions.open("crap", {}, guild_id=SECOND, channel_id=11, host_id=PLAYERS[0])
    assert isinstance(elsewhere, Session)
    before = session.record.deadline or 0.0, elsewhere.record.deadline
    await one.die()
    await other.store.write(
        lambda connection: connection.execute("UPDATE shard_groups SET until = 1, alive_at = alive_at - 100")
    )

    await other.take(0)

    there, same = await seen_by(other, session), await seen_by(other, elsewhere)
    assert (there.record.deadline or 0.0) - before[0] == pytest.approx(100.0, abs=5.0)
    assert same.record.deadline == before[1]
    assert not other.sessions.clocks.are_stopped


async def test_clocks_stand_still_while_direct_messages_reach_nobody(pair: Pair) -> None:
    one, other = pair
    clocks = other.sessions.clocks
    await other.take(1)
    were_stopped = [clocks.are_stopped]

    await one.take(0)
    await other.availability.beat()
    were_stopped.append(clocks.are_stopped)
    await one.store.write(lambda connection: connection.execute("UPDATE shard_groups SET dms_at = 1"))
    await other.availability.beat()

    assert [*were_stopped, clocks.are_stopped] == [True, False, True]
    assert [group.stopped is None for group in await one.member.groups()] == [True, False]
