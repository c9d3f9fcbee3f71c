"""Hard computers think in another process. No table waits for one that's stuck, gone or busy."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio

from bot.games import GAMES
from bot.players.player import Seen, choose
from bot.players.search_worker import ComputerMove, quick_move
from bot.process.thinking import MAX_WAITING, START_SECONDS, Thinking
from bot.subprocesses.process import Process
from tests.helpers import renderers
from tests.helpers.decisions import tables

pytestmark = pytest.mark.slow
SEARCH_EFFORT = 12


@pytest_asyncio.fixture
async def search_worker() -> AsyncIterator[Thinking]:
    made = Thinking(60.0)
    yield made
    await made.close()


@pytest.fixture(scope="module")
def hard() -> Seen:
    """Return a hard computer's input at a decision."""
    table, seat = next(iter(tables(GAMES["skrap"], 1)))
    return msgspec.structs.replace(table.seen(seat, "hard", b"seed"), search_effort=SEARCH_EFFORT)


def well_thought(seen: Seen) -> ComputerMove:
    return ComputerMove(str(choose(seen)), SEARCH_EFFORT)


def process_of(search_worker: Thinking) -> int:
    assert search_worker._process is not None
    return search_worker._process.number


async def test_process_thinks_by_seed_and_tells_its_depth(search_worker: Thinking, hard: Seen) -> None:
    assert await search_worker.choose(hard) == well_thought(hard)
    assert process_of(search_worker) != os.getpid()


async def test_only_hard_computers_need_a_process(search_worker: Thinking, hard: Seen) -> None:
    for level in ("easy", "medium"):
        assert (await search_worker.choose(msgspec.structs.replace(hard, level=level))).games is None

    assert search_worker._process is None


async def test_a_process_that_is_gone_is_replaced(search_worker: Thinking, hard: Seen) -> None:
    await search_worker.choose(hard)
    before = process_of(search_worker)
    os.kill(before, signal.SIGKILL)

    moves = [await search_worker.choose(hard), await search_worker.choose(hard)]

    assert moves[1] == well_thought(hard), "one move at most is made in haste"
    assert moves[0] in (well_thought(hard), quick_move(hard))
    assert process_of(search_worker) != before


async def test_process_that_stands_still_is_replaced(search_worker: Thinking, hard: Seen) -> None:
    await search_worker.choose(hard)
    before = process_of(search_worker)
    os.kill(before, signal.SIGSTOP)
    search_worker.patience = 0.01

    assert await search_worker.choose(hard) == quick_move(hard)
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)
    assert await search_worker.choose(hard) == well_thought(hard)


async def test_when_many_wait_the_others_move_in_haste(search_worker: Thinking, hard: Seen) -> None:
    moves = await asyncio.gather(*(search_worker.choose(hard) for _ in range(MAX_WAITING + 2)))

    assert moves == [well_thought(hard)] * MAX_WAITING + [quick_move(hard)] * 2


def test_processes_apart_inherit_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = {"DISCORD_TOKEN", "DATABASE", "PGPASSWORD", "AWS_SECRET_ACCESS_KEY"}
    for name in secrets:
        monkeypatch.setenv(name, "s3cret")
    process = Process(renderers.environment)

    inherited = set(process.call(b"?", START_SECONDS).decode().split())
    process.end()

    assert "PATH" in inherited
    assert not secrets & inherited
