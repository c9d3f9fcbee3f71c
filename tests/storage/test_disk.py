"""A full or locked disk: the move is refused completely, and the next one works without a restart."""

import asyncio
import itertools
import json
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.games import GAMES
from bot.sessions.lobby import Pace
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import queries, shown, sqlite
from bot.storage.errors import NotSaved
from bot.storage.store import PATIENCE_SECONDS, Store
from bot.storage.verify import verify
from tests.helpers.behind import file_of, locked
from tests.helpers.figures import Figure
from tests.helpers.stores import MIGRATIONS, opened
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import forget_what_could_not_be_saved, roll_back_blindly
from tests.storage.games import START, running, step

MOVES = 60
LOCKED_SECONDS = 10.0
ROOT = Path(__file__).parents[2]


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Open a store that waits 50 ms for a locked database."""
    async with opened(tmp_path / "cards.sqlite3", patience=0.05) as store:
        yield store


async def pages(store: Store, most: int | None = None) -> int:
    """Return how many pages the file has, and let the file grow to `most` if it's given."""

    def ask(connection: sqlite3.Connection) -> int:
        if most is not None:
            connection.execute(f"PRAGMA max_page_count = {most}")
        return int(connection.execute("PRAGMA page_count").fetchone()[0])

    return await file_of(store).call(ask)


async def everything(store: Store) -> list[Any]:
    return [
        await store.load(1),
        await store.history(1),
        await store.read(shown.read, 1),
        await store.read(queries.live_of, 700_000_000_000_000_001),
    ]


@sabotaged("P11", forget_what_could_not_be_saved)
async def test_long_foreign_lock_costs_moves_made_meanwhile(
    tmp_path: Path, times: int, figure: Figure
) -> None:
    patience, tries = (
        (0.05, 2) if times == 1 else (PATIENCE_SECONDS, round(LOCKED_SECONDS / PATIENCE_SECONDS))
    )
    async with opened(tmp_path / "cards.sqlite3", patience=patience) as store:
        session = await running(store, GAMES["crap"], 10)
        record, before = session.record, await everything(store)

        with locked(store.path):
            for _ in range(tries):
                with pytest.raises(NotSaved, match="locked"):
                    await step(store, session, Random(1))
                assert await store.load(1) == session.record == record, "reads don't wait"
        assert await everything(store) == before
        await step(store, session, Random(1))
        assert await store.load(1) == session.record != record

    figure("P11", locked_for_seconds=tries * patience, moves_refused=tries, half_done=0)


async def test_short_foreign_lock_goes_unnoticed(tmp_path: Path) -> None:
    async with opened(tmp_path / "cards.sqlite3") as store:
        session = await running(store, GAMES["crap"], 10)

        with locked(store.path):
            moving = asyncio.create_task(step(store, session, Random(1)))
            await asyncio.to_thread(lambda: None)
            assert not moving.done()
        await moving

        assert await store.load(1) == session.record


async def test_queued_changes_are_refused_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patience, now = 30.0, itertools.chain((0.0,), itertools.repeat(30.0))
    async with opened(tmp_path / "cards.sqlite3", patience=patience) as store:
        session = await running(store, GAMES["crap"], 10)
        monkeypatch.setattr(sqlite, "time", SimpleNamespace(monotonic=lambda: next(now)))

        with locked(store.path), pytest.raises(NotSaved, match="locked"):
            await step(store, session, Random(1))

        assert next(now) == patience, "asked at the beginning, and carried out when all patience was spent"
        monkeypatch.undo()
        await step(store, session, Random(1))


@sabotaged("P11", roll_back_blindly)
async def test_full_disk_rejects_each_move_completely(store: Store, times: int, figure: Figure) -> None:
    session = await running(store, GAMES["crapette"], 10)
    await pages(store, await pages(store) + 2)

    refusals: list[str] = []
    for number in range(MOVES * times):
        record, before = session.record, await everything(store)
        try:
            await step(store, session, Random(number))
        except NotSaved as error:
            refusals.append(str(error))
            as_before = session.record == record and await everything(store) == before
            assert as_before, number
    assert len(refusals) > 3
    assert all("full" in refusal for refusal in refusals)

    await pages(store, 1_000_000)
    await step(store, session, Random(0))
    assert await store.load(1) == session.record
    await store.close()
    assert verify(store.path, MIGRATIONS, GAMES) == []
    figure("P11", moves_on_a_full_disk=MOVES * times, refused=len(refusals), half_done=0)


async def test_unsaved_table_leaves_the_channel_free(store: Store) -> None:
    sessions = Sessions(store, GAMES, pace=Pace(600, 120), clock=lambda: START)

    with locked(store.path), pytest.raises(NotSaved):
        await sessions.open("crap", {}, guild_id=1, channel_id=10, host_id=5)

    assert await store.read(queries.live_in, 10) is None
    assert isinstance(await sessions.open("crap", {}, guild_id=1, channel_id=10, host_id=5), Session)


@pytest.mark.slow
def test_moves_resume_when_files_can_grow(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.storage.disk_child", str(tmp_path / "cards.sqlite3")]

    child = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True, timeout=60)

    told = json.loads(child.stdout)
    assert told.pop("refused").startswith("the database couldn't be written")
    assert told == {"is_as_before": True, "moves_as_before": True, "went_on": True}
    assert verify(tmp_path / "cards.sqlite3", MIGRATIONS, GAMES) == []
