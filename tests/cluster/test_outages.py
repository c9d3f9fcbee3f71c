"""Outages of a process with shard groups: their players get the time back exactly once."""

from unittest.mock import patch

import pytest

from bot.cluster.leases import DatabaseTime
from tests.helpers.behind import change_in
from tests.helpers.members import Pair, seen_by


@pytest.mark.server
async def test_losing_another_group_gives_time_back_once(pair: Pair) -> None:
    one, other = pair
    await one.take(0)
    await one.take(1)
    session = await one.table()
    before = session.record.deadline or 0.0
    one.availability.lost()
    one.time += 100
    await change_in(other.store, "UPDATE shard_groups SET until = 1 WHERE number = 1")
    await other.take(1)

    await one.availability.opened()  # Group 1 has another holder.
    await one.keeper.renew()
    await one.availability.beat()

    there = await seen_by(one, session)
    assert (there.record.deadline or 0.0) - before == pytest.approx(100.0, abs=5.0)
    assert not one.sessions.clocks.are_stopped


@pytest.mark.server
async def test_losing_players_twice_gives_time_back_once(pair: Pair) -> None:
    one, _ = pair
    await one.take(0)
    session = await one.table()
    before = session.record.deadline or 0.0
    one.availability.lost()
    one.time += 100
    real = one.member.start_clocks

    async def lost_meanwhile(stopped_for: float, now: float) -> None:
        one.availability.lost()
        await real(stopped_for, now)

    with patch.object(one.member, "start_clocks", lost_meanwhile):
        await one.availability.opened()
    await one.availability.opened()

    there = await seen_by(one, session)
    assert (there.record.deadline or 0.0) - before == pytest.approx(100.0, abs=5.0)


def test_slow_first_answer_tells_the_time() -> None:
    elapsed = [50.0]
    time = DatabaseTime(lambda: elapsed[0])

    elapsed[0] += 4
    time.adopt(1_800_000_000.0, asked_at=50.0)

    assert time() == pytest.approx(1_800_000_002.0, abs=0.1)


def test_quick_answer_corrects_a_slow_one() -> None:
    elapsed = [50.0]
    time = DatabaseTime(lambda: elapsed[0])
    elapsed[0] += 4
    time.adopt(1_800_000_000.0, asked_at=50.0)

    time.adopt(1_800_000_004.0, asked_at=54.0)
    elapsed[0] += 9
    time.adopt(1_800_000_010.0, asked_at=54.0)  # Slower than the last one, so less certain.

    assert time() == pytest.approx(1_800_000_013.0, abs=0.1)
