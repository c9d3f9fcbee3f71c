"""Starts read only what they need. A backup reveals damage, and the next start repairs what it can."""

import re
import sqlite3
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.storage import queries
from bot.storage.errors import NotSaved, Unusable
from bot.storage.migrations import check_schema
from tests.helpers.behind import change, rows_of
from tests.helpers.stores import MIGRATIONS, open_once, opened
from tests.storage.games import FIRST_USER
from tests.storage.test_damage import spoil_index

READS_ALL = re.compile(r"PRAGMA (integrity|quick)_check|FROM (moves|packed|people|preferences|notes)$")


async def test_start_scans_no_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def traced(connection: sqlite3.Connection) -> None:
        connection.set_trace_callback(asked.append)

    monkeypatch.setattr("bot.storage.sqlite.set_up", traced)

    await open_once(path)

    assert asked
    assert [statement for statement in asked if READS_ALL.search(statement)] == []


async def test_damaged_index_stops_backups_until_a_restart(path: Path, tmp_path: Path) -> None:
    spoil_index(path)

    async with opened(path) as store:
        with (
            capture_logs() as lines,
            pytest.raises(NotSaved, match="so no backup of it is made: stop the bot"),
        ):
            await store.backup(tmp_path / "backup.sqlite3")
    assert [line["event"] for line in lines] == ["database_damaged"]

    with capture_logs() as lines:
        async with opened(path) as store:
            await store.backup(tmp_path / "backup.sqlite3")
            assert len(await store.read(queries.live_of, FIRST_USER)) == 6
    assert [line["event"] for line in lines] == ["indexes_rebuilt"]


async def test_damage_beyond_indexes_is_refused(path: Path) -> None:
    change(path, "INSERT INTO notes VALUES ('damaged', 'a line')")
    change(path, "UPDATE sessions SET status = 'plqying' WHERE id = 2")

    with pytest.raises(
        Unusable, match=r"the database file is damaged \(CHECK constraint failed in sessions\)"
    ):
        await open_once(path)


async def test_changed_migration_comment_allows_the_start(path: Path) -> None:
    await open_once(path)
    [(sql,)] = rows_of(path, "SELECT sql FROM sqlite_master WHERE name = 'moves'")
    assert "--" in sql

    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'or the deal', 'or nobody')")
    with sqlite3.connect(path) as connection:
        check_schema(connection, MIGRATIONS)
