"""Mentions while a lot happens at the same time: nobody is called twice, or for an outdated reason."""

import asyncio
import re
from collections.abc import AsyncIterator, Collection

import pytest
import pytest_asyncio

from bot.delivery.errors import (
    Closed,
    DeliveryError,
    Filtered,
    Forbidden,
    Found,
    Purpose,
    Unfit,
    Unknown,
    Vanished,
)
from bot.engine.moves import Move
from bot.games.crap.acquiring import Acquire, Believe
from bot.games.crap.recycling import Recycle
from bot.rendering.page import Page
from bot.sessions.frame import Relocate
from bot.sessions.pauses import Pauses
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage.store import Store
from bot.timings import USUAL, Timings
from tests.delivery.rings import DAY, FIRST, LEFT, RecordingTransport, SlowTables, until
from tests.helpers.transports import Fault
from tests.sessions.rig import CHANNEL, ELSEWHERE, PLAYERS, always, dm, once

ONE, OTHER = PLAYERS[1:]
"""The players who answer the first one."""
FOURTH = 103
"""Another player who answers, at a table of four."""


class Gate(RecordingTransport):
    """A transport whose posts to one channel wait until the gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.channel = 0
        self.is_open = asyncio.Event()
        self.is_reached = asyncio.Event()
        """Set once a post waits at the gate."""
        self.pings: dict[str, tuple[int, ...]] = {}
        """The users that each post calls, by its nonce. Posts whose answer is lost are included."""
        self.may_look = asyncio.Event()
        """Set while the bot can read channels."""
        self.filter_pattern = ""
        """A pattern. A filter stops every page that matches it."""
        self.may_look.set()

    async def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        await self.may_look.wait()
        return await super().find(channel_id, nonces)

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        self.pings[nonce] = page.pings
        if self.filter_pattern and re.search(self.filter_pattern, page.text):
            raise Filtered("stopped")
        if channel_id == self.channel:
            self.is_reached.set()
            await self.is_open.wait()
        return await super().post(channel_id, page, nonce=nonce, purpose=purpose, quiet=quiet)


HASTY = pytest.mark.parametrize("timings", [Timings(mention=0.0)])
"""Mentions don't wait for the DMs of other players."""


@pytest.fixture
def timings() -> Timings:
    """Return the usual timings."""
    return USUAL


@pytest_asyncio.fixture
async def slow(store: Store, timings: Timings) -> AsyncIterator[SlowTables]:
    """Yield slow tables behind a gate, none of them opened yet."""
    slow = SlowTables.on(store, Gate(), timings)
    yield slow
    await slow.rig.close()
    await slow.rig.store.close()


def gate_of(slow: SlowTables) -> Gate:
    """Return the transport of the tables."""
    assert isinstance(slow.transport, Gate)
    return slow.transport


def close_dms(slow: SlowTables, *users: int) -> None:
    """Close the DMs of these users, and of nobody else."""
    closed = {("post", dm(user)) for user in users}
    slow.transport.fault = lambda *asked: Closed("closed") if asked in closed else None


def add_fault(slow: SlowTables, fault: Fault) -> None:
    """Add a fault to the ones already set."""
    before = slow.transport.fault
    slow.transport.fault = lambda *asked: before(*asked) or fault(*asked)


async def about_to_ask(slow: SlowTables) -> Session:
    """Return a table with the first player on turn, where nobody has acted for long."""
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    slow.transport.notifications.clear()
    return table


async def table_with_reopened_dm(slow: SlowTables) -> Session:
    """Return the same table, after both others had closed DMs and the last one has reopened theirs."""
    close_dms(slow, ONE, OTHER)
    table = await about_to_ask(slow)
    close_dms(slow, ONE)
    return table


async def act(slow: SlowTables, table: Session, user: int, move: Move) -> None:
    assert await slow.rig.sessions.act(table, user, MakeMove(move)) is None


async def call_and_relocate(slow: SlowTables, table: Session) -> None:
    """Have the others called in the channel, and move the table to another one."""
    await act(slow, table, FIRST, Acquire("7"))
    await slow.rig.quiet()
    assert await slow.rig.sessions.act(table, FIRST, Relocate(ELSEWHERE)) is None
    await slow.rig.quiet()


async def test_acting_player_is_not_called_during_others_dms(slow: SlowTables) -> None:
    close_dms(slow, ONE)
    table, transport = await about_to_ask(slow), gate_of(slow)
    transport.channel = dm(OTHER)
    transport.calls.clear()

    await act(slow, table, FIRST, Acquire("7"))
    await until(lambda: ("post", dm(ONE)) in transport.calls)
    await act(slow, table, ONE, Believe())
    transport.is_open.set()
    await slow.rig.quiet()

    assert [one.user for one in transport.notifications] == [OTHER]


async def test_slow_mention_delays_nobody_else(slow: SlowTables) -> None:
    close_dms(slow, ONE)
    table, transport = await about_to_ask(slow), gate_of(slow)
    transport.channel = CHANNEL
    await act(slow, table, FIRST, Recycle())
    await until(lambda: any(transport.pings.values()))
    await act(slow, table, ONE, Recycle())
    await until(lambda: bool(transport.notified_at(OTHER)))
    slow.set_time(slow.rig.time + 1000)

    await act(slow, table, OTHER, Recycle())

    await until(lambda: bool(transport.notified_at(FIRST)))
    assert transport.notified_at(ONE) == []
    transport.is_open.set()
    await slow.rig.quiet()
    assert sorted(one.user for one in transport.notifications) == [FIRST, ONE, OTHER]
    assert not any(page.pings for page in transport.in_channel(CHANNEL)), "what is not true any more goes"


async def test_mention_lost_with_channel_follows_relocated_table(slow: SlowTables) -> None:
    close_dms(slow, ONE)
    table, transport = await about_to_ask(slow), gate_of(slow)
    transport.channel = CHANNEL
    await act(slow, table, FIRST, Recycle())
    await until(lambda: any(transport.pings.values()))
    add_fault(slow, always("post", CHANNEL, Vanished("gone")))
    assert await slow.rig.sessions.act(table, FIRST, Relocate(ELSEWHERE)) is None
    transport.is_open.set()
    await slow.rig.quiet()

    assert (table.record.channel_id, slow.rig.sessions.clocks.paused) == (ELSEWHERE, {})
    assert [page.pings for page in transport.in_channel(ELSEWHERE) if page.pings] == [(ONE,)]


@HASTY
async def test_named_player_gets_no_dm_from_waiting_queue(slow: SlowTables) -> None:
    table, transport = await table_with_reopened_dm(slow), slow.transport

    async with slow.rig.publisher.dms._lock(OTHER):  # as by another table
        await act(slow, table, FIRST, Acquire("7"))
        await until(lambda: bool(transport.notified_at(ONE)))
    await slow.rig.quiet()

    assert sorted(one.user for one in transport.notifications) == [ONE, OTHER]


@HASTY
async def test_player_in_pending_mention_gets_no_dm(slow: SlowTables) -> None:
    table, transport = await table_with_reopened_dm(slow), gate_of(slow)
    transport.channel = CHANNEL

    async with slow.rig.publisher.dms._lock(OTHER):  # as by another table
        await act(slow, table, FIRST, Acquire("7"))
        await until(lambda: any(transport.pings.values()))
    for _ in range(20):
        await asyncio.sleep(0.001)  # a DM would be on its way by now
    transport.is_open.set()
    await slow.rig.quiet()

    assert sorted(one.user for one in transport.notifications) == [ONE, OTHER]


@pytest.mark.parametrize(("stopped", "called"), [(ONE, OTHER), (OTHER, ONE)])
async def test_filtered_name_leaves_others_called(slow: SlowTables, stopped: int, called: int) -> None:
    close_dms(slow, ONE, OTHER)
    table, transport = await about_to_ask(slow), gate_of(slow)
    transport.filter_pattern = f"<@{stopped}>"

    await act(slow, table, FIRST, Acquire("7"))
    await slow.rig.quiet()

    assert (len(transport.notified_at(called)), len(transport.notified_at(stopped))) == (1, 0)
    assert not await slow.rig.is_left(table)


async def test_single_calls_end_with_their_channel(slow: SlowTables) -> None:
    close_dms(slow, ONE, OTHER)
    table, transport = await about_to_ask(slow), gate_of(slow)
    transport.filter_pattern = f"<@{ONE}> and <@{OTHER}>"
    add_fault(slow, always("post", CHANNEL, Vanished("gone")))

    await act(slow, table, FIRST, Acquire("7"))
    await slow.rig.quiet()

    assert slow.rig.sessions.clocks.paused.keys() == {table.record.id}


async def test_unseen_dm_calls_once_channel_is_gone(slow: SlowTables) -> None:
    slow.unseen.add(ONE)
    table, transport = await about_to_ask(slow), gate_of(slow)
    add_fault(slow, always("post", CHANNEL, Vanished("gone")))

    await act(slow, table, FIRST, Acquire("7"))
    await slow.rig.quiet()

    assert len(transport.notified_at(ONE)) == len(transport.notified_at(OTHER)) == 2, "and of the channel"
    assert not await slow.rig.is_left(table)


async def test_last_call_stopped_for_one_reaches_the_other(slow: SlowTables) -> None:
    close_dms(slow, ONE, OTHER)
    table, transport = await about_to_ask(slow), gate_of(slow)
    await act(slow, table, FIRST, Acquire("7"))
    await slow.rig.quiet()

    transport.filter_pattern = rf"<@{OTHER}>.* left at table"
    transport.notifications.clear()
    await slow.wait(DAY - LEFT + 60)

    assert [page.pings for page in transport.in_channel(CHANNEL) if page.pings] == [(ONE,)]
    assert (len(transport.notified_at(ONE)), len(transport.notified_at(OTHER))) == (1, 0)


@HASTY
async def test_names_stopped_together_ring_once_each(slow: SlowTables) -> None:
    close_dms(slow, OTHER)
    table, transport = await about_to_ask(slow), gate_of(slow)
    add_fault(slow, always("post", dm(ONE), Unknown("lost")))
    await act(slow, table, FIRST, Acquire("7"))
    await until(lambda: bool(transport.notified_at(OTHER)))

    transport.filter_pattern = f"<@{ONE}> and <@{OTHER}>"
    close_dms(slow, ONE, OTHER)
    await until(lambda: bool(transport.notified_at(ONE)))
    await slow.look()

    assert (len(transport.notified_at(ONE)), len(transport.notified_at(OTHER))) == (1, 1)


@pytest.mark.parametrize("executes", [True, False])
@HASTY
async def test_mention_of_unknown_fate_calls_once(slow: SlowTables, executes: bool) -> None:
    close_dms(slow, ONE, OTHER)
    table, transport = await about_to_ask(slow), gate_of(slow)
    add_fault(slow, once("post", CHANNEL, Unknown("lost")))
    transport.executes = executes
    transport.pings.clear()

    await act(slow, table, FIRST, Acquire("7"))
    while await slow.rig.is_left(table):
        await asyncio.sleep(0.001)  # queues that wait for their next try aren't busy

    assert sorted(user for pings in transport.pings.values() for user in pings) == [ONE, OTHER]
    [mention] = [page.text for page in transport.in_channel(CHANNEL) if page.pings]
    assert all(f"<@{user}>" in mention for user in (ONE, OTHER))


@pytest.mark.parametrize("restarts", [False, True])
@HASTY
async def test_late_mention_counts_only_for_its_decision(slow: SlowTables, *, restarts: bool) -> None:
    close_dms(slow, ONE)
    table, transport = await about_to_ask(slow), gate_of(slow)
    add_fault(slow, once("post", CHANNEL, Unknown("lost")))
    transport.pings.clear()
    transport.may_look.clear()

    for user in (FIRST, ONE, OTHER, FIRST):
        await act(slow, table, user, Recycle())
        await until(lambda: (ONE,) in transport.pings.values())
    transport.arrive()  # the mention of the turn before
    if restarts:
        await slow.rig.close()
    transport.may_look.set()
    if restarts:
        await slow.restart()
    while await slow.rig.is_left(slow.tables[0]):
        await asyncio.sleep(0.001)

    assert list(transport.pings.values()).count((ONE,)) == 2
    assert len([page for page in transport.in_channel(CHANNEL) if page.pings]) == 1


@pytest.mark.parametrize("executes", [True, False])
@HASTY
async def test_unknown_mention_is_not_joined_by_others(slow: SlowTables, executes: bool) -> None:
    close_dms(slow, ONE, OTHER)
    table, transport = await slow.table(CHANNEL, FOURTH), gate_of(slow)
    while table.state.turn:
        await act(slow, table, table.record.players[table.state.turn], Recycle())
    await slow.wait(1000)
    close_dms(slow, ONE, OTHER, FOURTH)
    add_fault(slow, once("post", CHANNEL, Unknown("lost")))
    transport.executes = executes
    transport.pings.clear()
    transport.may_look.clear()

    async with slow.rig.publisher.dms._lock(FOURTH):  # as by another table
        await act(slow, table, FIRST, Acquire("7"))
        await until(lambda: any(transport.pings.values()))
    transport.may_look.set()
    await slow.rig.quiet()

    assert sorted(user for pings in transport.pings.values() for user in pings) == [ONE, OTHER, FOURTH]


@HASTY
async def test_unknown_dm_delays_the_mention(slow: SlowTables, monkeypatch: pytest.MonkeyPatch) -> None:
    table, transport = await table_with_reopened_dm(slow), gate_of(slow)
    add_fault(slow, once("post", dm(OTHER), Unknown("lost")))
    transport.executes, transport.channel = True, dm(ONE)
    transport.calls.clear()
    transport.pings.clear()
    may_try = asyncio.Event()
    monkeypatch.setattr(slow.rig.publisher.queues, "_rest", lambda _job, _seconds: may_try.wait())

    await act(slow, table, FIRST, Acquire("7"))
    await until(lambda: ("post", dm(OTHER)) in transport.calls)
    await Pauses(slow.rig.sessions).channel_gone(CHANNEL)  # so that all are called again
    assert await slow.rig.sessions.act(table, FIRST, Relocate(ELSEWHERE)) is None
    transport.is_open.set()
    await until(lambda: any(page.pings for page in transport.in_channel(ELSEWHERE)))
    assert {user for pings in transport.pings.values() for user in pings} == {ONE}

    may_try.set()
    await slow.rig.quiet()
    assert len([page for page in transport.in_channel(dm(OTHER)) if "Your hand" in page.text]) == 1


@pytest.mark.parametrize("error", [Vanished("gone"), Forbidden("View Channel"), Unfit("refused")])
async def test_unchangeable_old_call_is_harmless(
    slow: SlowTables, error: DeliveryError, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_dms(slow, ONE, OTHER)
    table, transport = await about_to_ask(slow), slow.transport
    gone: list[int] = []

    async def vanished(channel_id: int) -> None:
        gone.append(channel_id)

    monkeypatch.setattr(slow.rig.pauses, "channel_gone", vanished)
    await call_and_relocate(slow, table)

    transport.fault = always("edit", CHANNEL, error)
    await act(slow, table, ONE, Believe())
    await slow.rig.quiet()

    assert ("edit", CHANNEL) in transport.calls
    assert (gone, slow.in_dm(FIRST)[1:]) == ([], []), "the table stands elsewhere, and its host hears nothing"
    assert not await slow.rig.is_left(table)


async def test_host_hears_nothing_of_undeletable_old_call(slow: SlowTables) -> None:
    close_dms(slow, ONE, OTHER)
    table, transport = await about_to_ask(slow), slow.transport
    await call_and_relocate(slow, table)
    before = slow.in_dm(FIRST)
    add_fault(slow, always("delete", CHANNEL, Forbidden("View Channel")))

    await act(slow, table, ONE, Believe())
    await act(slow, table, OTHER, Believe())
    await slow.rig.quiet()

    assert ("delete", CHANNEL) in transport.calls
    assert len(slow.in_dm(FIRST)) == len(before)
    assert not any("I can't show" in text for text in slow.in_dm(FIRST))
