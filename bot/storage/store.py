"""The store of sessions: what the rest of the program may ask of the database, and nothing more."""

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.storage import rows
from bot.storage.errors import NotSaved, Unusable
from bot.storage.lock import FileLock
from bot.storage.migrations import migrate
from bot.storage.records import Commit, Pending, Played, Record, Shown

T = TypeVar("T")

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA foreign_keys = ON",
)


class Store:
    """One SQLite file, opened by one process through one connection."""

    def __init__(self, path: Path, migrations: Path) -> None:
        self.path = path
        self._migrations = migrations
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        self._database: aiosqlite.Connection | None = None

    async def open(self) -> list[int]:
        """Open the file, making it when there is none, and migrate it.

        Gives the numbers of the migrations applied; raises Unusable with one clear line.
        """
        if not self.path.parent.is_dir():
            raise Unusable(f"the folder for the database is missing: {self.path.parent}")
        self._lock.acquire()
        try:
            self._database = await aiosqlite.connect(self.path, isolation_level=None)
            return await self._call(self._prepare)
        except sqlite3.Error as error:
            await self.close()
            raise Unusable(f"{self.path} cannot be used as a database: {error}") from error
        except BaseException:
            await self.close()
            raise

    def _prepare(self, connection: sqlite3.Connection) -> list[int]:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        self.path.chmod(0o600)
        return migrate(connection, self._migrations)

    async def close(self) -> None:
        """Close the file and let go of the lock; harmless when it is not open."""
        if self._database is not None:
            await self._database.close()
            self._database = None
        self._lock.release()

    async def new(self, record: Record, places: Iterable[str] = ()) -> Record:
        """Store a new session (its id is ignored) and give it with its id."""
        return await self._write(lambda connection: rows.insert(connection, record, tuple(places)))

    async def commit(self, change: Commit) -> None:
        """Write one change whole; raise Stale, SeenBefore or NotSaved when nothing was written."""
        await self._write(lambda connection: rows.commit(connection, change))

    async def load(self, session_id: int) -> Record | None:
        """A session by its id; raise Damaged when its row does not match its checksum."""
        return await self._call(lambda connection: rows.load(connection, session_id))

    async def live_in(self, channel_id: int) -> int | None:
        """The id of the live session in a channel."""
        return await self._call(lambda connection: rows.live_in(connection, channel_id))

    async def live_of(self, user_id: int) -> list[int]:
        """The ids of the live sessions in which a user has a seat, latest first."""
        return await self._call(lambda connection: rows.live_of(connection, user_id))

    async def in_guild(self, guild_id: int) -> list[Record]:
        """The live sessions of a server, latest first."""
        return await self._call(lambda connection: rows.in_guild(connection, guild_id))

    async def history(self, session_id: int, last: int | None = None) -> list[Played]:
        """The moves of a session, oldest first; only the `last` so many when given."""
        return await self._call(lambda connection: rows.history(connection, session_id, last))

    async def deadlines(self) -> list[tuple[int, float]]:
        """Every running deadline: session id and time."""
        return await self._call(rows.deadlines)

    async def shift_deadlines(self, seconds: float) -> None:
        """Move every running deadline: time in which nobody could play is not charged."""
        await self._write(lambda connection: rows.shift_deadlines(connection, seconds))

    async def pending(self, session_id: int) -> list[Pending]:
        """What of a session must still be shown, in order."""
        return await self._call(lambda connection: rows.pending(connection, session_id))

    async def unpublished(self) -> list[int]:
        """The sessions that still have something to show."""
        return await self._call(rows.unpublished)

    async def shown(self, session_id: int) -> dict[str, Shown]:
        """Where the pages of a session stand, by place."""
        return await self._call(lambda connection: rows.shown(connection, session_id))

    async def done(self, row: Pending, places: frozenset[str]) -> None:
        """Take a row that has been shown out of the outbox, and older ones of the same places."""
        await self._write(lambda connection: rows.done(connection, row, places))

    async def note_shown(self, session_id: int, page: Shown) -> None:
        """Remember where a page stands."""
        await self._write(lambda connection: rows.note_shown(connection, session_id, page))

    async def forget_shown(self, session_id: int, place: str) -> None:
        """A page stands nowhere any more."""
        await self._write(lambda connection: rows.forget_shown(connection, session_id, place))

    async def dm_closed_at(self, user_id: int) -> float | None:
        """When a DM to this user was last refused; None while DMs are open as far as we know."""
        return await self._call(lambda connection: rows.dm_closed_at(connection, user_id))

    async def keep_dm_closed(self, user_id: int, at: float | None) -> None:
        """Remember that this user's DMs were found closed, or (None) open again."""
        await self._write(lambda connection: rows.keep_dm_closed(connection, user_id, at))

    async def preferences(self, owner: str, owner_id: int) -> dict[str, Any]:
        """What a user (`user`) or a server (`server`) has chosen; empty where nothing was."""
        return await self._call(lambda connection: rows.preferences(connection, owner, owner_id))

    async def keep_preferences(self, owner: str, owner_id: int, chosen: dict[str, Any]) -> None:
        """Store what a user or a server has chosen."""
        await self._write(lambda connection: rows.keep_preferences(connection, owner, owner_id, chosen))

    async def note(self, name: str) -> str | None:
        """A small fact about the bot itself."""
        return await self._call(lambda connection: rows.note(connection, name))

    async def keep_note(self, name: str, value: str) -> None:
        """Store a small fact about the bot itself."""
        await self._write(lambda connection: rows.keep_note(connection, name, value))

    async def forget_seen(self, before: float) -> None:
        """Forget interactions older than this; Discord repeats none after its token has died."""
        await self._write(lambda connection: rows.forget_seen(connection, before))

    async def _call(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function on the connection's own thread.

        aiosqlite has no public way to run several statements as one job, and statement by statement a
        cancelled task would leave a transaction open on the shared connection. One job runs whole or not
        at all, whatever happens to the task that waits for it.
        """
        if self._database is None:
            raise NotSaved("the database is closed")
        execute = self._database._execute  # noqa: SLF001
        result: T = await execute(read, self._database._conn)  # type: ignore[no-untyped-call] # noqa: SLF001
        return result

    async def _write(self, write: Callable[[sqlite3.Connection], T]) -> T:
        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = write(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # after a full disk SQLite has rolled back by itself
                    connection.execute("ROLLBACK")
                raise
            return result

        try:
            return await self._call(transaction)
        except sqlite3.Error as error:
            raise NotSaved(f"the database could not be written: {error}") from error
