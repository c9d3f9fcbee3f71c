"""Requests that would be too many a second wait for their turn; nobody waits while there is room."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from bot.delivery.throttle import Throttle
from tests.simulation.loop import SeededLoop


@contextmanager
def virtual_time() -> Iterator[SeededLoop]:
    loop = SeededLoop(Random(1), 1000.0)
    try:
        yield loop
    finally:
        loop.dispose()


def sent_at(throttle: Throttle, wanted_at: list[float]) -> list[float]:
    """When requests are sent that were wanted so many seconds after the beginning; in the order of wanting."""
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
def test_never_more_requests_within_a_second_than_are_granted(granted: int) -> None:
    wanted = [0.0] * 200 + [Random(3).random() * 20 for _ in range(200)]

    times = sent_at(Throttle(granted), wanted)

    assert granted * 0.8 <= most_within_a_second(times) <= granted


def test_requests_do_not_wait_while_there_is_room() -> None:
    wanted = [0.05 * number for number in range(60)]

    assert sent_at(Throttle(50), wanted) == pytest.approx(wanted)


def test_after_a_crowd_there_is_room_again() -> None:
    times = sent_at(Throttle(50), [0.0] * 100 + [60.0] * 5)

    assert max(times[:100]) < 3
    assert times[100:] == pytest.approx([60.0] * 5)


def test_what_a_busy_loop_has_held_up_is_not_sent_all_at_once() -> None:
    throttle = Throttle(50)
    times: list[float] = []

    async def send() -> None:
        await throttle.turn()
        times.append(asyncio.get_running_loop().time())

    async def crowd(loop: SeededLoop) -> None:
        sending = [asyncio.ensure_future(send()) for _ in range(100)]
        await asyncio.sleep(0.5)
        loop._now += 0.5  # nothing ran meanwhile
        await asyncio.gather(*sending)

    with virtual_time() as loop:
        loop.run_until_complete(crowd(loop))

    assert len(times) == 100
    assert most_within_a_second(times) < 50


def test_requests_do_not_wait_without_a_limit() -> None:
    assert sent_at(Throttle(0), [0.0] * 500) == [0.0] * 500


def test_after_a_rest_some_are_let_through_at_once_and_the_others_one_by_one() -> None:
    times = sent_at(Throttle(1.25, at_once=4), [0.0] * 8)

    assert sorted(round(at) for at in times) == [0, 0, 0, 0, 0, 1, 2, 3]
