"""The bot opens a DM channel once, and again only if Discord doesn't know it any more."""

from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.config import DATA
from bot.delivery import breaker as dms_module
from bot.delivery.breaker import RETRY_DM_SECONDS, CircuitBreaker, Dms
from bot.delivery.errors import Closed, DeliveryError, Vanished
from bot.rendering.page import Page, Text
from bot.storage import people, privacy
from bot.storage.errors import NotSaved
from bot.storage.store import Store
from tests.helpers.behind import replace_call
from tests.helpers.clocks import SetClock
from tests.helpers.transports import MemoryTransport

PAGE = Page((Text("It's your turn."),))


class BotProcess:
    """One process on a database, and the Discord that it shares with the next ones."""

    def __init__(self, store: Store, memory: MemoryTransport) -> None:
        self.store, self.memory, self.time = store, memory, 1000.0
        clock = SetClock(lambda: self.time)
        self.transport = CircuitBreaker(memory, clock)
        self.dms = Dms(store, self.transport, clock)

    async def write_to(self, user_id: int) -> bool:
        return await self.dms.deliver(
            user_id,
            lambda channel_id: self.transport.post(channel_id, PAGE, nonce=f"n{user_id}", purpose="table"),
            purpose="hand",
        )

    def fail_next(self, what: str, error: DeliveryError) -> None:
        left = [error]
        self.memory.fault = lambda kind, _channel: left.pop() if kind == what and left else None

    @property
    def openings(self) -> int:
        return sum(what == "dm" for what, _ in self.memory.calls)


@pytest.fixture
def life(store: Store) -> BotProcess:
    return BotProcess(store, MemoryTransport())


async def test_channel_is_opened_once_whatever_is_sent_there(life: BotProcess) -> None:
    for _ in range(3):
        assert await life.write_to(1)

    assert life.openings == 1


async def test_channel_stays_in_use_while_openings_are_refused(life: BotProcess) -> None:
    await life.write_to(1)
    life.fail_next("dm", Closed("code 40003"))

    assert not await life.write_to(2)
    assert await life.write_to(1)
    assert life.openings == 2


async def test_a_restart_opens_no_channel_again(tmp_path: Path) -> None:
    memory = MemoryTransport()
    for _ in range(2):
        store = Store(tmp_path / "cards.sqlite3", DATA / "migrations")
        await store.open()
        life = BotProcess(store, memory)
        assert await life.write_to(1)
        await store.close()

    assert life.openings == 1


async def test_vanished_channel_is_forgotten_and_reopened(life: BotProcess) -> None:
    await life.write_to(1)
    life.fail_next("post", Vanished("code 10003"))

    assert not await life.write_to(1)
    assert await life.store.read(people.dm_channel, 1) is None
    life.time += RETRY_DM_SECONDS
    assert await life.write_to(1)
    assert life.openings == 2


async def test_full_disk_delays_no_message(life: BotProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    full = AsyncMock(side_effect=NotSaved("the disk is full"))
    replace_call(monkeypatch, life.store, people.keep_dm_channel, full)

    assert await life.write_to(1)
    assert await life.write_to(1)
    assert life.openings == 1


async def test_forgotten_dms_stay_in_database(life: BotProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dms_module, "MAX_KNOWN", 2)
    for user_id in (1, 2, 3, 1):
        await life.write_to(user_id)

    assert life.openings == 3


async def test_forgotten_user_has_no_channel_in_database(life: BotProcess) -> None:
    await life.write_to(1)
    assert (await life.store.read_long(privacy.known_of, 1))["dm_channel_id"] == await life.store.read(
        people.dm_channel, 1
    )

    await life.store.forget(1)

    assert await life.store.read(people.dm_channel, 1) is None
