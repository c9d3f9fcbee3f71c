"""The bench of years makes a readable database and measures it. The times themselves aren't checked."""

import argparse
from pathlib import Path

import pytest

from benchmarks.years import __main__ as years
from bot.config import DATA
from bot.games import GAMES
from bot.storage.verify import verify
from tests.helpers.behind import rows_of

pytestmark = pytest.mark.no_cover


@pytest.mark.night
def test_small_database_is_made_and_measured(tmp_path: Path) -> None:
    path = tmp_path / "years.sqlite3"

    targets = years.measured(path, argparse.Namespace(games=300, sleeping=260, seconds=1.0))

    assert len(targets) == 4
    assert len(rows_of(path, "SELECT * FROM packed")) >= 300


@pytest.mark.night
def test_database_for_trying_commands_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "years.sqlite3"

    assert years.main(["--only-make", str(path), "--games", "100", "--sleeping", "5"]) == 0

    assert len(rows_of(path, "SELECT * FROM packed")) == 100
    assert verify(path, DATA / "migrations", GAMES) == []
