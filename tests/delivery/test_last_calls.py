"""Last calls: for several tables by one DM, dropped and taken back as soon as they are not true any more."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.config import DATA
from bot.delivery.errors import Closed, DeliveryError, Unknown
from bot.games.crap.acquiring import Acquire
from bot.games.crap.recycling import Recycle
from bot.sessions.frame import End
from bot.sessions.requests import MakeMove
from bot.storage import outbox, pauses
from bot.storage.store import Store
from tests.delivery.rings import DAY, FIRST, LEFT, Slow, until
from tests.sessions.rig import PLAYERS, always, dm, no_fault, once

SOON = 200.0
"""So near in time two tables make one call."""


@pytest_asyncio.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Slow]:
    """No table yet."""
    store = Store(tmp_path / "calls.sqlite3", DATA / "migrations")
    await store.open()
    slow = Slow.on(store)
    yield slow
    await slow.rig.close()
    await slow.rig.store.close()


async def two_turns(slow: Slow, apart: float = SOON) -> None:
    """Two tables wait for the same player, the second a little later; both first calls have been made."""
    for channel in (10, 20):
        table = await slow.table(channel)
        await slow.wait(1000)
        await slow.turn_of(FIRST, table)
        await slow.wait(apart if channel == 10 else 0)


def mentions(slow: Slow, channel: int) -> list[tuple[int, ...]]:
    """Whom the messages in a channel notify."""
    return [page.pings for page in slow.courier.in_channel(channel) if page.pings]


async def test_two_tables_make_one_call(slow: Slow) -> None:
    await two_turns(slow)
    rang = len(slow.courier.rang(FIRST))

    await slow.wait(0.8 * DAY - SOON)

    assert len(slow.courier.rang(FIRST)) == rang + 1
    call = slow.in_dm(FIRST)[-1]
    assert call.startswith("### Two tables wait for you\n**C.R.A.P.**, table 1 in <#10>: Skipped <t:")
    assert "\n**C.R.A.P.**, table 2 in <#20>: Skipped <t:" in call
    await slow.wait(SOON + 60)
    await slow.wait(0.1 * DAY)
    assert len(slow.courier.rang(FIRST)) == rang + 1, "neither table calls again"


async def test_a_call_to_two_tables_takes_no_call_from_another_player(slow: Slow) -> None:
    one, other = PLAYERS[1:]
    first, second = [await slow.table(channel) for channel in (10, 20)]
    await slow.turn_of(one, first)
    await slow.turn_of(FIRST, second)
    await slow.wait(1000)
    assert await slow.rig.sessions.act(second, FIRST, MakeMove(Acquire("7"))) is None
    await slow.rig.quiet()
    rang = len(slow.courier.rang(other))

    await slow.wait(DAY - LEFT - 60)

    assert any("Two tables" in text for text in slow.in_dm(one))
    await slow.wait(120)
    assert len(slow.courier.rang(other)) == rang + 1


async def test_tables_that_are_far_apart_call_each_for_itself(slow: Slow) -> None:
    await two_turns(slow, apart=3600)
    rang = len(slow.courier.rang(FIRST))

    await slow.wait(0.8 * DAY - 3600)
    assert len(slow.courier.rang(FIRST)) == rang + 1
    await slow.wait(3600 + 60)

    assert len(slow.courier.rang(FIRST)) == rang + 2
    assert not any("Two tables" in text for text in slow.in_dm(FIRST))


@pytest.mark.timeout(60)
async def test_a_table_in_trouble_silences_no_other(slow: Slow) -> None:
    await two_turns(slow, apart=3600)
    stuck, closed = always("post", 10, Unknown("no answer")), always("post", dm(FIRST), Closed("closed"))
    slow.courier.fault = lambda *asked: stuck(*asked) or closed(*asked)
    slow.set_time(slow.rig.time + 0.8 * DAY)  # by now the tables are to be posted again
    await slow.rig.publisher.show_table_again(slow.tables[0])
    await slow.look()

    assert mentions(slow, 20) == [(FIRST,)]
    assert mentions(slow, 10) == [], "it stands below its table"
    slow.courier.fault = closed
    await slow.look()
    assert mentions(slow, 10) == [(FIRST,)]


async def test_a_call_to_two_tables_names_the_other_one_when_one_is_done(slow: Slow) -> None:
    await two_turns(slow)
    await slow.wait(0.8 * DAY)
    rang = len(slow.courier.rang(FIRST))

    await slow.move(slow.tables[0])
    await slow.look()

    left = next(text for text in slow.in_dm(FIRST) if " left at " in text)
    assert left.startswith("### 5 hours left at C.R.A.P.\nTable 2 in <#20>. Skipped <t:")
    assert len(slow.courier.rang(FIRST)) == rang, "an edit notifies nobody"


async def test_no_other_table_takes_over_a_call_that_may_have_arrived(slow: Slow) -> None:
    await two_turns(slow, apart=3600)
    lost, unseen = once("post", dm(FIRST), Unknown("lost")), always("find", dm(FIRST), Unknown("lost"))
    slow.courier.executes = True
    slow.courier.fault = lambda *asked: lost(*asked) or unseen(*asked)
    await slow.wait(0.8 * DAY - 3600)

    await slow.wait(3600)
    slow.courier.fault = no_fault
    await slow.look()
    await until(lambda: len(slow.in_dm(FIRST)) == len(slow.tables))
    await slow.rig.quiet()

    one, other = slow.in_dm(FIRST)
    assert ("table 1 " in one) != ("table 1 " in other)
    assert "Two tables" not in one + other


async def test_a_call_that_may_have_arrived_is_looked_for_though_it_is_not_due_any_more(slow: Slow) -> None:
    table = await slow.table()
    await slow.wait(1000)
    await slow.turn_of(FIRST, table)
    slow.courier.calls.clear()
    slow.courier.rings.clear()
    lost = once("post", dm(FIRST), Unknown("lost"))

    def back(*asked: Any) -> DeliveryError | None:
        error = lost(*asked)
        if error is not None:  # at that moment the machine's clock is set back
            slow.set_time(slow.rig.time - 3600)
        return error

    slow.courier.executes, slow.courier.fault = True, back
    slow.set_time(slow.rig.time + 0.8 * DAY)
    slow.rig.sessions.show(table)
    await until(lambda: ("post", dm(FIRST)) in slow.courier.calls)
    await slow.rig.quiet()
    await until(lambda: not slow.rig.publisher._outbox_of(table).open)

    await slow.wait(3660)
    assert len(slow.in_dm(FIRST)) == 1


async def test_a_call_to_two_tables_is_deleted_once_when_both_are_done_at_once(slow: Slow) -> None:
    await two_turns(slow)
    await slow.wait(0.8 * DAY)
    (call,) = [page for page in slow.courier.in_channel(dm(FIRST)) if "Two tables" in page.text]
    slow.courier.calls.clear()

    await asyncio.gather(*(slow.rig.sessions.act(table, FIRST, End(moderator=True)) for table in slow.tables))
    await slow.rig.quiet()

    assert call not in slow.courier.in_channel(dm(FIRST))
    assert slow.courier.calls.count(("delete", dm(FIRST))) == 1


async def test_a_call_to_two_tables_is_not_made_for_one_at_which_its_player_has_acted_meanwhile(
    slow: Slow,
) -> None:
    await two_turns(slow)
    first, second = slow.tables
    rang = len(slow.courier.rang(FIRST))
    slow.set_time(slow.rig.time + 0.8 * DAY - SOON)

    turn = slow.rig.publisher._presenter._dms._turn(FIRST)
    async with turn:  # as while something else is sent to them
        slow.rig.sessions.show(first)
        await until(lambda: bool(turn._waiters))
        assert await slow.rig.sessions.act(first, FIRST, MakeMove(Recycle())) is None
    await slow.rig.quiet()

    assert len(slow.courier.rang(FIRST)) == rang
    slow.set_time(slow.rig.time + SOON)
    slow.rig.sessions.show(second)
    await slow.rig.quiet()
    assert len(slow.courier.rang(FIRST)) == rang + 1


async def test_a_call_to_two_tables_goes_when_nothing_of_it_is_true(slow: Slow) -> None:
    await two_turns(slow)
    await slow.wait(0.8 * DAY)

    for table in slow.tables:
        await slow.move(table)
    await slow.look()

    assert len(slow.in_dm(FIRST)) == 2, "the two hands"
    assert not any("wait for you" in text or " left at " in text for text in slow.in_dm(FIRST))


async def test_a_call_to_two_tables_is_known_to_both_after_a_restart(slow: Slow) -> None:
    await two_turns(slow)
    await slow.wait(0.8 * DAY)
    rang = len(slow.courier.rang(FIRST))
    await slow.restart()

    for table in slow.tables:
        await slow.move(table)
        await slow.look()

    assert len(slow.courier.rang(FIRST)) == rang
    assert not any("wait for you" in text or " left at " in text for text in slow.in_dm(FIRST))


async def test_one_table_calls_by_the_hand_itself(slow: Slow) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)

    await slow.wait(0.8 * DAY)

    [hand] = slow.in_dm(FIRST)
    assert hand.startswith("### 5 hours left at C.R.A.P.\n-# Table 1 in <#10>.")


async def test_an_outage_drops_a_call_that_is_not_true_any_more(slow: Slow) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    slow.courier.fault = always("post", dm(FIRST), Unknown("no answer"))
    slow.set_time(slow.rig.time + 0.8 * DAY)
    slow.rig.sessions.show(table)
    rang = len(slow.courier.rang(FIRST))

    await slow.move(table)
    slow.courier.fault = no_fault
    await slow.wait(120)

    assert len(slow.courier.rang(FIRST)) == rang
    assert not any(" left at " in text for text in slow.in_dm(FIRST))


async def test_an_outage_that_ends_in_time_holds_the_call_up_only(slow: Slow) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    slow.courier.fault = always("post", dm(FIRST), Unknown("no answer"))
    slow.set_time(slow.rig.time + 0.8 * DAY)
    slow.rig.sessions.show(table)
    rang = len(slow.courier.rang(FIRST))

    slow.courier.fault = no_fault
    await slow.wait(120)

    assert len(slow.courier.rang(FIRST)) == rang + 1


async def test_a_table_at_rest_is_looked_at_again_though_nothing_brings_it_back(slow: Slow) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)

    [(number, at)] = await slow.rig.store.read_own(outbox.before_the_end)

    assert table.record.deadline is not None
    assert (number, at) == (table.record.id, table.record.deadline - LEFT)
    assert await slow.rig.store.read_own(outbox.unpublished) == [], "and is not read at a start"
    assert await slow.rig.store.read_own(outbox.unpublished, now=at) == [number], "before its time"


async def test_a_table_whose_clock_gets_more_time_calls_later(slow: Slow) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    rang = len(slow.courier.rang(FIRST))
    await slow.rig.sessions.extend_deadlines(DAY, ("heartbeat", "0"))

    await slow.wait(0.9 * DAY)
    assert len(slow.courier.rang(FIRST)) == rang
    await slow.wait(0.9 * DAY)

    assert len(slow.courier.rang(FIRST)) == rang + 1


async def test_a_table_that_waits_calls_nobody(slow: Slow) -> None:
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.wait(1000)
    rang = len(slow.courier.rang(FIRST))
    slow.rig.sessions.clocks.paused = await slow.rig.store.write(
        pauses.pause_all, (table.record.id,), "server", slow.rig.time
    )

    await slow.wait(2 * DAY)

    assert len(slow.courier.rang(FIRST)) == rang
