"""Faults of the store: commits, checksums, backups, migrations, the lock, and forgetting users."""

import asyncio
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from bot.games import GAMES
from bot.storage import backup, privacy, rows
from bot.storage.driver import DB_ERRORS, SqliteConnection
from bot.storage.engine import Connection
from bot.storage.errors import NotSaved
from bot.storage.migrations import migrate
from bot.storage.records import Commit
from bot.storage.sqlite import SqliteEngine
from bot.storage.statements import to_json
from bot.storage.store import Store
from tests.sabotage.planting import Planted


def say_saved_before_it_is() -> Planted:
    real = Store.commit
    waiting: set[asyncio.Task[None]] = set()

    async def careless(store: Store, change: Commit) -> None:
        waiting.add(asyncio.get_running_loop().create_task(real(store, change)))

    return patch.object(Store, "commit", careless)


def write_without_a_transaction() -> Planted:
    async def loose(engine: SqliteEngine, write: Callable[[SqliteConnection], Any]) -> Any:
        return await told(engine, write)

    return patch.object(SqliteEngine, "write", loose)


def roll_back_blindly() -> Planted:
    async def blind(engine: SqliteEngine, write: Callable[[SqliteConnection], Any]) -> Any:
        def transaction(connection: SqliteConnection) -> Any:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = write(connection)
                connection.execute("COMMIT")
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            return result

        return await told(engine, transaction)

    return patch.object(SqliteEngine, "write", blind)


def send_statements_one_by_one() -> Planted:
    async def piecemeal(engine: SqliteEngine, write: Callable[[SqliteConnection], Any]) -> Any:
        await engine.call(lambda connection: connection.execute("BEGIN IMMEDIATE"))
        result = await engine.call(write)
        await engine.call(lambda connection: connection.execute("COMMIT"))
        return result

    return patch.object(SqliteEngine, "write", piecemeal)


async def told(engine: SqliteEngine, write: Callable[[SqliteConnection], Any]) -> Any:
    """Write, and raise NotSaved if that fails, as the engine does."""
    try:
        return await engine.call(write)
    except DB_ERRORS as error:
        raise NotSaved(f"the database couldn't be written: {error}") from error


def forget_what_could_not_be_saved() -> Planted:
    real = Store.commit

    async def silent(store: Store, change: Commit) -> None:
        with suppress(NotSaved):
            await real(store, change)

    return patch.object(Store, "commit", silent)


def trust_every_position() -> Planted:
    return patch.object(rows, "checked_columns", rows.columns_of)


def trust_every_move() -> Planted:
    return patch.object(rows, "_check_chain", lambda *_: None)


def copy_the_file_without_its_log() -> Planted:
    def hasty(database: Path, target: Path, **_: bool) -> None:
        shutil.copyfile(database, target)
        target.chmod(0o600)

    return patch.object(backup, "copy", hasty)


def leave_the_old_log_beside_a_restored_file() -> Planted:
    return patch("bot.storage.restore.COMPANIONS", ())


def let_a_migration_bring_new_defaults() -> Planted:
    def greedy(connection: SqliteConnection, folder: Path) -> list[int]:
        applied = migrate(connection, folder)
        for number, game in connection.execute("SELECT id, game FROM sessions").fetchall():
            options = msgspec.to_builtins(GAMES[game].options())
            rows.alter(connection, number, options=to_json(options))
        return applied

    return patch("bot.storage.sqlite.migrate", greedy)


def forget_all_but_whose_dms_are_closed() -> Planted:
    real = privacy.forget

    def forgetful(connection: Connection, user_id: int, most: int) -> bool:
        people = connection.execute("SELECT * FROM people").fetchall()
        is_done = real(connection, user_id, most)
        connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", people)
        return is_done

    return patch.object(privacy, "forget", forgetful)


def leave_the_log_as_it_is() -> Planted:
    async def lazy(_engine: SqliteEngine) -> bool:
        return True

    return patch.object(SqliteEngine, "sweep", lazy)


def lock_nothing() -> Planted:
    return patch("bot.storage.file.fcntl.flock", lambda *_: None)
