"""Finds the intended session: by its channel, or by its players."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import suppress

import structlog

from bot.sessions import frame
from bot.sessions.memory import Memory
from bot.sessions.session import Session
from bot.storage import queries, rows, shown
from bot.storage.errors import StoreError, Unreadable
from bot.storage.records import Record
from bot.storage.store import Store

log = structlog.get_logger(__name__)


class Lookup:
    """The part of the sessions that finds single ones."""

    def __init__(self, store: Store, memory: Memory) -> None:
        self.store = store
        self._memory = memory
        self.get = memory.get

    async def each(self, session_ids: Iterable[int], do: Callable[[Session], object]) -> None:
        """Do something with each of these sessions, as far as there are any.

        A damaged session, or one that a bug spoils, doesn't hold up the others. Raises StoreError.
        """
        for session_id in session_ids:
            with suppress(Unreadable):  # logged, and frozen unless it could be repaired
                try:
                    session = await self.get(session_id)
                    if session is not None:
                        do(session)
                except StoreError:  # this affects every table
                    raise
                except Exception:
                    log.exception("table_not_looked_at", session=session_id)

    def counted(self, session_ids: Collection[int]) -> None:
        """The store has counted up the versions of these sessions, while all was `quiesced`."""
        for session in self._memory:
            if session.record.id in session_ids:
                session.counted()

    async def table_message(self, session: Session) -> int | None:
        """The message in which a table stands. None while it stands nowhere."""
        return await self.store.read(shown.table_message, session.record.id)

    async def at(self, channel_id: int) -> Session | None:
        """The live session of a channel."""
        session_id = await self.store.read(queries.live_in, channel_id)
        return None if session_id is None else await self.get(session_id)

    async def of(self, user_id: int) -> list[Session]:
        """The live sessions in which a user has a seat, latest first."""
        found: list[Session] = []
        unreadable: list[Unreadable] = []
        for session_id in await self.store.read(queries.live_of, user_id):
            try:
                session = await self.get(session_id)
            except Unreadable as error:
                unreadable.append(error)
            else:
                found += [] if session is None else [session]
        if unreadable and not found:
            raise unreadable[0]
        return found

    async def readable(self, session_ids: Iterable[int]) -> AsyncIterator[Session]:
        """Yield these sessions, except those that are damaged or gone."""
        for session_id in session_ids:
            session = None
            with suppress(Unreadable):
                session = await self.get(session_id)
            if session is not None:
                yield session

    async def has_live(self, channel_id: int) -> bool:
        """Whether a session runs in a channel. It isn't loaded for that."""
        return await self.store.read(queries.live_in, channel_id) is not None

    async def in_guild(self, guild_id: int) -> list[Record]:
        """Return a server's stored live sessions, latest first."""
        return await self.store.read(rows.in_guild, guild_id)

    async def seen_at(self, channel_id: int) -> Session | None:
        """Return what can be looked at in a channel: its live session, or the game that ended last in it."""
        live = await self.at(channel_id)
        return live or await self.ended_at(channel_id)

    async def ended_at(self, channel_id: int) -> Session | None:
        """The game that ended last in a channel."""
        return await self._ended(await self.store.read(queries.ended_in, channel_id))

    async def seen_by(self, user_id: int) -> Session | None:
        """The latest table of a user: a live one, or else the latest game that has ended."""
        live = await self.of(user_id)
        return live[0] if live else await self._ended(await self.store.read(queries.ended_of, user_id))

    async def _ended(self, session_id: int | None) -> Session | None:
        """Return a game that has ended, if it can be shown."""
        return await anext(self.readable([] if session_id is None else [session_id]), None)

    async def staying(self, user_id: int) -> list[Session]:
        """The live tables at which a user sits and hasn't left, as far as they can be read."""
        with suppress(Unreadable):  # those are frozen now
            return [session for session in await self.of(user_id) if frame.is_in(session, user_id)]
        return []
