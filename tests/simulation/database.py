"""A real SQLite database in memory, without a thread: it takes simulated time, fails, and outlives a crash."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from bot.config import DATA
from bot.storage import outbox, rows
from bot.storage.errors import NotSaved
from bot.storage.migrations import migrate
from bot.storage.records import Commit, Record, Why
from bot.storage.store import Store
from tests.simulation.world import World

T = TypeVar("T")


class Saved(msgspec.Struct, frozen=True):
    """A committed change; when it was committed, truly and in time to play; and what delays were allowed."""

    change: Commit
    at: float
    played_time: float
    grace: float


class Database:
    """The file. `saved` are the changes of all sessions in the order of their commits."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.saved: list[Saved] = []
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.execute("PRAGMA foreign_keys = ON")
        migrate(self.connection, DATA / "migrations")

    def keep(self, change: Commit) -> None:
        """Write down that a change is committed."""
        world = self.world
        self.saved.append(Saved(change, world.now, world.played_time, world.grace))
        record, played = change.record, change.played
        what = f"{played.seat} {played.move}" if played else record.status
        world.note(f"commit {record.id}@{record.revision} {what} {change.places} {change.interaction_id}")

    def frame(self, session_id: int | None) -> Record | None:
        """A session as it is committed, without its position."""
        return None if session_id is None else rows.frame(self.connection, session_id)[0]

    def live_in(self, channel_id: int) -> int | None:
        """The running table of a channel."""
        return rows.live_in(self.connection, channel_id)

    def revision(self, session_id: int) -> int:
        """The committed revision of a session; 0 when there is none."""
        found = self.connection.execute(
            "SELECT revision FROM sessions WHERE id = ?", (session_id,)
        ).fetchone()
        return int(found[0]) if found else 0

    def has_seen(self, interaction_id: int) -> bool:
        """Whether an interaction has had its effect."""
        query = "SELECT 1 FROM seen WHERE interaction_id = ?"
        return self.connection.execute(query, (interaction_id,)).fetchone() is not None


class InlineStore(Store):
    """The store of one process on that file; like the real one it works off one job after the other."""

    def __init__(self, database: Database) -> None:
        super().__init__(Path("simulated.sqlite3"), DATA / "migrations")
        self.inherited = outbox.last(database.connection)
        self._file = database
        self._turn = asyncio.Lock()
        self._jobs: set[asyncio.Task[object]] = set()

    async def commit(self, change: Commit) -> None:
        def write(connection: sqlite3.Connection) -> None:
            rows.commit(connection, change)
            self._file.keep(change)

        await self._write(write)

    async def new(
        self, record: Record, places: Iterable[str] = (), interaction_id: int | None = None
    ) -> Record:
        def write(connection: sqlite3.Connection) -> Record:
            stored = rows.insert(connection, record, tuple(places), interaction_id)
            self._file.keep(Commit(stored, places=tuple(places), interaction_id=interaction_id))
            return stored

        return await self._write(write)

    async def pause(self, session_ids: Iterable[int], why: Why, at: float) -> None:
        numbers = list(session_ids)
        await super().pause(numbers, why, at)
        for number in numbers:
            self._file.world.waiting.setdefault(number, self._file.world.now)

    async def resume(self, session_id: int, seconds: float) -> None:
        world = self._file.world
        world.grace += world.now - world.waiting.pop(session_id, world.now) + 5
        await super().resume(session_id, seconds)

    async def _call(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job; whoever waits for it may go away, the job is done all the same."""
        job = asyncio.get_running_loop().create_task(self._job(read))
        self._jobs.add(job)
        job.add_done_callback(self._done)
        return await asyncio.shield(job)

    def _done(self, job: asyncio.Task[object]) -> None:
        self._jobs.discard(job)
        if not job.cancelled():
            job.exception()  # told to whoever waits; perhaps nobody does any more

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        if self._file.world.happens(self._file.world.weather.unread):
            self._file.world.excuse()
            raise NotSaved("the database could not be read: disk I/O error")
        return await super()._read(read)

    async def _write(self, write: Callable[[sqlite3.Connection], T]) -> T:
        def refusing(connection: sqlite3.Connection) -> T:
            if self._file.world.happens(self._file.world.weather.unsaved):
                self._file.world.excuse()
                raise sqlite3.OperationalError("database or disk is full")
            return write(connection)

        return await super()._write(refusing)

    async def _job(self, read: Callable[[sqlite3.Connection], T]) -> T:
        chance = self._file.world.chance
        async with self._turn:
            await asyncio.sleep(chance.random() * 0.02)
            result = read(self._file.connection)
        await asyncio.sleep(chance.random() ** 3 * 0.3)  # seldom long: what is saved is not known yet
        return result
