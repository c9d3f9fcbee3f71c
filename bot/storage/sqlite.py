"""A database in one SQLite file, opened by one process through one connection."""

import asyncio
import math
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import aiosqlite
import structlog

from bot.storage import backup, facts
from bot.storage.driver import (
    DAMAGED,
    DB_ERRORS,
    SqliteConnection,
    decode_text,
    read_only,
    rebuild_indexes,
    structure_damage,
    transaction,
)
from bot.storage.engine import Engine
from bot.storage.errors import Damaged, NotSaved, StoreError
from bot.storage.file import (
    PAGES_BETWEEN_CHECKPOINTS,
    FileLock,
    check_place,
    make_file,
    set_up,
    truncate_log,
    unusable_file,
)
from bot.storage.migrations import check_schema, migrate, pending, version
from bot.storage.statements import DECODE_ERRORS

log = structlog.get_logger(__name__)

T = TypeVar("T")

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA wal_autocheckpoint = {PAGES_BETWEEN_CHECKPOINTS}",
    "PRAGMA secure_delete = ON",  # Otherwise free pages would still name forgotten users.
)
_DAMAGE_CODES = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
_READ_DAMAGE_CODES = _DAMAGE_CODES | {sqlite3.SQLITE_ERROR, None}
"""Codes that mean damage in a read, where a failing statement or an undecodable text counts as well."""


class SqliteEngine(Engine):
    """The engine on a file. `patience` is how many seconds a change waits for its turn to write.

    Before a migration, the file is copied into the folder `backups` or into its own.
    """

    def __init__(self, path: Path, migrations: Path, *, patience: float, backups: Path | None = None) -> None:
        self.path = path
        self.patience = patience
        self.is_sweep_owed = True
        self._backups = backups or path.parent
        self._reading = asyncio.Lock()
        self._migrations = migrations
        self._lock = FileLock(path)
        self._database: aiosqlite.Connection | None = None

    async def open(self) -> list[int]:
        """Open and migrate the file, which is made if it's missing."""
        try:
            check_place(self.path)
            self._lock.acquire()
            with suppress(FileExistsError):
                make_file(self.path)
            self.path.chmod(0o600)  # A new log gets the same mode.
            for ending in ("-wal", "-shm"):
                left = self.path.with_name(self.path.name + ending)
                if left.exists() and not left.is_symlink():
                    left.chmod(0o600)
            self._database = await aiosqlite.connect(
                self.path, isolation_level=None, factory=SqliteConnection
            )
            return await self.call(self._prepare)
        except (*DB_ERRORS, OSError) as error:  # OSError comes from a full disk, for example.
            await self.close()
            raise unusable_file(self.path, error) from error
        except BaseException:
            await self.close()
            raise

    def _prepare(self, connection: SqliteConnection) -> list[int]:
        connection.text_factory = decode_text
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * self.patience)}")
        todo = pending(connection, self._migrations)
        set_up(connection)
        for pragma in PRAGMAS:
            connection.execute(pragma)
        if version(connection) and facts.note(connection, DAMAGED):
            log.error("indexes_rebuilt", damage=rebuild_indexes(connection))
            facts.forget_note(connection, DAMAGED)
        if todo:
            backup.copy_before(self.path, self._backups, todo[0][0])
        applied = migrate(connection, self._migrations)
        check_schema(connection, self._migrations)
        return applied

    async def close(self) -> None:
        """Close the file and release the lock."""
        database, self._database = self._database, None  # From now on nothing can use it.
        if database is not None:
            await database.close()
        self._lock.release()

    async def read(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a function that only reads."""
        try:
            return await self.call(job)
        except (*DB_ERRORS, *DECODE_ERRORS) as error:
            raise _read_error(error) from error

    async def read_long(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a function that reads a lot on a connection of its own, one reader at a time."""

        def read_separately() -> T:
            with closing(read_only(self.path)) as connection:
                connection.execute("BEGIN")  # The job sees one moment.
                return job(connection)

        async with self._reading:
            try:
                return await asyncio.to_thread(read_separately)
            except (*DB_ERRORS, *DECODE_ERRORS) as error:
                raise _read_error(error) from error

    async def write(self, job: Callable[[SqliteConnection], T], *, priority: bool = False) -> T:
        """Run a function as one transaction. Transactions run in order, so `priority` has no effect."""
        asked_at = time.monotonic()

        def take_turn(connection: SqliteConnection) -> T:
            # A job behind one that waits for a lock has waited, too, and must still be answered in time.
            left = max(0.0, asked_at + self.patience - time.monotonic())
            connection.execute(f"PRAGMA busy_timeout = {100 * math.ceil(10 * left)}")
            return transaction(connection, job)

        try:
            return await self.call(take_turn)
        except DB_ERRORS as error:
            kind = Damaged if _code(error) in _DAMAGE_CODES else NotSaved
            raise kind(f"the database couldn't be written: {error}") from error

    async def call(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a function on the connection's own thread.

        aiosqlite's public interface can't run several statements as one job. If they ran one by one, a
        cancelled task would leave a transaction open on the shared connection. A job runs whole or not at
        all, even if the task that waits for it is cancelled.
        """
        if self._database is None:
            raise NotSaved("the database is closed")
        execute = self._database._execute  # noqa: SLF001
        result: T = await execute(job, self._database._conn)  # type: ignore[no-untyped-call] # noqa: SLF001
        return result

    async def sweep(self) -> bool:
        """Empty the write-ahead log, which still holds old pages, unless another connection is reading."""
        self.is_sweep_owed = not await self.read(truncate_log)
        return not self.is_sweep_owed

    async def size(self) -> int:
        """Return the size of the file in bytes."""
        return self.path.stat().st_size

    async def backup(self, path: Path) -> None:
        """Check the file and copy its present contents while moves continue."""
        if damage := await self.read_long(structure_damage):
            log.error("database_damaged", damage=damage)
            with suppress(StoreError):
                await self.write(lambda connection: facts.keep_note(connection, DAMAGED, damage[0]))
            words = f"{self.path} is damaged ({damage[0]}), so no backup of it is made"
            raise NotSaved(f"{words}: stop the bot, and restore the newest backup")
        await asyncio.to_thread(backup.copy, self.path, path, is_gentle=True)


def _read_error(error: Exception) -> StoreError:
    """Return the error to raise for a failed read."""
    kind = Damaged if _code(error) in _READ_DAMAGE_CODES else NotSaved
    return kind(f"the database couldn't be read: {error}")


def _code(error: Exception) -> int | None:
    """Return SQLite's code of an error, or None if Python's module raised it."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
