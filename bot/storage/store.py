"""The store of sessions, through which the rest of the program uses the database."""

import asyncio
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeVar

from bot.config import Server, Where
from bot.engine.contract import AnyGame
from bot.storage import archive, facts, pauses, rows, shown
from bot.storage.archive import PackedRow
from bot.storage.engine import Connection, Engine
from bot.storage.errors import Unusable
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import Commit, Played, Record
from bot.storage.replay import rebuilt
from bot.storage.sqlite import SqliteEngine
from bot.storage.upkeep import NO_GAMES, Games, Upkeep

T = TypeVar("T")

PATIENCE_SECONDS: Final = 2.0
"""How long a change waits for others, because a click must be answered within three seconds."""


VISIBLE_SECONDS: Final = 60.0
"""Pages give deadlines to the minute: those that moved by less in total aren't shown again."""


class Store(Upkeep):
    """The database, opened by this process.

    `patience` is how many seconds a change waits for others. Before a migration, a file is copied into
    the folder `backups` or into its own. Only a server can be shared with other processes.
    """

    def __init__(
        self,
        where: Where,
        migrations: Path,
        games: Games = NO_GAMES,
        *,
        backups: Path | None = None,
        patience: float = PATIENCE_SECONDS,
        is_shared: bool = False,
    ) -> None:
        engine = engine_for(where, migrations, patience=patience, backups=backups, is_shared=is_shared)
        super().__init__(engine, games)
        self.where = where
        self.inherited = 0
        """The newest session at the start. An earlier process may have shown it."""
        self._unshown = 0.0
        """By how much deadlines have moved since pages last showed that."""

    async def open(self) -> list[int]:
        """Open and migrate the database, which is made if it's missing.

        Returns the numbers of the migrations applied. Raises Unusable with one clear line.
        """
        applied = await self.engine.open()
        try:
            self.inherited = await self.read(shown.newest_session)
        except BaseException:
            await self.close()
            raise
        return applied

    async def close(self) -> None:
        """Close the database. Harmless if it isn't open."""
        await self.engine.close()

    @property
    def path(self) -> Path:
        """The file, if the database is one."""
        assert isinstance(self.where, Path)
        return self.where

    async def new(self, record: Record, interaction_id: int | None = None) -> Record:
        """Store a new session and return it with its new id. Raises Stale or SeenBefore."""
        return await self.write(rows.insert, record, interaction_id)

    async def commit(self, change: Commit) -> None:
        """Write one change completely. Raises Stale, SeenBefore or NotSaved if nothing was written."""
        await self.write(rows.commit, change)

    async def load(self, session_id: int) -> Record | None:
        """Return a session by its id, packed or not. Raises Damaged."""
        found = await self.read(archive.load, session_id)
        return (await self._unpack(found)).record if isinstance(found, PackedRow) else found

    async def history(self, session_id: int, last: int | None = None) -> list[Played]:
        """Return the moves of a session, packed or not, oldest first, or only the `last` ones."""
        found = await self.read(archive.history, session_id, last)
        if not isinstance(found, PackedRow):
            return found
        history = (await self._unpack(found)).history
        return list(history if last is None else history[max(0, len(history) - last) :])

    async def rebuild(self, session_id: int, games: Mapping[str, AnyGame]) -> None:
        """Restore a damaged position by replaying the moves. Raises Damaged if those are damaged as well."""
        frame, digest = await self.read(rows.frame, session_id)
        history = await self.history(session_id)
        position = await asyncio.to_thread(rebuilt, games, frame, digest, history)
        await self.write(rows.alter, session_id, position=position)

    async def extend_deadlines(self, seconds: float, note: tuple[str, str]) -> None:
        """Move every running deadline and store a note, both or neither. Far-off pages are updated."""
        moved = self._unshown + seconds
        are_shown = abs(moved) >= VISIBLE_SECONDS
        await self.write(extend_deadlines, seconds, note, are_shown=are_shown)
        self._unshown = 0.0 if are_shown else moved


def move_clocks(
    connection: Connection, seconds: float, some: SessionFilter = EVERY, *, are_shown: bool
) -> None:
    """Move everything due at some tables. If `are_shown`, their pages show that."""
    rows.shift_deadlines(connection, seconds, some)
    pauses.shift(connection, seconds, some)
    if are_shown:
        shown.look_at_clocks(connection, some)


def extend_deadlines(
    connection: Connection, seconds: float, note: tuple[str, str], *, are_shown: bool
) -> None:
    """Move every running deadline and store a note."""
    move_clocks(connection, seconds, are_shown=are_shown)
    facts.keep_note(connection, *note)


def engine_for(
    where: Where, migrations: Path, *, patience: float, backups: Path | None, is_shared: bool
) -> Engine:
    """Return the engine for a database. Raises Unusable if its driver is missing, or for a shared file."""
    if isinstance(where, Path):
        if is_shared:
            raise Unusable("several processes can't share a file: name a PostgreSQL server in DATABASE")
        return SqliteEngine(where, migrations, patience=patience, backups=backups)
    check_driver(where)
    from bot.storage.postgres import PostgresEngine

    return PostgresEngine(where, migrations, patience=patience, is_shared=is_shared)


def check_driver(*databases: Where) -> None:
    """Raise Unusable if one of these is on a server and the driver isn't installed."""
    if any(isinstance(where, Server) for where in databases) and find_spec("asyncpg") is None:
        raise Unusable("the driver for PostgreSQL is missing: install cardcrate[postgresql]")
