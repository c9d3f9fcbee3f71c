"""Requests beyond the limit a second wait for their turn. Nobody waits while there's room."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

import pytest

from bot.cluster.cluster import Cluster
from bot.cluster.throttle import Throttle
from tests.helpers.alone import ALONE
from tests.simulation.loop import SeededLoop


def alone(granted: float, *, at_once: float | None = None) -> Throttle:
    """Return the throttle of a process that serves the bot alone."""
    return Throttle("requests", granted, Cluster(ALONE.store).take_turns, burst=at_once)


@contextmanager
def virtual_time() -> Iterator[SeededLoop]:
    loop = SeededLoop(Random(1), 1000.0)
    try:
        yield loop
    finally:
        loop.dispose()


def sent_at(throttle: Throttle, wanted_at: list[float]) -> list[float]:
    """Return the times at which requests are sent, in the order of the times at which they're wanted."""
    found: list[float] = []

    async def send(wanted: float) -> float:
        await asyncio.sleep(wanted)
        await throttle.turn()
        return asyncio.get_running_loop().time() - 1000.0

    async def all_of_them() -> None:
        found.extend(await asyncio.gather(*map(send, wanted_at)))

    with virtual_time() as loop:
        loop.run_until_complete(all_of_them())
    return found


def most_within_a_second(times: list[float]) -> int:
    ordered = sorted(times)
    return max(sum(0 <= later - first < 1 for later in ordered) for first in ordered)


@pytest.mark.parametrize("granted", [50, 5])
def test_never_more_requests_within_second_than_are_granted(granted: int) -> None:
    wanted = [0.0] * 200 + [Random(3).random() * 20 for _ in range(200)]

    times = sent_at(alone(granted), wanted)

    assert granted * 0.8 <= most_within_a_second(times) <= granted


def test_requests_do_not_wait_while_there_is_room() -> None:
    wanted = [0.05 * number for number in range(60)]

    assert sent_at(alone(50), wanted) == pytest.approx(wanted)


def test_after_a_crowd_there_is_room_again() -> None:
    times = sent_at(alone(50), [0.0] * 100 + [60.0] * 5)

    assert max(times[:100]) < 3
    assert times[100:] == pytest.approx([60.0] * 5)


def test_requests_do_not_wait_without_a_limit() -> None:
    assert sent_at(alone(0), [0.0] * 500) == [0.0] * 500


def test_after_rest_some_pass_at_once_others_singly() -> None:
    times = sent_at(alone(1.25, at_once=4), [0.0] * 8)

    assert sorted(round(at) for at in times) == [0, 0, 0, 0, 0, 1, 2, 3]


class SharedRow:
    """A substitute for the database row that several processes ask for turns. An answer takes a while."""

    def __init__(self, way: float = 0.005) -> None:
        self.free_at = float("-inf")
        self.asked = 0
        self._way = way

    async def take(self, _what: str, number: int, interval: float, ahead: float) -> float:
        self.asked += 1
        await asyncio.sleep(self._way)
        now = asyncio.get_running_loop().time()
        first = max(self.free_at, now - ahead)
        self.free_at = first + number * interval
        await asyncio.sleep(self._way)
        return first - now


async def sent_by(throttle: Throttle, times: list[float], wanted: float) -> None:
    await asyncio.sleep(wanted)
    await throttle.turn()
    times.append(asyncio.get_running_loop().time())


def sent_together(
    row: SharedRow, wanted_at: list[float], *, processes: int, granted: float = 50
) -> list[float]:
    """Return the times at which requests are sent that are spread over this many processes."""
    throttles = [Throttle("requests", granted, row.take) for _ in range(processes)]
    times: list[float] = []

    async def all_of_them() -> None:
        await asyncio.gather(
            *(sent_by(throttles[place % processes], times, at) for place, at in enumerate(wanted_at))
        )

    with virtual_time() as loop:
        loop.run_until_complete(all_of_them())
    return times


@pytest.mark.parametrize("processes", [1, 4])
def test_all_processes_together_keep_limit_per_second(processes: int) -> None:
    row = SharedRow()
    wanted = [0.0] * 200 + [Random(3).random() * 20 for _ in range(200)]

    times = sent_together(row, wanted, processes=processes)

    assert 40 <= most_within_a_second(times) <= 50
    assert row.asked < 0.7 * len(wanted), "where many wait, turns are taken several at a time"


def test_request_with_room_waits_for_row_alone() -> None:
    wanted = [0.2 * number for number in range(30)]

    times = sent_together(SharedRow(), wanted, processes=2)

    assert [at - 1000 for at in times] == pytest.approx([at + 0.01 for at in wanted])


def held_up(throttle: Throttle) -> list[float]:
    """Return the times at which a hundred requests are sent, though nothing runs for half a second."""
    times: list[float] = []

    async def crowd(loop: SeededLoop) -> None:
        sending = [asyncio.ensure_future(sent_by(throttle, times, 0.0)) for _ in range(100)]
        await asyncio.sleep(0.5)
        loop._now += 0.5
        await asyncio.gather(*sending)

    with virtual_time() as loop:
        loop.run_until_complete(crowd(loop))
    assert len(times) == 100
    return times


def test_requests_held_by_busy_loop_are_spread() -> None:
    assert most_within_a_second(held_up(alone(50))) < 50


def test_shared_turns_missed_by_busy_loop_are_gone() -> None:
    assert most_within_a_second(held_up(Throttle("requests", 50, SharedRow().take))) <= 50


def test_turn_given_up_goes_to_next() -> None:
    row = SharedRow()
    row.free_at = 1003.0
    shared = Throttle("openings", 1, row.take, burst=0)

    async def impatient() -> float:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await shared.turn()
                return asyncio.get_running_loop().time()

    with virtual_time() as loop:
        assert loop.run_until_complete(asyncio.wait_for(impatient(), 60)) == pytest.approx(1003.0, abs=0.02)

    assert row.asked == 1


def test_nobody_asks_for_turns_without_a_limit() -> None:
    row = SharedRow()

    sent_together(row, [0.0] * 50, processes=2, granted=0)

    assert row.asked == 0
