"""A filled database to read or to damage."""

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.config import DATA
from bot.storage.store import Store
from tests.helpers.behind import change
from tests.storage.make_fixture import furnish


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a lobby, running games of every kind, and a finished one; tests take copies of it."""
    path = tmp_path_factory.mktemp("sound") / "sound.sqlite3"

    async def make() -> None:
        store = Store(path, DATA / "migrations")
        await store.open()
        await furnish(store, 2)
        await store.close()

    asyncio.run(make())
    change(path, "DELETE FROM notes WHERE name = 'condition'")  # as after a crash
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copy(sound, tmp_path / "copy.sqlite3"))
