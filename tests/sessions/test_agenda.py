"""The agenda does its work when it's due, never twice at the same time, and again after a failure."""

import asyncio
from collections.abc import Coroutine, Iterator
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.sessions.agenda import Agenda
from bot.sessions.clocks import Clocks
from bot.storage.errors import NotSaved
from tests.simulation.loop import SeededLoop

TABLE = 1
KEY = ("clock", TABLE)
HOURS = 3600.0


@pytest.fixture
def loop() -> Iterator[SeededLoop]:
    """Yield an event loop that jumps from one timer to the next."""
    loop = SeededLoop(Random(1), 0.0)
    yield loop
    loop.dispose()


class Diary:
    """The times at which something was done."""

    def __init__(self, loop: SeededLoop) -> None:
        self._loop = loop
        self.times: list[float] = []

    async def note(self) -> None:
        self.times.append(self._loop.time())


def run(loop: SeededLoop, begin: Coroutine[Any, Any, None], seconds: float = HOURS) -> None:
    """Begin something, then let time pass."""

    async def whole() -> None:
        await begin
        await asyncio.sleep(seconds)

    loop.run_until_complete(whole())


@pytest.mark.parametrize(
    ("armed", "rings"),
    [((), [15.75]), ((None,), []), ((100.0,), [100.75]), ((5.0,), [5.75])],
    ids=["nothing", "none", "a later one", "the same one"],
)
def test_failed_deadline_rings_as_armed_meanwhile(
    loop: SeededLoop, armed: tuple[float | None, ...], rings: list[float]
) -> None:
    rung = list[float]()

    async def ring(table: int) -> None:
        rung.append(loop.time())
        if len(rung) == 1:
            for deadline in armed:
                clocks.arm(table, deadline)
            raise NotSaved

    async def begin() -> None:
        clocks.arm(TABLE, 5.0)

    clocks = Clocks(loop.time, Agenda(), ring)
    run(loop, begin())

    assert rung == [5.75, *rings]


def test_work_names_its_next_time(loop: SeededLoop) -> None:
    agenda, diary, rests = Agenda(), Diary(loop), iter((7.0, 0.5))

    async def work() -> float | None:
        await diary.note()
        return next(rests, None)

    async def begin() -> None:
        agenda.put(KEY, 1.0, work)

    run(loop, begin())

    assert diary.times == [1.0, 8.0, 8.5]


def test_work_put_during_work_waits_for_its_end(loop: SeededLoop) -> None:
    agenda, diary = Agenda(), Diary(loop)

    async def slow() -> None:
        agenda.put(KEY, 1.0, diary.note)
        await asyncio.sleep(5.0)

    async def begin() -> None:
        agenda.put(KEY, 0.0, slow)

    run(loop, begin())

    assert diary.times == [5.0]


def test_earlier_time_stays_where_later_one_is_named(loop: SeededLoop) -> None:
    agenda, diary = Agenda(), Diary(loop)

    async def begin() -> None:
        for seconds in (9.0, 3.0, 6.0):
            agenda.put_sooner(KEY, seconds, diary.note)

    run(loop, begin())

    assert diary.times == [3.0]


def test_held_work_begins_after_the_clocks_go_on(loop: SeededLoop) -> None:
    agenda, diary = Agenda(), Diary(loop)

    async def begin() -> None:
        agenda.hold(KEY, 2.0, diary.note)
        await asyncio.sleep(100.0)
        agenda.go_on()

    run(loop, begin())

    assert diary.times == [102.0]


def test_regular_work_rests_from_beginning_to_beginning(loop: SeededLoop) -> None:
    agenda, diary = Agenda(), Diary(loop)

    async def work() -> None:
        await diary.note()
        await asyncio.sleep(4.0)

    async def begin() -> None:
        agenda.every(10.0, work)

    run(loop, begin(), 25.0)

    assert diary.times == [0.0, 10.0, 20.0]


def test_regular_work_goes_on_after_a_failure(loop: SeededLoop) -> None:
    agenda, diary = Agenda(), Diary(loop)

    async def work() -> None:
        await diary.note()
        raise ValueError("once")

    async def begin() -> None:
        agenda.every(10.0, work)

    with capture_logs() as lines:
        run(loop, begin(), 15.0)

    assert diary.times == [0.0, 10.0]
    assert {(line["event"], line["what"]) for line in lines} == {("regular_work_failed", "work")}


def test_closed_agenda_begins_nothing(loop: SeededLoop) -> None:
    agenda, diary = Agenda(), Diary(loop)

    async def begin() -> None:
        agenda.put(KEY, 5.0, diary.note)
        agenda.hold(("show", TABLE), 0.0, diary.note)
        await agenda.close()
        agenda.put(KEY, 5.0, diary.note)
        agenda.go_on()

    run(loop, begin())

    assert diary.times == []


def test_closing_ends_what_is_being_done(loop: SeededLoop) -> None:
    agenda, diary = Agenda(), Diary(loop)

    async def work() -> None:
        await asyncio.sleep(5.0)
        await diary.note()

    async def begin() -> None:
        agenda.put(KEY, 0.0, work)
        await asyncio.sleep(1.0)
        assert agenda.is_doing("clock")
        await agenda.close()
        assert not agenda.is_doing("clock")

    run(loop, begin())

    assert diary.times == []
