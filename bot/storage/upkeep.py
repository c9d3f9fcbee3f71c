"""Generic access to the database, and upkeep: packing, forgetting, backups."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Concatenate, Final, ParamSpec, TypeAlias, TypeVar

import structlog

from bot.engine.contract import AnyGame
from bot.storage import archive, export, facts, groups, privacy, ratings, rows
from bot.storage.archive import Ended, FinishedGame, PackedRow
from bot.storage.engine import Connection, Engine
from bot.storage.errors import Damaged, NotInstalled, NotSaved

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Rest: TypeAlias = Callable[[], Awaitable[None]]
"""Called between two steps of background work, to wait a little."""

Games: TypeAlias = Mapping[str, AnyGame]

NO_GAMES: Final[Games] = MappingProxyType({})
"""For callers that read no packed games, which need their rules."""
KEPT_UNPACKED: Final = 4
"""How many unpacked games are kept, because a game being viewed is read often."""
FORGOTTEN_AT_ONCE: Final = 50
"""How many sessions lose a user in one transaction, for which moves have to wait."""
NO_NEWS: Final[frozenset[Callable[..., object]]] = frozenset(
    (facts.keep_note, facts.note_once, rows.forget_seen, groups.stop, groups.hear_dms, groups.forget_claims)
)
"""Changes by these functions alone don't justify a backup."""


async def at_once() -> None:
    """Return without a rest."""


class Upkeep:
    """The part of the store that runs functions and looks after old data.

    `read` and `write` run a function of this package with an open transaction as its first argument:
    `await store.read(queries.live_of, user_id)`.
    """

    def __init__(self, engine: Engine, games: Games) -> None:
        self.engine = engine
        self.has_news = True
        """Whether anything worth a backup may have changed since the last one by this process."""
        self._games = games
        self._unpacked: dict[tuple[int, int], FinishedGame] = {}
        """By session and version."""

    @property
    def is_sweep_owed(self) -> bool:
        """Whether the log may still hold deleted data."""
        return self.engine.is_sweep_owed

    async def read(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that reads, in between writes."""
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

    async def _unpack(self, found: PackedRow) -> FinishedGame:
        """Unpack a game in a thread, in parallel with moves."""
        key = found.row[:2]
        if key not in self._unpacked:
            self._unpacked[key] = await asyncio.to_thread(archive.unpacked, self._games, found)
            for old in list(self._unpacked)[:-KEPT_UNPACKED]:
                del self._unpacked[old]
        return self._unpacked[key]

    async def pack_next(self, after: Ended, before: float) -> Ended | None:
        """Pack the first game that ended between these times, and return when it ended, if there's one.

        A game that can't be packed doesn't change and is logged.
        """
        found = await self.read(archive.next_to_pack, after, before)
        if found is None:
            return None
        try:
            game = await self.read(archive.game_to_pack, found[1])
            if game is not None:
                packed = await asyncio.to_thread(archive.packed, self._games, game)
                await self.write(archive.put, game, packed)
        except NotInstalled:
            return found  # it's packed once its game is back
        except Damaged as damage:
            log.warning("not_packed", session=found[1], error=str(damage))
        return found

    async def tables_of(self, user_id: int) -> int:
        """Return how many tables, running or ended, name a user."""
        return await self.read_long(privacy.tables_of, user_id)

    async def export_of(self, user_id: int) -> bytes:
        """Return everything stored about a user as a JSON file."""
        return await self.read_long(export.file_of, user_id)

    async def forget(self, user_id: int) -> bool:
        """Remove a user from everything stored. Raises StillSeated while they sit at a live table.

        Returns whether no byte of the file and its log names them now. Otherwise that takes another `sweep`
        after all readers of the file have finished.
        """
        while not await self.write(privacy.forget, user_id, FORGOTTEN_AT_ONCE):
            continue
        return await self.sweep()

    async def anonymise(self, before: float, rest: Rest = at_once) -> int:
        """Remove all users from the games that ended before a time, and return how many games those were.

        Rests between the steps, so that moves don't wait.
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
        """Remove deleted data physically. Returns False if that has to wait for a reader of the file."""
        return await self.engine.sweep()

    async def size(self) -> int:
        """Return the size of the database in bytes, which is about that of a backup."""
        return await self.engine.size()

    async def backup(self, path: Path) -> None:
        """Write the present database into a new file while moves continue. Raises NotSaved."""
        before, self.has_news = self.has_news, False
        try:
            await self.engine.backup(path)
        except NotSaved:
            self.has_news = before
            raise
