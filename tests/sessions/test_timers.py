"""Timers: each deadline rings once, also where dealing with an earlier one has failed."""

import asyncio
from random import Random

import pytest

from bot.sessions.timers import Timers
from bot.storage.errors import NotSaved
from tests.simulation.loop import SeededLoop

TABLE = 1


@pytest.mark.parametrize(
    ("armed", "rings"),
    [((), [15.75]), ((None,), []), ((100.0,), [100.75]), ((5.0,), [5.75])],
    ids=["nothing", "none", "a later one", "the same one"],
)
def test_failed_deadline_rings_as_armed_meanwhile(
    armed: tuple[float | None, ...], rings: list[float]
) -> None:
    loop, rung = SeededLoop(Random(1), 0.0), list[float]()

    async def ring(table: int) -> None:
        rung.append(loop.time())
        if len(rung) == 1:
            for deadline in armed:
                timers.arm(table, deadline)
            raise NotSaved

    async def let_pass(seconds: float) -> None:
        timers.arm(TABLE, 5.0)
        await asyncio.sleep(seconds)

    timers = Timers(loop.time, ring)
    loop.run_until_complete(let_pass(200))
    loop.dispose()

    assert rung == [5.75, *rings]
