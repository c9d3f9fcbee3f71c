"""The store of sessions, through which the rest of the program uses the database."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Concatenate, Final, ParamSpec, TypeAlias, TypeVar

import structlog

from bot.config import Location, Server
from bot.engine.contract import AnyGame
from bot.storage import archive, facts, groups, pauses, privacy, ratings, rows, shown
from bot.storage.archive import EndedAt, FinishedGame, PackedRow
from bot.storage.engine import Connection, Engine
from bot.storage.errors import Damaged, NotInstalled, NotSaved, Unusable
from bot.storage.records import Commit, Played, Record
from bot.storage.replay import rebuild_position
from bot.storage.sqlite import SqliteEngine

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Rest: TypeAlias = Callable[[], Awaitable[None]]
"""A function that waits a little between two steps of background work."""

Games: TypeAlias = Mapping[str, AnyGame]

NO_GAMES: Final[Games] = MappingProxyType({})
"""The games of a store that never reads a packed game, because that takes the game's rules."""
KEPT_UNPACKED: Final = 4
"""The number of unpacked games kept in memory, because a game being viewed is read often."""
FORGOTTEN_AT_ONCE: Final = 50
"""The number of sessions that lose a user in one transaction, for which moves have to wait."""
NO_NEWS: Final[frozenset[Callable[..., object]]] = frozenset(
    (facts.keep_note, facts.note_once, rows.forget_seen, groups.stop, groups.note_dms, groups.forget_claims)
)
"""The functions whose changes don't justify a backup on their own."""
PATIENCE_SECONDS: Final = 2.0
"""The longest that a change waits for others, because a click must be answered within three seconds."""


async def no_rest() -> None:
    """Return without a rest."""


class Store:
    """The database, opened by this process.

    `read` and `write` run a function of this package with an open transaction as its first argument:
    `await store.read(queries.live_of, user_id)`. `patience` is how many seconds a change waits for others.
    Before a migration, a file is copied into the folder `backups` or into its own. Only a server can be
    shared with other processes.
    """

    def __init__(
        self,
        where: Location,
        migrations: Path,
        games: Games = NO_GAMES,
        *,
        backups: Path | None = None,
        patience: float = PATIENCE_SECONDS,
        is_shared: bool = False,
    ) -> None:
        self.engine = engine_for(where, migrations, patience=patience, backups=backups, is_shared=is_shared)
        self.where = where
        self.has_news = True
        """Whether anything worth a backup may have changed since the last one by this process."""
        self._games = games
        self._unpacked: dict[tuple[int, int], FinishedGame] = {}
        """By session and version."""
        self.inherited = 0
        """The newest session at the start. An earlier process may have shown it."""
        self._unshown = 0.0
        """The seconds by which deadlines have moved since pages last showed them."""

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

    async def read(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that only reads."""
        return await self.engine.read(lambda connection: function(connection, *args, **kwargs))

    async def read_one(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that reads by a single statement."""
        return await self.engine.read_one(lambda connection: function(connection, *args, **kwargs))

    async def read_long(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that reads a lot, in parallel with writes."""
        return await self.engine.read_long(lambda connection: function(connection, *args, **kwargs))

    async def write(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes, all of it or nothing."""
        self.has_news = self.has_news or function not in NO_NEWS
        return await self.engine.write(lambda connection: function(connection, *args, **kwargs))

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
        position = await asyncio.to_thread(rebuild_position, games, frame, digest, history)
        await self.write(rows.alter, session_id, position=position)

    async def extend_deadlines(self, seconds: float, note: tuple[str, str]) -> None:
        """Move all running deadlines and store a note, or neither. Updates pages that are off by a minute."""
        moved = self._unshown + seconds
        are_shown = abs(moved) >= pauses.VISIBLE_SECONDS
        await self.write(pauses.extend_deadlines, seconds, note, are_shown=are_shown)
        self._unshown = 0.0 if are_shown else moved

    async def _unpack(self, found: PackedRow) -> FinishedGame:
        """Unpack a game in a thread, in parallel with moves."""
        key = found.row[:2]
        if key not in self._unpacked:
            self._unpacked[key] = await asyncio.to_thread(archive.unpack, self._games, found)
            for old in list(self._unpacked)[:-KEPT_UNPACKED]:
                del self._unpacked[old]
        return self._unpacked[key]

    async def pack_next(self, after: EndedAt, before: float) -> EndedAt | None:
        """Pack the first game that ended between these times, and return when it ended, if there's one.

        A game that can't be packed doesn't change and is logged.
        """
        found = await self.read(archive.next_to_pack, after, before)
        if found is None:
            return None
        try:
            game = await self.read(archive.game_to_pack, found[1])
            if game is not None:
                packed = await asyncio.to_thread(archive.pack, self._games, game)
                await self.write(archive.put, game, packed)
        except NotInstalled:
            return found  # It can be packed once its game is back.
        except Damaged as damage:
            log.warning("not_packed", session=found[1], error=str(damage))
        return found

    async def tables_of(self, user_id: int) -> int:
        """Return how many tables, running or ended, name a user."""
        return len(await self.read_long(privacy.tables_of, user_id))

    async def export_of(self, user_id: int) -> bytes:
        """Return everything stored about a user as a JSON file."""
        return await self.read_long(privacy.export_file, user_id)

    async def forget(self, user_id: int) -> bool:
        """Remove a user from everything stored. Raises StillSeated while they sit at a live table.

        Returns whether no byte of the file and its log names them now. Otherwise that takes another `sweep`
        after all readers of the file have finished.
        """
        while not await self.write(privacy.forget, user_id, FORGOTTEN_AT_ONCE):
            continue
        return await self.engine.sweep()

    async def anonymise(self, before: float, rest: Rest = no_rest) -> int:
        """Remove users from games that ended before a time, and return how many games have changed.

        Users who want to be kept stay. Rests between the steps, so that moves don't wait.
        """
        number = 0
        while (step := await self.write(privacy.anonymise, before, FORGOTTEN_AT_ONCE)) is not None:
            number += step
            await rest()
        await self.write(ratings.forget_before, before)
        if number:
            await self.engine.sweep()
        return number

    async def backup(self, path: Path) -> None:
        """Write the present database into a new file while moves continue. Raises NotSaved."""
        before, self.has_news = self.has_news, False
        try:
            await self.engine.backup(path)
        except NotSaved:
            self.has_news = before
            raise


def engine_for(
    where: Location, migrations: Path, *, patience: float, backups: Path | None, is_shared: bool
) -> Engine:
    """Return the engine for a database. Raises Unusable if its driver is missing, or for a shared file."""
    if isinstance(where, Path):
        if is_shared:
            raise Unusable("several processes can't share a file", "name a PostgreSQL server in DATABASE")
        return SqliteEngine(where, migrations, patience=patience, backups=backups)
    check_driver(where)
    from bot.storage.postgres import PostgresEngine

    return PostgresEngine(where, migrations, patience=patience, is_shared=is_shared)


def check_driver(*databases: Location) -> None:
    """Raise Unusable if one of these is on a server and the driver isn't installed."""
    if any(isinstance(where, Server) for where in databases) and find_spec("asyncpg") is None:
        raise Unusable("the driver for PostgreSQL is missing", "install cardcrate[postgresql]")
