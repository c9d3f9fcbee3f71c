"""The bench of years makes a database that can be read, and measures it. No time is asserted."""

import argparse
import asyncio
from pathlib import Path

import pytest

from benchmarks.years import __main__ as years
from bot.config import DATA
from bot.games import GAMES
from bot.storage.store import Store
from tests.helpers.behind import rows_of

pytestmark = pytest.mark.no_cover


@pytest.mark.night
def test_a_small_database_is_made_read_and_measured(tmp_path: Path) -> None:
    path = tmp_path / "years.sqlite3"

    targets = years.measured(path, argparse.Namespace(games=300, sleeping=260, seconds=1.0))

    assert len(targets) == 4
    assert len(rows_of(path, "SELECT * FROM packed")) >= 300
    moves = asyncio.run(moves_of(path, 500))
    assert moves > 3


async def moves_of(path: Path, number: int) -> int:
    store = Store(path, DATA / "migrations", GAMES)
    await store.open()
    try:
        record = await store.load(number)
        assert record is not None
        return len(await store.history(number))
    finally:
        await store.close()
