"""The database on a PostgreSQL server: a few threads, each with a connection of its own."""

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

from bot.config import Server
from bot.storage.checksums import SENSELESS
from bot.storage.copying import copy_server
from bot.storage.errors import Damaged, InUse, NotSaved, Unusable
from bot.storage.postgres_hosts import GONE, Lost, connected
from bot.storage.postgres_line import CHANNEL, Clash, Line, hold, release, unusable
from bot.storage.postgres_schema import check_schema, migrate, needs_all_others_gone
from bot.storage.postgres_tools import at_work, bytes_in, reading

log = structlog.get_logger(__name__)

T = TypeVar("T")

LINES: Final = 8
"""How many connections there are at most; far more than the moves that Discord lets through need."""
KEEP_SECONDS = 5.0
"""How often it is asked whether the lock against a second bot is still ours."""
LISTEN_AGAIN_SECONDS: Final = 5.0
"""How soon it is listened again after a connection for that was lost."""
PAUSE_SECONDS: Final = 0.05
"""The longest pause between two tries of one transaction."""
MAX_CLASHES: Final = 2
"""After so many meetings with others a transaction keeps them waiting."""
UPGRADE: Final = (
    "this version changes the database so that processes of an older one cannot go on: stop all of them, "
    "and then start this one"
)


class PostgresEngine:
    """The engine on a server; `patience` is how many seconds a job waits: its turn, locks, lost connections.

    Where it `is_shared`, other bots that say the same may be at work beside this one; else none is let in.
    """

    def __init__(self, server: Server, migrations: Path, *, patience: float, is_shared: bool = False) -> None:
        self.server = server
        self.patience = patience
        self.is_sweep_owed = False  # the server clears away the bytes of what is deleted, in its own time
        self.is_shared = is_shared
        self._reading = asyncio.Lock()
        self._migrations = migrations
        self._threads: ThreadPoolExecutor | None = None
        self._first: ThreadPoolExecutor | None = None
        """Beside these: leases end while what was asked for before them waits for its turn."""
        self._own = threading.local()
        self._lines: list[Line] = []
        self._keeper: Line | None = None
        self._keeping = threading.Lock()
        self._kept_at = -KEEP_SECONDS

    async def open(self) -> list[int]:
        """Connect, migrate, and keep others away."""
        self._threads = ThreadPoolExecutor(LINES, "postgresql")
        self._first = ThreadPoolExecutor(1, "postgresql-first")
        try:
            return await self._call(self._prepare)
        except (Lost, Clash, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            await self.close()
            raise unusable(self.server, error) from error
        except BaseException:
            await self.close()
            raise

    def _prepare(self) -> list[int]:
        line = self._new_line()
        line.connect()
        is_upgrade = self.is_shared and needs_all_others_gone(line, self._migrations)
        self._keep(alone=is_upgrade)
        applied = migrate(line, self._migrations)
        if is_upgrade:
            self._let_others_in()
        check_schema(line, self._migrations)
        line.introduce()
        self._own.line = line
        return applied

    def _let_others_in(self) -> None:
        """Share the lock from now on."""
        with self._keeping:
            assert self._keeper is not None
            hold(self._keeper, shared=True)
            release(self._keeper)

    def _keep(self, *, alone: bool = False) -> None:
        """Hold the lock of a bot at work, shared with others unless it is to be `alone`.

        Raises InUse when it cannot be had. Of a bot that was killed the server may know a moment later, so
        the lock is worth a little patience.
        """
        shared = self.is_shared and not alone
        with self._keeping:
            now = time.monotonic()
            if self._keeper is None:
                self._keeper = self._new_line()
            if now < self._kept_at + KEEP_SECONDS and self._keeper.is_open:
                return
            if now > self._own.ends and not self._keeper.is_open:
                raise Lost("PostgreSQL could not be reached by those before")
            if not self._keeper.answers():
                self._keeper.connect()
                while not hold(self._keeper, shared=shared):
                    if time.monotonic() > now + self.patience:
                        self._keeper.drop()
                        raise InUse(UPGRADE if alone else f"{self.server} is in use by another Cardcrate")
                    time.sleep(PAUSE_SECONDS)
            self._kept_at = now

    async def close(self) -> None:
        """End all connections; what is under way comes to its end first."""
        self._kept_at = -KEEP_SECONDS
        pools, self._threads, self._first = (self._threads, self._first), None, None
        for threads in filter(None, pools):
            await asyncio.to_thread(threads.shutdown)
        lines, self._lines, self._keeper, self._own = self._lines, [], None, threading.local()
        for line in lines:
            await asyncio.to_thread(line.close)

    async def read(self, job: Callable[[Line], T]) -> T:
        """Run a function that only reads."""
        return await self._call(lambda: self._plainly(Line.begin_reading, job, "read"))

    async def write(self, job: Callable[[Line], T], *, priority: bool = False) -> T:
        """Run a function as one transaction."""
        return await self._call(lambda: self._write(job), priority=priority)

    async def read_one(self, job: Callable[[Line], T], *, priority: bool = False) -> T:
        """Run a function that reads by one statement: it sees one moment without a transaction."""
        read = partial(self._tried, lambda line, _: job(line.ready()), "read")
        return await self._call(read, priority=priority)

    async def change(self, job: Callable[[Line], bool], *, priority: bool = False) -> bool:
        """Run a function of one statement, which is a transaction by itself."""
        return await self._call(lambda: self._change(job), priority=priority)

    async def write_unsynced(self, job: Callable[[Line], T]) -> T:
        """Run a small function that changes what a crash of the server may undo."""
        return await self._call(lambda: self._plainly(Line.begin_loosely, job, "written"))

    async def read_long(self, job: Callable[[Line], T]) -> T:
        """Run a function that reads much, through a connection of its own; one reader at a time."""

        def read_aside() -> T:
            with reading(self.server) as line:
                return job(line)

        async with self._reading:
            try:
                return await asyncio.to_thread(read_aside)
            except Unusable as error:
                raise NotSaved(f"the database could not be read: {error}") from error

    async def listen(self, heard: Callable[[], None]) -> None:
        """Listen on a connection of its own, and on another one when that is lost."""
        while self.is_shared:
            try:
                await self._listen(heard)
            except (Lost, *GONE, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("not_listening", error=str(error))
            await asyncio.sleep(LISTEN_AGAIN_SECONDS)

    async def _listen(self, heard: Callable[[], None]) -> None:
        """Listen until the connection is lost."""
        lost = asyncio.Event()
        connection = await connected(self.server)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda *_: heard())
            heard()  # of what was there before
            await lost.wait()
        finally:
            connection.terminate()

    async def sweep(self) -> bool:
        """Nothing is left to do: rows are gone at once."""
        return True

    async def processes(self) -> int:
        """How many bots hold the lock, together with this one."""
        return await self.read(at_work)

    async def size(self) -> int:
        """How many bytes the server keeps of the database."""
        return await self.read(bytes_in)

    async def backup(self, path: Path) -> None:
        """Copy everything into a SQLite file."""
        await asyncio.to_thread(copy_server, self.server, path, self._migrations)

    async def _call(self, work: Callable[[], T], *, priority: bool = False) -> T:
        """Run a function on a thread of ours. A task that is cancelled meanwhile ends when the function has.

        So what is asked after that sees what the function has done, as with one thread only.
        """
        threads = self._first if priority else self._threads
        if threads is None:
            raise NotSaved("the database is closed")
        ends = time.monotonic() + self.patience

        def carry_out() -> T:
            self._own.ends = ends  # who waits for a thread waits, too, and is to be answered in time
            return work()

        job = threads.submit(carry_out)
        doing = asyncio.wrap_future(job)
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            if not job.cancel():
                await asyncio.wait([doing])
                doing.exception()  # the task that asked has ended
            raise

    def _new_line(self) -> Line:
        line = Line(self.server, patience=self.patience, is_shared=self.is_shared)
        self._lines.append(line)
        return line

    def _line(self) -> Line:
        """The thread's own connection, in a state to work with."""
        line: Line | None = getattr(self._own, "line", None)
        if line is None:
            line = self._own.line = self._new_line()
        self._keep()
        if not line.is_open:
            line.introduce()
        return line

    def _plainly(self, begin: Callable[[Line], None], job: Callable[[Line], T], how: str) -> T:
        """Run a transaction of which nobody needs to know whether it was stored when its answer is lost."""

        def once(line: Line, _clashes: int) -> T:
            begin(line)
            result = job(line)
            line.commit()
            return result

        return self._tried(once, how)

    def _write(self, job: Callable[[Line], T]) -> T:
        """Run a transaction, if need be again.

        When the connection is lost while COMMIT is answered, nobody knows whether all was stored. The number
        of the transaction tells, on a new connection. One that has met others a few times is given its turn.
        """
        results: list[T] = []

        def once(line: Line, clashes: int) -> T:
            if results and line.has_committed():
                return results[0]
            results.clear()
            line.begin(alone=clashes >= MAX_CLASHES)
            result = job(line)
            results.append(result)
            line.commit()
            return result

        return self._tried(once, "written")

    def _change(self, job: Callable[[Line], bool]) -> bool:
        """Carry out a statement, if need be again: one that has changed something has stored its number."""
        tries: list[int] = []

        def once(line: Line, _clashes: int) -> bool:
            if tries and line.has_committed():
                return True
            tries.append(line.begin_alone())
            return job(line)

        return self._tried(once, "written")

    def _tried(self, once: Callable[[Line, int], T], how: str) -> T:
        """Try for as long as there is patience; raises NotSaved, or Damaged."""
        clashes = 0
        while True:
            try:
                return self._rolled_back(self._line(), once, clashes)
            except (Lost, Clash) as error:
                if time.monotonic() > self._own.ends:
                    raise NotSaved(f"the database could not be {how}: {error}") from error
                log.debug("tried_again", error=str(error))
                clashes += isinstance(error, Clash)
                time.sleep(random.uniform(0, PAUSE_SECONDS))  # noqa: S311 # so that two do not meet again
            except Unusable as error:
                raise NotSaved(f"the database could not be {how}: {error}") from error
            except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                kind = Damaged if is_damage(error) else NotSaved
                raise kind(f"the database could not be {how}: {error}") from error
            except SENSELESS as error:
                if how != "read":
                    raise
                raise Damaged(f"the database could not be read: {error}") from error

    @staticmethod
    def _rolled_back(line: Line, once: Callable[[Line, int], T], clashes: int) -> T:
        """Do something with a connection, and leave no transaction open when it fails."""
        try:
            return once(line, clashes)
        except BaseException:
            line.rollback()
            raise


def is_damage(error: Exception) -> bool:
    """Whether the server has found that what it has stored is broken."""
    return isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError)
