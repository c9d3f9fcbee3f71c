"""The narrow door to the database, and the upkeep beside the games: packing, forgetting, backups."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Concatenate, Final, ParamSpec, TypeAlias, TypeVar

import msgspec
import structlog

from bot.engine.contract import AnyGame
from bot.storage import archive, export, facts, groups, privacy, ratings, rows
from bot.storage.archive import Ended, PackedRow, UnpackedGame
from bot.storage.engine import Connection, Engine
from bot.storage.errors import Damaged, NotSaved

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Rest: TypeAlias = Callable[[], Awaitable[None]]
"""Waits a little between two steps of work in the background."""

Games: TypeAlias = Mapping[str, AnyGame]

NO_GAMES: Final[Games] = MappingProxyType({})
"""For those who read no packed games: these are played again."""
KEPT_UNPACKED: Final = 4
"""How many packed games are kept as they were unpacked last: one that is looked at is asked for often."""
FORGOTTEN_AT_ONCE: Final = 50
"""From how many sessions users are taken in one transaction: moves wait for it."""
NO_NEWS: Final[frozenset[Callable[..., object]]] = frozenset(
    (facts.keep_note, facts.note_once, rows.forget_seen, groups.stop, groups.hear_dms, groups.forget_claims)
)
"""Writing these alone is not worth a backup."""


async def at_once() -> None:
    """No rest at all."""


class Upkeep:
    """The half of the store that grows with its age.

    `read` and `write` run a function of this package that works over an open transaction:
    `await store.read(rows.live_of, user_id)`.
    """

    def __init__(self, engine: Engine, games: Games) -> None:
        self.engine = engine
        self.has_news = True
        """Whether anything worth a backup may have changed since the last one of this process."""
        self._games = games
        self._unpacked: dict[tuple[int, int], UnpackedGame] = {}

    @property
    def is_sweep_owed(self) -> bool:
        """Whether the log still holds what was to be deleted."""
        return self.engine.is_sweep_owed

    async def read(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a function reads, between two moves."""
        return await self.engine.read(lambda connection: function(connection, *args, **kwargs))

    async def read_one(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a function reads by one statement."""
        return await self.engine.read_one(lambda connection: function(connection, *args, **kwargs))

    async def read_long(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a function reads that reads much, beside the moves."""
        return await self.engine.read_long(lambda connection: function(connection, *args, **kwargs))

    async def write(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Let a function write, all of it or nothing."""
        self.has_news = self.has_news or function not in NO_NEWS
        return await self.engine.write(lambda connection: function(connection, *args, **kwargs))

    async def _unpack(self, found: PackedRow) -> UnpackedGame:
        """A packed game, unpacked beside the moves of others."""
        key = (found.row[0], found.beside["version"])
        if key not in self._unpacked:
            self._unpacked[key] = await asyncio.to_thread(archive.unpacked, self._games, found)
            for old in list(self._unpacked)[:-KEPT_UNPACKED]:
                del self._unpacked[old]
        past = self._unpacked[key]
        return past._replace(record=msgspec.structs.replace(past.record, **found.beside))

    async def pack_next(self, after: Ended, before: float) -> Ended | None:
        """Pack the first game that ended between these times; gives which that was, None when there is none.

        One that cannot be packed stays as it is, and the log says so.
        """
        found = await self.read(archive.next_to_pack, after, before)
        if found is None:
            return None
        try:
            game = await self.read(archive.whole, found[1])
            if game is not None:
                packed = await asyncio.to_thread(archive.packed, self._games, game)
                await self.write(archive.put, game, packed)
        except Damaged as damage:
            log.warning("not_packed", session=found[1], error=str(damage))
        return found

    async def tables_of(self, user_id: int) -> int:
        """How many tables, running and ended ones, name a user."""
        return await self.read_long(privacy.tables_of, user_id)

    async def export_of(self, user_id: int) -> bytes:
        """Everything that is stored about a user, as a file of JSON."""
        return await self.read_long(export.file_of, user_id)

    async def forget(self, user_id: int) -> bool:
        """Take a user out of everything stored; raise StillSeated while they sit at a live table.

        Gives whether no byte of the file and its log names them now; else that is so a little later, when
        every reader of the file has finished and `sweep` was called again.
        """
        while not await self.write(privacy.forget, user_id, FORGOTTEN_AT_ONCE):
            continue
        return await self.sweep()

    async def anonymise(self, before: float, rest: Rest = at_once) -> int:
        """Take all users out of the games that ended before this time; gives how many those were.

        Rests between the steps, so that moves do not wait for it.
        """
        number = 0
        while (step := await self.write(privacy.anonymise, before, FORGOTTEN_AT_ONCE)) is not None:
            number += step
            await rest()
        await self.write(ratings.forget_before, before)
        if number:
            await self.sweep()
        return number

    async def sweep(self) -> bool:
        """Let nothing hold what was deleted; while somebody reads a file that cannot be done, and is owed."""
        return await self.engine.sweep()

    async def size(self) -> int:
        """How many bytes the database has, about as many as a backup of it."""
        return await self.engine.size()

    async def backup(self, path: Path) -> None:
        """Write the database as it is now into a new file; moves go on meanwhile. Raises NotSaved."""
        before, self.has_news = self.has_news, False
        try:
            await self.engine.backup(path)
        except NotSaved:
            self.has_news = before
            raise
