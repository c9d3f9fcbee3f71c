"""Filled databases to read or to damage."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.storage.store import Store
from tests.helpers.stores import opened
from tests.storage.furnishing import furnish, furnish_all


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a database with a lobby, running games of every kind, and a finished one, for tests to copy."""
    return made(tmp_path_factory.mktemp("sound"), furnish)


@pytest.fixture(scope="session")
def every_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a database with rows in every table, for tests to copy."""
    return made(tmp_path_factory.mktemp("full"), furnish_all)


def made(folder: Path, furnished: Callable[[Store], Awaitable[object]]) -> Path:
    """Return a database in this folder, furnished and closed."""
    path = folder / "made.sqlite3"

    async def make() -> None:
        async with opened(path) as store:
            await furnished(store)

    asyncio.run(make())
    return path


@pytest.fixture
def full(every_table: Path, tmp_path: Path) -> Path:
    """Copy the database with rows in every table."""
    return Path(shutil.copy(every_table, tmp_path / "full.sqlite3"))


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    """Copy the sound database, to be damaged."""
    return Path(shutil.copy(sound, tmp_path / "copy.sqlite3"))
