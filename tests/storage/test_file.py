"""The owner of a database file, and the size of its pages."""

import errno
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.storage.errors import InUse, Unusable
from bot.storage.file import APPLICATION_ID, PAGE_BYTES
from bot.storage.restore import restore
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.stores import MIGRATIONS

AT = datetime(2027, 3, 10, tzinfo=UTC)


def asked(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


async def opened_once(path: Path) -> None:
    store = Store(path, MIGRATIONS)
    await store.open()
    await store.close()


def of_another_program(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
        connection.commit()
    return path


def files_in(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


async def test_new_database_is_marked_with_small_pages(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"

    await opened_once(path)

    assert asked(path, "application_id") == APPLICATION_ID
    assert asked(path, "page_size") == PAGE_BYTES


async def test_foreign_database_is_refused_unchanged(tmp_path: Path) -> None:
    path = of_another_program(tmp_path / "bookmarks.sqlite3")
    before = path.read_bytes()

    with pytest.raises(Unusable, match="another program"):
        await opened_once(path)

    assert path.read_bytes() == before
    assert files_in(tmp_path) <= {path.name, path.name + ".lock"}


def test_empty_file_is_refused_as_backup(tmp_path: Path) -> None:
    path, database = tmp_path / "empty.sqlite3", tmp_path / "cards.sqlite3"
    path.touch()

    with pytest.raises(Unusable, match="is empty: choose"):
        verify(path, MIGRATIONS, GAMES)
    with pytest.raises(Unusable, match="is empty: choose"):
        restore(path, database, MIGRATIONS, GAMES, at=AT)

    assert not database.exists()


def test_foreign_database_is_refused_as_backup(tmp_path: Path) -> None:
    path = of_another_program(tmp_path / "bookmarks.sqlite3")

    with pytest.raises(Unusable, match="belongs to another program"):
        verify(path, MIGRATIONS, GAMES)


async def test_folder_without_locks_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("bot.storage.lock.fcntl.flock", refuse)

    with pytest.raises(
        Unusable, match=r"can't lock .*: No locks available: keep the database on a local disk"
    ) as told:
        await opened_once(tmp_path / "cards.sqlite3")
    assert not isinstance(told.value, InUse)
