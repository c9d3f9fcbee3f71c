"""A real SQLite database in memory, without threads. It takes simulated time, fails, and survives crashes."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from bot.config import DATA
from bot.sessions.times import QuietHours
from bot.storage import pauses, people, queries, rows, shown
from bot.storage.driver import SqliteConnection, connect
from bot.storage.engine import Connection
from bot.storage.errors import NotSaved
from bot.storage.migrations import migrate
from bot.storage.pauses import extend_deadlines
from bot.storage.queries import scan
from bot.storage.records import Commit, Record
from bot.storage.sqlite import SqliteEngine
from bot.storage.store import Store
from tests.simulation.sites import STORE, name_of
from tests.simulation.strikes import Strikes
from tests.simulation.world import World

P = ParamSpec("P")
T = TypeVar("T")

USERS = range(101, 110)
"""Everyone who may play in a run."""


class Saved(msgspec.Struct, frozen=True):
    """A committed change, its commit's real and playable time, and the delays allowed before it.

    `waited` is how long its table had been paused by then, which is part of these delays. `stood_still` is
    how long all clocks had stopped. Changes saved meanwhile have older times, which move when the clocks
    resume.
    """

    change: Commit
    at: float
    played_time: float
    grace: float
    waited: float
    stood_still: float


class Database:
    """The file. `saved` are the changes of all sessions in the order of their commits."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.saved: list[Saved] = []
        self.hands_at: dict[int, float] = {}
        """The time when a session's hands were last to be shown again without a change."""
        self.strikes = Strikes(world)
        self.connection = connect(":memory:")
        self.connection.execute("PRAGMA foreign_keys = ON")
        migrate(self.connection, DATA / "migrations")
        self.quiet: dict[int, QuietHours] = {}
        """The quiet hours that users have chosen."""
        for user in USERS:  # they've used their DMs, so that calls go there
            self._choose(user, {"dm": "seen"})

    def set_quiet_hours(self, quiet: Mapping[int, QuietHours]) -> None:
        """Store users' quiet hours before the run."""
        self.quiet.update(quiet)
        for user, hours in quiet.items():
            self._choose(user, {"quiet": msgspec.to_builtins(hours)})

    def _choose(self, user: int, chosen: dict[str, Any]) -> None:
        people.change_preferences(self.connection, "user", user, partial(_merged, chosen))

    def record_change(self, change: Commit) -> None:
        """Record a committed change."""
        world = self.world
        if change.resumes:
            self.note_resumed(change.record.id)
        waited = world.waited(change.record.id)
        delays = world.grace + waited, waited, world.stood_still()
        self.saved.append(Saved(change, world.now, world.played_time, *delays))
        record, played = change.record, change.played
        what = f"{played.seat} {played.move}" if played else record.status
        world.note(f"commit {record.id}@{record.revision} {what} {change.interaction_id}")

    def note(self, function: Callable[..., object], args: Sequence[Any], result: Any) -> None:
        """Record that a function of the store has written."""
        if function is rows.commit:
            self.record_change(args[0])
        elif function is rows.insert:
            self.record_change(Commit(result, interaction_id=args[1]))
        elif function is pauses.pause_all:
            self.note_paused(args[0])
        elif function is pauses.resume:
            self.note_resumed(args[0])
        elif function is shown.look:
            self.hands_at[args[0]] = self.world.now
        elif function is extend_deadlines:
            for one in scan(self.connection):
                self.hands_at |= dict.fromkeys((number for number, _ in one.deadlines), self.world.now)

    def note_paused(self, session_ids: Iterable[int]) -> None:
        """Record that tables are paused."""
        for session_id in session_ids:
            self.world.waiting.setdefault(session_id, self.world.now)

    def note_resumed(self, session_id: int) -> None:
        """Record that a table is no longer paused."""
        world = self.world
        world.grace += world.waited(session_id) + 5
        world.waiting.pop(session_id, None)
        self.hands_at[session_id] = world.now

    def look_at(self, session_id: int) -> float | None:
        """Return the time of the next look at a session."""
        query = "SELECT look_at FROM sessions WHERE id = ?"
        row = self.connection.execute(query, (session_id,)).fetchone()
        return None if row is None else row[0]

    def frame(self, session_id: int | None) -> Record | None:
        """Return a committed session without its position."""
        return None if session_id is None else rows.frame(self.connection, session_id)[0]

    def status(self, session_id: int | None) -> str | None:
        """Return the committed status of a session, or None if there's none."""
        query = "SELECT status FROM sessions WHERE id = ?"
        found = self.connection.execute(query, (session_id,)).fetchone()
        return None if found is None else str(found[0])

    def live_in(self, channel_id: int) -> int | None:
        """Return the running table of a channel."""
        return queries.live_in(self.connection, channel_id)

    def revision(self, session_id: int) -> int:
        """Return the committed revision of a session, or 0 if there's none."""
        found = self.connection.execute(
            "SELECT revision FROM sessions WHERE id = ?", (session_id,)
        ).fetchone()
        return int(found[0]) if found else 0

    def has_lobby(self) -> bool:
        """Whether a table hasn't begun yet."""
        return self.connection.execute("SELECT 1 FROM sessions WHERE status = 'lobby'").fetchone() is not None

    def has_seen(self, interaction_id: int) -> bool:
        """Whether an interaction has taken effect."""
        query = "SELECT 1 FROM seen WHERE interaction_id = ?"
        return self.connection.execute(query, (interaction_id,)).fetchone() is not None


class InlineEngine(SqliteEngine):
    """The engine of one process on that file, which runs one job at a time like the real one."""

    def __init__(self, database: Database) -> None:
        super().__init__(Path("simulated.sqlite3"), DATA / "migrations", patience=0.0)
        self._file = database
        self._turn = asyncio.Lock()
        self._jobs: set[asyncio.Task[object]] = set()

    async def call(self, job: Callable[[SqliteConnection], T]) -> T:
        """Run a job. If its caller is cancelled, the job still completes."""
        doing = asyncio.get_running_loop().create_task(self._job(job))
        self._jobs.add(doing)
        doing.add_done_callback(self._done)
        return await asyncio.shield(doing)

    def _done(self, job: asyncio.Task[object]) -> None:
        self._jobs.discard(job)
        if not job.cancelled():
            job.exception()  # The caller may be gone.

    async def _job(self, job: Callable[[SqliteConnection], T]) -> T:
        chance = self._file.world.chance
        async with self._turn:
            await asyncio.sleep(chance.random() * 0.02)
            result = job(self._file.connection)
        # Rarely long, because its result is unknown meanwhile.
        await asyncio.sleep(chance.random() ** 3 * 0.3)
        return result


class InlineStore(Store):
    """The store of one process on that file, which records saved changes and sometimes fails."""

    def __init__(self, database: Database) -> None:
        super().__init__(Path("simulated.sqlite3"), DATA / "migrations")
        self.engine = InlineEngine(database)
        self.inherited = database.connection.newest("sessions")
        self._file = database

    async def read(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        world, place = self._file.world, f"read {name_of(function)}"
        if self._file.strikes.at(place) or world.happens(world.weather.unread):
            world.meet(place, "F30 read error")
            world.excuse()
            raise NotSaved("the database couldn't be read: disk I/O error")
        return await super().read(function, *args, **kwargs)

    async def write(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Write, and record that at the moment of the commit."""
        world, place = self._file.world, f"write {name_of(function)}"

        def failing(connection: Connection) -> T:
            fault = self._file.strikes.at(place)
            if not fault and world.happens(world.weather.unsaved):
                fault = world.chance.choice(STORE.get(place, ("F30 full",)))
            world.note_write(place, failed=bool(fault))
            if fault:
                world.meet(place, fault)
                world.excuse()
                self._fail(connection, lambda one: function(one, *args, **kwargs), fault)
            result = function(connection, *args, **kwargs)
            self._file.note(function, args, result)
            return result

        return await super().write(failing)

    def _fail(self, connection: Connection, write: Callable[[Connection], object], fault: str) -> None:
        """Fail like SQLite: at once, or after all statements. A full disk also rolls back."""
        if fault == "F29 locked":
            raise sqlite3.OperationalError("database is locked")
        write(connection)
        if fault == "F30 full":
            connection.execute("ROLLBACK")
            raise sqlite3.OperationalError("database or disk is full")
        raise sqlite3.OperationalError("disk I/O error")


def _merged(chosen: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {**before, **chosen}
