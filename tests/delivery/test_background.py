"""Background work gives way to answers while the event loop is behind, but never stops."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from heapq import heappop
from random import Random
from typing import Any, Final

import pytest

from bot.delivery.background import MAX_STEPS, Background
from tests.simulation.loop import SeededLoop

ANSWER: Final = 0.02
"""Seconds of work for an answer."""
STEP: Final = 0.02


class BusyLoop(SeededLoop):
    """An event loop in which work takes time. Whatever comes due meanwhile runs after what was ready."""

    def __init__(self, chance: Random, now: float) -> None:
        super().__init__(chance, now)
        self.answering: set[asyncio.Task[Any]] = set()

    def background(self) -> Background:
        """Return background work that gives way to this loop's answers."""
        made = Background()
        made.answering = self.answering
        return made

    def work(self, seconds: float) -> None:
        """Keep the loop busy for this long."""
        self._now += seconds

    def _run_once(self) -> None:
        if not self._ready:
            self._jump()
        while self._scheduled and self._scheduled[0].when() <= self._now:
            self._ready.append(heappop(self._scheduled))
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle.cancelled():
                handle._run()


@contextmanager
def busy_loop() -> Iterator[BusyLoop]:
    loop = BusyLoop(Random(1), 0.0)
    try:
        yield loop
    finally:
        loop.dispose()


def run(script: Callable[[BusyLoop], Coroutine[Any, Any, None]]) -> None:
    """Run a script on a loop of its own."""
    with busy_loop() as loop:
        loop.run_until_complete(script(loop))


async def answers(loop: BusyLoop, *, a_second: float, seconds: float) -> list[float]:
    """Ask for answers at a steady rate, and return the seconds that each of them took."""
    took: list[float] = []
    tasks: list[asyncio.Task[None]] = []

    async def answer(asked: float) -> None:
        task = asyncio.current_task()
        assert task is not None
        loop.answering.add(task)
        await asyncio.sleep(0)
        loop.work(ANSWER)
        loop.answering.discard(task)
        took.append(loop.time() - asked)

    def ask(asked: float) -> None:
        tasks.append(asyncio.ensure_future(answer(asked)))

    begun = loop.time()
    for number in range(int(a_second * seconds)):
        at = begun + number / a_second
        loop.call_at(at, ask, at)
    await asyncio.sleep(seconds + 1.0)
    return took


async def many_steps(loop: BusyLoop, background: Background, number: int) -> list[float]:
    """Start this many pieces of background work, and return the times at which they're done."""
    done: list[float] = []

    async def work() -> None:
        await background.step()
        loop.work(STEP)
        done.append(loop.time())

    await asyncio.gather(*(work() for _ in range(number)))
    return done


def test_answers_are_timely_while_hundreds_of_tables_update() -> None:
    async def script(loop: BusyLoop) -> None:
        steps = asyncio.ensure_future(many_steps(loop, loop.background(), 400))

        took = await answers(loop, a_second=20, seconds=20)

        assert max(took) < 0.5
        assert len(await steps) == 400
        assert max(steps.result()) < 20

    run(script)


def test_steps_are_taken_even_under_load() -> None:
    async def script(loop: BusyLoop) -> None:
        steps = asyncio.ensure_future(many_steps(loop, loop.background(), 20))

        await answers(loop, a_second=48, seconds=20)

        assert steps.done()

    run(script)


def test_idle_bot_makes_no_step_wait() -> None:
    async def script(loop: BusyLoop) -> None:
        done = await many_steps(loop, loop.background(), 400)

        assert done[-1] - done[0] < 400 * STEP * 1.1

    run(script)


def test_nobody_waits_while_there_is_little_to_do() -> None:
    async def script(loop: BusyLoop) -> None:
        background = loop.background()
        for _ in range(100):
            before = loop.time()
            await background.step()
            assert loop.time() == before
            await asyncio.sleep(0.05)

    run(script)


def test_step_waits_until_press_is_acknowledged() -> None:
    async def script(loop: BusyLoop) -> None:
        background = loop.background()
        background.add_press(1)
        background.add_press(2)
        step = asyncio.ensure_future(background.step())
        await asyncio.sleep(0.02)
        background.drop_press(1)
        await asyncio.sleep(0.02)
        assert not step.done()

        background.drop_press(2)
        heard_at = loop.time()
        await step

        assert loop.time() == heard_at

    run(script)


def test_step_waits_a_tenth_of_second_at_most() -> None:
    async def script(loop: BusyLoop) -> None:
        background, begun = loop.background(), loop.time()
        background.add_press(1)

        done = await many_steps(loop, background, 10)

        assert done[0] - begun == pytest.approx(0.1 + STEP)
        assert done[-1] - begun == pytest.approx(0.1 + 10 * STEP)

    run(script)


def test_work_for_answer_does_not_wait_for_presses() -> None:
    async def script(loop: BusyLoop) -> None:
        background, begun = loop.background(), loop.time()
        background.add_press(1)
        other = asyncio.ensure_future(background.step())
        await asyncio.sleep(0)

        await background.step(for_press=True)

        assert loop.time() == begun
        assert not other.done()
        background.drop_press(1)
        await other

    run(script)


def test_work_for_answer_precedes_other_waiting() -> None:
    async def script(loop: BusyLoop) -> None:
        background = loop.background()
        background.add_press(1)
        others = [asyncio.ensure_future(background.step()) for _ in range(3)]
        await asyncio.sleep(0.01)
        begun = loop.time()

        for _ in range(2 * MAX_STEPS):  # more than are taken at once
            await background.step(for_press=True)

        assert loop.time() == begun
        assert not any(other.done() for other in others)
        background.drop_press(1)
        await asyncio.gather(*others)

    run(script)


def test_press_among_many_is_answered_after_few_steps() -> None:
    async def script(loop: BusyLoop) -> None:
        background, begun = loop.background(), loop.time()
        steps = asyncio.ensure_future(many_steps(loop, background, 100))
        await asyncio.sleep(3 * MAX_STEPS * STEP)
        background.add_press(1)
        came_at = loop.time()
        await asyncio.sleep(0)

        assert loop.time() - came_at < (MAX_STEPS + 1) * STEP
        background.drop_press(1)
        await steps
        assert loop.time() - begun < 102 * STEP

    run(script)


def test_steps_keep_the_order_of_requests() -> None:
    async def script(loop: BusyLoop) -> None:
        background, order = loop.background(), list[int]()

        async def work(number: int) -> None:
            await background.step()
            loop.work(STEP)
            order.append(number)

        await asyncio.gather(*map(work, range(3 * MAX_STEPS)))

        assert order == sorted(order)

    run(script)


def test_cancelled_waiter_takes_no_step() -> None:
    async def script(loop: BusyLoop) -> None:
        background = loop.background()
        steps = [asyncio.ensure_future(background.step()) for _ in range(100)]
        await asyncio.sleep(0)
        waiting = [one for one in steps if not one.done()]
        assert len(waiting) >= MAX_STEPS
        for one in waiting[:-10]:
            one.cancel()

        await asyncio.wait(waiting)

        assert [one.cancelled() for one in waiting[-10:]] == [False] * 10
        assert all(one.cancelled() for one in waiting[:-10])

    run(script)


@pytest.mark.parametrize("rests", [0.0, 10.0])
def test_a_loop_that_was_behind_is_trusted_again(rests: float) -> None:
    async def script(loop: BusyLoop) -> None:
        background = loop.background()
        steps = asyncio.ensure_future(many_steps(loop, background, 200))
        await answers(loop, a_second=20, seconds=20)
        await steps
        await asyncio.sleep(1.0 + rests)
        before = loop.time()

        await asyncio.gather(*(background.step() for _ in range(MAX_STEPS)))

        assert loop.time() == before

    run(script)
