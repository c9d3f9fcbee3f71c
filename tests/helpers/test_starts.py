"""A new database in a test equals the result of the migrations."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.config import DATA
from bot.storage import migrations, sqlite
from bot.storage.file import set_up
from tests.helpers.starts import FILE_PRAGMAS, MIGRATES

FOLDER = DATA / "migrations"
PRAGMAS = (*FILE_PRAGMAS, "user_version", "journal_mode", "encoding", "auto_vacuum", "integrity_check")


def new(path: Path) -> sqlite3.Connection:
    """Return a file as a bot opens it, without tables."""
    connection = sqlite3.connect(path, isolation_level=None)
    set_up(connection)
    for pragma in sqlite.PRAGMAS:
        connection.execute(pragma)
    return connection


def contents(connection: sqlite3.Connection) -> list[object]:
    return [*connection.iterdump(), *(connection.execute(f"PRAGMA {one}").fetchall() for one in PRAGMAS)]


def test_copied_database_equals_a_migrated_one(tmp_path: Path) -> None:
    copy = vars(sqlite)[MIGRATES]
    with closing(new(tmp_path / "slow.sqlite3")) as slow, closing(new(tmp_path / "quick.sqlite3")) as quick:
        applied = migrations.migrate(slow, FOLDER)

        assert copy is not migrations.migrate
        assert copy(quick, FOLDER) == applied
        assert contents(quick) == contents(slow)
        assert copy(quick, FOLDER) == []
