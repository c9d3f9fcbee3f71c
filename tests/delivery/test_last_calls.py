"""Last calls: each table makes its own, and takes it back as soon as it's outdated."""

from typing import Any

import pytest

from bot.delivery.errors import Closed, DeliveryError, Unknown
from bot.delivery.messages import Messages
from bot.games.crap.recycling import Recycle
from bot.sessions.play import MakeMove
from bot.sessions.view import HandAt, MentionAt, Spot, TableAt
from bot.storage import pauses, shown
from tests.delivery.rings import DAY, FIRST, LEFT, SlowTables, until
from tests.helpers.behind import extend
from tests.sessions.rig import always, dm, no_fault, once


async def two_turns(slow: SlowTables) -> None:
    """Make two tables wait for the same player, who has had both first calls."""
    for channel in (10, 20):
        table = await slow.table(channel)
        await slow.wait(1000)
        await slow.turn_of(FIRST, table)
        await slow.wait(0)


def mentions(slow: SlowTables, channel: int) -> list[tuple[int, ...]]:
    """Return the users that each message in a channel notifies."""
    return [page.pings for page in slow.transport.in_channel(channel) if page.pings]


async def test_every_table_calls_for_itself(slow: SlowTables) -> None:
    await two_turns(slow)
    before = len(slow.transport.notified_at(FIRST))

    await slow.wait(0.8 * DAY + 60)

    assert len(slow.transport.notified_at(FIRST)) == before + len(slow.tables)
    assert [" left at " in text for text in slow.in_dm(FIRST)] == [True, True]
    await slow.move(slow.tables[0])
    await slow.look()
    assert [" left at " in text for text in slow.in_dm(FIRST)] == [False, True]


@pytest.mark.parametrize("at", [HandAt(0), MentionAt()], ids=str)
async def test_move_during_a_write_takes_back_the_call(
    slow: SlowTables, monkeypatch: pytest.MonkeyPatch, at: Spot
) -> None:
    if at == MentionAt():
        slow.transport.fault = always("post", dm(FIRST), Closed("closed"))
    table = await slow.table()
    await slow.wait(1000)
    await slow.turn_of(FIRST, table)
    await slow.wait(0)
    before = len(slow.transport.notified_at(FIRST))
    real = Messages.store

    async def store(messages: Messages, spot: Spot) -> None:
        if spot == at and slow.rig.turn(table) == FIRST:
            await slow.rig.sessions.act(table, FIRST, MakeMove(Recycle()))
        await real(messages, spot)

    monkeypatch.setattr(Messages, "store", store)
    await slow.wait(0.8 * DAY + 60)

    assert slow.rig.turn(table) != FIRST
    assert len(slow.transport.notified_at(FIRST)) == before


@pytest.mark.timeout(60)
async def test_a_table_in_trouble_silences_no_other(slow: SlowTables) -> None:
    await two_turns(slow)
    stuck, closed = always("post", 10, Unknown("no answer")), always("post", dm(FIRST), Closed("closed"))
    slow.transport.fault = lambda *asked: stuck(*asked) or closed(*asked)
    slow.set_time(slow.rig.time + 0.8 * DAY)  # late enough to post the tables again
    await slow.rig.publisher.show_again(slow.tables[0], TableAt())
    await slow.look()

    assert mentions(slow, 20) == [(FIRST,)]
    assert mentions(slow, 10) == [], "it stands below its table"
    slow.transport.fault = closed
    await slow.look()
    assert mentions(slow, 10) == [(FIRST,)]


async def test_possibly_arrived_call_is_sought_though_outdated(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.wait(1000)
    await slow.turn_of(FIRST, table)
    slow.transport.calls.clear()
    slow.transport.notifications.clear()
    lost = once("post", dm(FIRST), Unknown("lost"))

    def back(*asked: Any) -> DeliveryError | None:
        error = lost(*asked)
        if error is not None:  # at that moment the machine's clock is set back
            slow.set_time(slow.rig.time - 3600)
        return error

    slow.transport.executes, slow.transport.fault = True, back
    slow.set_time(slow.rig.time + 0.8 * DAY)
    slow.rig.sessions.show(table)
    await until(lambda: ("post", dm(FIRST)) in slow.transport.calls)
    await slow.rig.quiet()
    await until(lambda: not slow.rig.publisher._messages_of(table).has_open_posts)

    await slow.wait(3660)
    assert len(slow.in_dm(FIRST)) == 1


async def test_one_table_calls_by_the_hand_itself(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)

    await slow.wait(0.8 * DAY)

    [hand] = slow.in_dm(FIRST)
    assert hand.startswith("### 5 hours left at C.R.A.P.\n-# Table 1 in <#10>.")


@pytest.mark.parametrize("is_outdated", [True, False])
async def test_outage_only_delays_call_still_due(slow: SlowTables, *, is_outdated: bool) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    slow.transport.fault = always("post", dm(FIRST), Unknown("no answer"))
    slow.set_time(slow.rig.time + 0.8 * DAY)
    slow.rig.sessions.show(table)
    before = len(slow.transport.notified_at(FIRST))

    if is_outdated:
        await slow.move(table)
    slow.transport.fault = no_fault
    await slow.wait(120)

    assert len(slow.transport.notified_at(FIRST)) == before + (not is_outdated)
    assert any(" left at " in text for text in slow.in_dm(FIRST)) is not is_outdated


async def test_resting_table_is_looked_at_when_due(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)

    [(number, at)] = await slow.rig.store.read(shown.scheduled_looks)

    assert table.record.deadline is not None
    assert (number, at) == (table.record.id, table.record.deadline - LEFT)
    assert await slow.rig.store.read(shown.due) == [], "and is not read at a start"
    assert list(dict(await slow.rig.store.read(shown.due, now=at))) == [number], "before its time"


async def test_table_whose_clock_gets_more_time_calls_later(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    before = len(slow.transport.notified_at(FIRST))
    await extend(slow.rig.sessions, DAY)

    await slow.wait(0.9 * DAY)
    assert len(slow.transport.notified_at(FIRST)) == before
    await slow.wait(0.9 * DAY)

    assert len(slow.transport.notified_at(FIRST)) == before + 1


async def test_last_call_found_after_restart_is_the_last(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    before = len(slow.transport.notified_at(FIRST))
    slow.transport.executes = True
    lose, hide = always("post", dm(FIRST), Unknown("lost")), always("find", dm(FIRST), Unknown("lost"))
    slow.transport.fault = lambda what, channel: lose(what, channel) or hide(what, channel)
    await slow.wait(0.8 * DAY)
    await slow.restart()

    await extend(slow.rig.sessions, DAY)
    slow.transport.fault = no_fault
    await slow.look()
    await slow.wait(DAY + 1000)

    assert len(slow.transport.in_channel(dm(FIRST))) == 1
    assert len(slow.transport.notified_at(FIRST)) == before, "besides the one that was found"


async def test_a_table_that_waits_calls_nobody(slow: SlowTables) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    before = len(slow.transport.notified_at(FIRST))
    slow.rig.sessions.clocks.paused = await slow.rig.store.write(
        pauses.pause_all, (table.record.id,), "server", slow.rig.time
    )

    await slow.wait(2 * DAY)

    assert len(slow.transport.notified_at(FIRST)) == before
