"""The database as one SQLite file, opened by one process through one connection."""

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
from bot.storage.checksums import SENSELESS, text
from bot.storage.driver import BROKEN, SqliteConnection, transaction
from bot.storage.errors import Damaged, NotSaved, StoreError, Unusable
from bot.storage.file import PAGES_BETWEEN_CHECKPOINTS, check_place, emptied, settle
from bot.storage.lock import FileLock
from bot.storage.migrations import check_schema, migrate, missing, version
from bot.storage.structure import DAMAGED, mend, structure_damage

log = structlog.get_logger(__name__)

T = TypeVar("T")

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA wal_autocheckpoint = {PAGES_BETWEEN_CHECKPOINTS}",
    "PRAGMA secure_delete = ON",  # who is forgotten must not live on in free pages
)
_DAMAGES = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
_UNREADABLE = _DAMAGES | {sqlite3.SQLITE_ERROR, None}
"""When reading: a statement of ours that makes no sense any more, or a text that is none, is damage too."""


class SqliteEngine:
    """The engine on a file; `patience` is how many seconds a change waits until it may write.

    Before a migration the file is copied into the folder `backups`, else into its own.
    """

    def __init__(self, path: Path, migrations: Path, *, patience: float, backups: Path | None = None) -> None:
        self.path = path
        self.patience = patience
        self.is_sweep_owed = True
        self.is_shared = False
        self._backups = backups or path.parent
        self._reading = asyncio.Lock()
        self._migrations = migrations
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        self._database: aiosqlite.Connection | None = None

    async def open(self) -> list[int]:
        """Open the file, making it when there is none, and migrate it."""
        try:
            check_place(self.path)
            self._lock.acquire()
            self._database = await aiosqlite.connect(
                self.path, isolation_level=None, factory=SqliteConnection
            )
            return await self.call(self._prepare)
        except (*BROKEN, OSError) as error:  # a full disk is no fault of the network
            await self.close()
            raise Unusable(f"{self.path} cannot be used as a database: {error}") from error
        except BaseException:
            await self.close()
            raise

    def _prepare(self, connection: SqliteConnection) -> list[int]:
        connection.text_factory = text
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * self.patience)}")
        todo = missing(connection, self._migrations)
        settle(connection)
        for pragma in PRAGMAS:
            connection.execute(pragma)
        self.path.chmod(0o600)
        if version(connection) and facts.note(connection, DAMAGED):
            log.error("indexes_mended", damage=mend(connection))
            facts.forget_note(connection, DAMAGED)
        if todo:
            backup.copy_before(self.path, self._backups, todo[0][0])
        applied = migrate(connection, self._migrations)
        check_schema(connection, self._migrations)
        return applied

    async def close(self) -> None:
        """Close the file and let go of the lock."""
        database, self._database = self._database, None  # from now on nobody can ask it anything
        if database is not None:
            await database.close()
        self._lock.release()

    async def read(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a function that only reads."""
        try:
            return await self.call(job)
        except (*BROKEN, *SENSELESS) as error:
            raise _unread(error) from error

    async def listen(self, heard: Callable[[], None]) -> None:
        """Nobody else can have the file."""

    async def read_long(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a function that reads much, through a connection of its own; one reader at a time."""

        def reading() -> T:
            with closing(backup.reading(self.path)) as connection:
                connection.execute("BEGIN")  # all of it from one moment
                return job(connection)

        async with self._reading:
            try:
                return await asyncio.to_thread(reading)
            except (*BROKEN, *SENSELESS) as error:
                raise _unread(error) from error

    async def write(self, job: Callable[[SqliteConnection], T], *, priority: bool = False) -> T:
        """Run a function as one transaction; one waits for the other in any case."""
        asked_at = time.monotonic()

        def turn(connection: SqliteConnection) -> T:
            # Those behind one that waits for a lock have waited, too: all of them are answered in time.
            left = max(0.0, asked_at + self.patience - time.monotonic())
            connection.execute(f"PRAGMA busy_timeout = {100 * math.ceil(10 * left)}")
            return transaction(connection, job)

        try:
            return await self.call(turn)
        except BROKEN as error:
            kind = Damaged if _code(error) in _DAMAGES else NotSaved
            raise kind(f"the database could not be written: {error}") from error

    async def read_one(self, job: Callable[[SqliteConnection], T], *, priority: bool = False) -> T:
        """The same as `read`: there is no way to a server that could be saved."""
        return await self.read(job)

    async def change(self, job: Callable[[SqliteConnection], bool], *, priority: bool = False) -> bool:
        """The same as `write`."""
        return await self.write(job)

    async def write_unsynced(self, job: Callable[[SqliteConnection], T]) -> T:
        """The same: nobody else writes at the same time."""
        return await self.write(job)

    async def call(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a function on the connection's own thread.

        aiosqlite has no public way to run several statements as one job, and statement by statement a
        cancelled task would leave a transaction open on the shared connection. One job runs whole or not
        at all, whatever happens to the task that waits for it.
        """
        if self._database is None:
            raise NotSaved("the database is closed")
        execute = self._database._execute  # noqa: SLF001
        result: T = await execute(job, self._database._conn)  # type: ignore[no-untyped-call] # noqa: SLF001
        return result

    async def sweep(self) -> bool:
        """Empty the write-ahead log, which still holds pages as they were; not while somebody else reads."""
        self.is_sweep_owed = not await self.read(emptied)
        return not self.is_sweep_owed

    async def processes(self) -> int:
        """One: nobody else is let in."""
        return 1

    async def size(self) -> int:
        """How many bytes the file has."""
        return self.path.stat().st_size

    async def backup(self, path: Path) -> None:
        """Check the file, and copy it as it is now; moves go on meanwhile."""
        if damage := await self.read_long(structure_damage):
            log.error("database_damaged", damage=damage)
            with suppress(StoreError):
                await self.write(lambda connection: facts.keep_note(connection, DAMAGED, damage[0]))
            raise NotSaved(f"{self.path} is damaged, and no backup of it is made: {damage[0]}")
        await asyncio.to_thread(backup.copy, self.path, path, is_gentle=True)


def _unread(error: Exception) -> StoreError:
    """What a failed read means."""
    kind = Damaged if _code(error) in _UNREADABLE else NotSaved
    return kind(f"the database could not be read: {error}")


def _code(error: Exception) -> int | None:
    """SQLite's own number of a failure; None when Python's module has failed."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
