"""A bot that keeps crashing waits longer and longer before it connects."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from bot.config import DATA
from bot.process import backoff
from bot.process.backoff import Starts
from bot.storage import facts
from bot.storage.store import Store

MINUTE = 60.0


class Life:
    """A bot's starts at times that the test chooses, and their waits."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = 1_000_000.0

    async def start(self, after: float) -> float:
        """Start this many seconds after the last connection. Returns the minutes waited."""
        self.time += after
        began = self.time
        await (await self.try_to_start()).note_start()
        return (self.time - began) / MINUTE

    async def try_to_start(self) -> Starts:
        """Start without ever reaching Discord."""
        starts = Starts(self.store, lambda: self.time, self._sleep)
        await starts.hold_back()
        return starts

    async def _sleep(self, seconds: float) -> None:
        self.time += seconds


@pytest_asyncio.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    store = Store(tmp_path / "cards.sqlite3", DATA / "migrations")
    await store.open()
    yield Life(store)
    await store.close()


async def test_third_start_in_a_minute_doubles_waits(life: Life) -> None:
    assert [await life.start(after=1) for _ in range(9)] == [0, 0, 1, 2, 4, 8, 15, 15, 15]


async def test_starts_that_are_spread_out_do_not_wait(life: Life) -> None:
    assert [await life.start(after=31) for _ in range(20)] == [0] * 20


@pytest.mark.parametrize("lived", [60, 300, 899])
async def test_single_kill_after_sound_minute_costs_no_wait(life: Life, lived: float) -> None:
    assert [await life.start(after=1) for _ in range(3)] == [0, 0, 1]

    assert await life.start(after=lived) == 0


async def test_bot_dying_again_waits_twice_as_long(life: Life) -> None:
    assert [await life.start(after=1) for _ in range(3)] == [0, 0, 1]

    assert await life.start(after=57) == 2


async def test_dying_bot_stays_below_allowed_starts(life: Life) -> None:
    began, starts = life.time, 0

    while life.time < began + 86400:
        await life.start(after=61)
        starts += 1

    assert starts < 200


async def test_starts_that_never_reached_discord_are_not_counted(life: Life) -> None:
    before = life.time
    for _ in range(5):
        await life.try_to_start()

    assert life.time == before
    assert await life.start(after=1) == 0


async def test_bot_stopped_in_order_does_not_wait(life: Life) -> None:
    for _ in range(5):
        assert await life.start(after=1) == 0
        await backoff.forget(life.store)


async def test_clock_set_back_does_not_prolong_wait(life: Life) -> None:
    assert [await life.start(after=1) for _ in range(3)] == [0, 0, 1]

    assert await life.start(after=-86400) == 0


@pytest.mark.parametrize("note", ["garbage", "{}", "null", "[3]"])
async def test_unreadable_starts_stop_no_start(life: Life, note: str) -> None:
    await life.start(after=1)
    await life.store.write(facts.keep_note, backoff.NOTE, note)

    with capture_logs() as logs:
        assert await life.start(after=1) == 0

    assert [line["event"] for line in logs] == ["starts_not_known"] * 2
    assert [await life.start(after=1) for _ in range(3)] == [0, 1, 2]
