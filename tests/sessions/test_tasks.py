"""`Tasks` keeps work that nobody waits for until it's done, and can end it."""

import asyncio
import gc

import pytest

from bot.sessions.agenda import Tasks


async def test_work_under_way_counts_until_done() -> None:
    tasks, may_end = Tasks(), asyncio.Event()

    first, second = tasks.begin(asyncio.sleep(0, "done")), tasks.begin(may_end.wait())
    assert len(tasks) == 2

    assert await first == "done"
    assert len(tasks) == 1
    may_end.set()
    await second
    assert not tasks


async def test_waiting_ends_with_all_work_whatever_its_outcome() -> None:
    async def fail() -> None:
        raise ValueError

    tasks = Tasks()
    failed, slow = tasks.begin(fail()), tasks.begin(asyncio.sleep(0))

    await tasks.wait()

    assert isinstance(failed.exception(), ValueError)
    assert slow.done()
    await tasks.wait()


async def test_it_goes_on_when_nobody_waits_any_longer() -> None:
    tasks, may_end = Tasks(), asyncio.Event()
    work = tasks.begin(may_end.wait())
    waiting = asyncio.ensure_future(tasks.wait())
    await asyncio.sleep(0)

    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)

    assert not work.done()
    may_end.set()
    assert await work


async def test_closing_ends_all_of_it() -> None:
    tasks = Tasks()
    work = tasks.begin(asyncio.Event().wait())

    await tasks.close()

    assert work.cancelled()
    assert not tasks


@pytest.mark.filterwarnings("error")
def test_work_after_closing_is_refused_and_kept() -> None:
    with pytest.raises(RuntimeError, match="no running event loop"):
        Tasks().begin(asyncio.sleep(0))

    gc.collect()
