"""The engine on a PostgreSQL server: a few threads, each with a connection of its own."""

import asyncio
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import asyncpg
import structlog

from bot.config import Problem, Server
from bot.storage.copying import copy_server
from bot.storage.engine import Engine
from bot.storage.errors import STOP_IT, Damaged, InUse, NotSaved, Unusable
from bot.storage.postgres_connection import CHANNEL, Clash, PgConnection, release_lock, take_lock, unusable
from bot.storage.postgres_hosts import LOSS_ERRORS, Lost, open_primary
from bot.storage.postgres_tools import (
    bytes_in,
    check_schema,
    count_bots,
    migrate,
    needs_exclusive_start,
    read_only,
)
from bot.storage.statements import DECODE_ERRORS

log = structlog.get_logger(__name__)

T = TypeVar("T")

MAX_CONNECTIONS: Final = 8
"""The maximum number of connections, far more than the moves that Discord lets through need."""
LOCK_CHECK_SECONDS = 5.0
"""The interval at which we check that we still hold the lock against a second bot."""
RELISTEN_SECONDS: Final = 5.0
"""The pause before we reconnect after losing the connection that listens."""
PAUSE_SECONDS: Final = 0.05
"""The longest pause between two tries of one transaction."""
MAX_CLASHES: Final = 2
"""The number of clashes after which a transaction makes the others wait."""
UPGRADE: Final = Problem(
    "this version changes the database so that processes of an older one can't go on",
    "stop all of them, and then start this one",
)


class PostgresEngine(Engine):
    """The engine on a server. `patience` is how many seconds a job waits for its turn, locks and reconnects.

    If it `is_shared`, other processes that share it, too, may use the same database. Otherwise none may.
    """

    def __init__(self, server: Server, migrations: Path, *, patience: float, is_shared: bool = False) -> None:
        self.server = server
        self.patience = patience
        self.is_sweep_owed = False  # The server removes the bytes of deleted rows in its own time.
        self.is_shared = is_shared
        self._reading = asyncio.Lock()
        self._migrations = migrations
        self._threads: ThreadPoolExecutor | None = None
        self._priority_threads: ThreadPoolExecutor | None = None
        """A thread for leases, which would expire while older jobs wait for their turn."""
        self._own = threading.local()
        self._connections: list[PgConnection] = []
        self._lock_holder: PgConnection | None = None
        self._lock_guard = threading.Lock()
        self._held_at = -LOCK_CHECK_SECONDS

    async def open(self) -> list[int]:
        """Connect, migrate, and keep other bots away."""
        self._threads = ThreadPoolExecutor(MAX_CONNECTIONS, "postgresql")
        self._priority_threads = ThreadPoolExecutor(1, "postgresql-first")
        try:
            return await self._call(self._prepare)
        except (Lost, Clash, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            await self.close()
            raise unusable(self.server, error) from error
        except BaseException:
            await self.close()
            raise

    def _prepare(self) -> list[int]:
        connection = self._new_connection()
        connection.connect()
        is_upgrade = self.is_shared and needs_exclusive_start(connection, self._migrations)
        self._hold_lock(exclusive=is_upgrade)
        applied = migrate(connection, self._migrations)
        if is_upgrade:
            self._let_others_in()
        check_schema(connection, self._migrations)
        connection.register()
        self._own.connection = connection
        return applied

    def _let_others_in(self) -> None:
        """Change the lock to a shared one."""
        with self._lock_guard:
            assert self._lock_holder is not None
            take_lock(self._lock_holder, shared=True)
            release_lock(self._lock_holder)

    def _hold_lock(self, *, exclusive: bool = False) -> None:
        """Hold the lock of a working bot, shared with others unless `exclusive`.

        Raises InUse if another bot keeps it longer than `patience`, because a server may take a moment to
        notice that a killed bot is gone.
        """
        shared = self.is_shared and not exclusive
        with self._lock_guard:
            now = time.monotonic()
            if self._lock_holder is None:
                self._lock_holder = self._new_connection()
            elif now < self._held_at + LOCK_CHECK_SECONDS and self._lock_holder.is_open:
                return
            elif now > self._own.ends and not self._lock_holder.is_open:
                raise Lost("PostgreSQL couldn't be reached by those before")
            if not self._lock_holder.answers():
                self._lock_holder.connect()
                while not take_lock(self._lock_holder, shared=shared):
                    if time.monotonic() > now + self.patience:
                        self._lock_holder.drop()
                        taken = Problem(f"{self.server} is in use by another Cardcrate", STOP_IT)
                        raise InUse(*(UPGRADE if exclusive else taken))
                    time.sleep(PAUSE_SECONDS)
            self._held_at = now

    async def close(self) -> None:
        """Close all connections after running jobs have ended."""
        self._held_at = -LOCK_CHECK_SECONDS
        pools, self._threads, self._priority_threads = (self._threads, self._priority_threads), None, None
        for threads in filter(None, pools):
            await asyncio.to_thread(threads.shutdown)
        connections, self._connections = self._connections, []
        self._lock_holder, self._own = None, threading.local()
        for connection in connections:
            await asyncio.to_thread(connection.close)

    async def read(self, job: Callable[[PgConnection], T]) -> T:
        """Run a function that only reads."""
        return await self._call(lambda: self._run_idempotent(PgConnection.begin_reading, job, "read"))

    async def write(self, job: Callable[[PgConnection], T], *, priority: bool = False) -> T:
        """Run a function as one transaction."""
        return await self._call(lambda: self._write(job), priority=priority)

    async def read_one(self, job: Callable[[PgConnection], T], *, priority: bool = False) -> T:
        """Run a function that reads by a single statement, which sees one moment without a transaction."""
        read = partial(self._retry, lambda connection, _: job(connection.ready()), "read")
        return await self._call(read, priority=priority)

    async def change(self, job: Callable[[PgConnection], bool], *, priority: bool = False) -> bool:
        """Run a function of a single statement, which is a transaction on its own."""
        return await self._call(lambda: self._change(job), priority=priority)

    async def write_unsynced(self, job: Callable[[PgConnection], T]) -> T:
        """Run a small function whose changes a crash of the server may undo."""
        return await self._call(lambda: self._run_idempotent(PgConnection.begin_unsynced, job, "written"))

    async def read_long(self, job: Callable[[PgConnection], T]) -> T:
        """Run a function that reads a lot on a connection of its own, one reader at a time."""

        def read_separately() -> T:
            with read_only(self.server) as connection:
                return job(connection)

        async with self._reading:
            try:
                return await asyncio.to_thread(read_separately)
            except Unusable as error:
                raise NotSaved(f"the database couldn't be read: {error}") from error

    async def listen(self, heard: Callable[[], None]) -> None:
        """Listen on a connection of its own, and reconnect whenever it's lost."""
        while self.is_shared:
            try:
                await self._listen(heard)
            except (Lost, *LOSS_ERRORS, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("notify_lost", error=str(error))
            await asyncio.sleep(RELISTEN_SECONDS)

    async def _listen(self, heard: Callable[[], None]) -> None:
        """Listen until the connection is lost."""
        lost = asyncio.Event()
        connection = await open_primary(self.server)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda *_: heard())
            heard()  # Something may have changed before we listened.
            await lost.wait()
        finally:
            connection.terminate()

    async def sweep(self) -> bool:
        """Return True, because the server removes deleted rows without us."""
        return True

    async def processes(self) -> int:
        """Return how many bots hold the lock, including this one."""
        return await self.read(count_bots)

    async def size(self) -> int:
        """Return the size of the database on the server in bytes."""
        return await self.read(bytes_in)

    async def backup(self, path: Path) -> None:
        """Copy everything into a SQLite file."""
        await asyncio.to_thread(copy_server, self.server, path, self._migrations)

    async def _call(self, work: Callable[[], T], *, priority: bool = False) -> T:
        """Run a function on one of our threads. A cancelled task still waits until a running function ends.

        A later job therefore sees the function's changes, as it would with a single thread.
        """
        threads = self._priority_threads if priority else self._threads
        if threads is None:
            raise NotSaved("the database is closed")
        ends = time.monotonic() + self.patience

        def carry_out() -> T:
            # The time spent waiting for a thread counts, too, because the answer has a deadline.
            self._own.ends = ends
            return work()

        job = threads.submit(carry_out)
        doing = asyncio.wrap_future(job)
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            if not job.cancel():
                await asyncio.wait([doing])
                doing.exception()  # Marks the exception as retrieved, because the waiting task has ended.
            raise

    def _new_connection(self) -> PgConnection:
        connection = PgConnection(self.server, patience=self.patience, is_shared=self.is_shared)
        self._connections.append(connection)
        return connection

    def _connection(self) -> PgConnection:
        """Return the thread's own connection, ready for work."""
        connection: PgConnection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._new_connection()
        self._hold_lock()
        if not connection.is_open:
            connection.register()
        return connection

    def _run_idempotent(
        self, begin: Callable[[PgConnection], None], job: Callable[[PgConnection], T], how: str
    ) -> T:
        """Run a transaction that may safely run again if the answer to its COMMIT is lost."""

        def attempt(connection: PgConnection, _clashes: int) -> T:
            begin(connection)
            result = job(connection)
            connection.commit()
            return result

        return self._retry(attempt, how)

    def _write(self, job: Callable[[PgConnection], T]) -> T:
        """Run a transaction, again if necessary.

        If the connection breaks during COMMIT, its stored number shows on a new connection whether it was
        committed. After a few clashes, the transaction makes the others wait.
        """
        results: list[T] = []

        def attempt(connection: PgConnection, clashes: int) -> T:
            if results and connection.has_committed():
                return results[0]
            results.clear()
            connection.begin(exclusive=clashes >= MAX_CLASHES)
            result = job(connection)
            results.append(result)
            connection.commit()
            return result

        return self._retry(attempt, "written")

    def _change(self, job: Callable[[PgConnection], bool]) -> bool:
        """Execute a statement, again if necessary. If it changes a row, it also stores its number."""
        tries: list[int] = []

        def attempt(connection: PgConnection, _clashes: int) -> bool:
            if tries and connection.has_committed():
                return True
            tries.append(connection.autocommit_next())
            return job(connection)

        return self._retry(attempt, "written")

    def _retry(self, attempt: Callable[[PgConnection, int], T], how: str) -> T:
        """Try until the patience runs out. Raises NotSaved or Damaged."""
        clashes = 0
        while True:
            try:
                return self._run_once(self._connection(), attempt, clashes)
            except (Lost, Clash, asyncpg.UniqueViolationError) as error:
                # Another transaction stored the same row first. If no other can have run, it's a bug.
                is_ours = isinstance(error, asyncpg.UniqueViolationError) and clashes >= MAX_CLASHES
                if is_ours or time.monotonic() > self._own.ends:
                    raise NotSaved(f"the database couldn't be {how}: {error}") from error
                log.debug("tried_again", error=str(error))
                clashes += not isinstance(error, Lost)
                # Spreads two transactions so that their next tries don't clash.
                time.sleep(random.uniform(0, PAUSE_SECONDS))  # noqa: S311
            except Unusable as error:
                raise NotSaved(f"the database couldn't be {how}: {error}") from error
            except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                kind = Damaged if is_damage(error) else NotSaved
                raise kind(f"the database couldn't be {how}: {error}") from error
            except DECODE_ERRORS as error:
                if how != "read":
                    raise
                raise Damaged(f"the database couldn't be read: {error}") from error

    @staticmethod
    def _run_once(connection: PgConnection, attempt: Callable[[PgConnection, int], T], clashes: int) -> T:
        """Use a connection, and roll back its transaction on failure."""
        try:
            return attempt(connection, clashes)
        except BaseException:
            connection.rollback()
            raise


def is_damage(error: Exception) -> bool:
    """Whether the server has reported that its stored data is corrupt."""
    return isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError)
