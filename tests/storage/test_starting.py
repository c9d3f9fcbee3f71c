"""A start reads what it needs, and no more; the rest is looked through while people play."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.config import DATA
from bot.games import GAMES
from bot.storage import starting
from bot.storage.driver import SqliteConnection
from bot.storage.migrations import check_schema
from bot.storage.store import Store
from tests.helpers.behind import rows_of
from tests.storage.games import FIRST_USER, fill
from tests.storage.test_damage import spoil_index

MIGRATIONS = DATA / "migrations"
READS_ALL = re.compile(
    r"PRAGMA (integrity|quick)_check|FROM (moves|packed|people|dm_channels|preferences|notes)$"
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements of every database that is opened from now on."""
    found: list[str] = []
    real = starting.taken_over

    def traced(connection: SqliteConnection) -> Any:
        connection.set_trace_callback(found.append)
        return real(connection)

    monkeypatch.setattr(starting, "taken_over", traced)
    return found


async def opened(path: Path) -> Store:
    store = Store(path, MIGRATIONS, GAMES)
    await store.open()
    return store


async def test_after_a_clean_stop_nothing_is_looked_through(store: Store, asked: list[str]) -> None:
    await fill(store)
    await store.close()

    again = await opened(store.path)

    assert again.condition == "sound"
    assert [statement for statement in asked if READS_ALL.search(statement)] == []
    assert not [one for one in asked if "INDEXED BY" in one]
    await again.close()


async def test_after_a_crash_only_live_tables_are_looked_through(path: Path, asked: list[str]) -> None:
    store = await opened(path)

    assert store.condition == "unknown"
    assert [statement for statement in asked if READS_ALL.search(statement)] == []
    assert [one for one in asked if "INDEXED BY" in one]
    await store.close()


async def test_after_two_crashes_nobody_takes_the_database_for_sound(path: Path) -> None:
    for _ in range(2):
        store = await opened(path)
        assert store.condition == "unknown"
        await store.close()


async def test_the_rest_is_looked_through_later_and_the_next_start_is_quick(path: Path) -> None:
    store = await opened(path)

    assert await store.check() == []
    await store.close()

    store = await opened(path)
    assert store.condition == "sound"
    await store.close()


async def test_damage_that_is_found_later_is_told_and_mended_by_the_next_start(path: Path) -> None:
    with capture_logs() as lines:
        store = await opened(path)
        await store._write(lambda one: one.execute("UPDATE people SET checksum = 'x'"))
        assert await store.check()
        await store.close()
    spoil_index(path)
    assert [line["event"] for line in lines] == ["database_damaged"]

    store = await opened(path)

    assert len(await store.live_of(FIRST_USER)) == 6
    await store.close()


async def test_a_copy_of_a_running_database_does_not_count_as_closed(store: Store, tmp_path: Path) -> None:
    await store.backup(tmp_path / "copy.sqlite3")

    copy = await opened(tmp_path / "copy.sqlite3")

    assert copy.condition == "unknown"
    await copy.close()


async def test_a_comment_that_changes_in_a_migration_stops_no_start(path: Path) -> None:
    store = await opened(path)
    await store.close()
    [(sql,)] = rows_of(path, "SELECT sql FROM sqlite_master WHERE name = 'moves'")
    assert "--" in sql

    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'or the deal', 'or nobody')")
    with sqlite3.connect(path) as connection:
        check_schema(connection, MIGRATIONS)
