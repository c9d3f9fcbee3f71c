"""What the bot does again and again keeps its rests when the clock is set, and survives its failures."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from structlog.testing import capture_logs

from bot.process.regular import Regular

REST = 0.01
TIMES = 5


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Sets the time of day as the library sees it."""
    ahead = [timedelta()]

    class Time(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + ahead[0]

    monkeypatch.setattr("datetime.datetime", Time)

    def change(by: timedelta) -> None:
        ahead[0] = by

    return change


@pytest.mark.parametrize("by", [timedelta(hours=-1), timedelta(days=1)])
async def test_rests_are_as_long_after_the_clock_was_set(
    set_clock: Callable[[timedelta], None], by: timedelta
) -> None:
    at: list[float] = []
    is_done = asyncio.Event()

    async def work() -> None:
        at.append(asyncio.get_running_loop().time())
        if len(at) == 2:
            set_clock(by)
        if len(at) == TIMES:
            is_done.set()

    regular = Regular(work, REST)
    regular.start()
    await is_done.wait()
    regular.cancel()

    rests = [later - earlier for earlier, later in pairwise(at[2:])]
    assert min(rests) > REST / 2


async def test_a_failure_is_logged_and_the_work_goes_on() -> None:
    done: list[int] = []
    is_done = asyncio.Event()

    async def work() -> None:
        done.append(len(done))
        if len(done) == 1:
            raise ValueError("once")
        is_done.set()

    regular = Regular(work, REST)
    with capture_logs() as lines:
        regular.start()
        await is_done.wait()
    regular.cancel()

    assert [(line["event"], line["what"]) for line in lines] == [("regular_work_failed", "work")]
