"""The sessions in memory: each once, found by id, channel or player, repaired or frozen if damaged."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final
from weakref import WeakValueDictionary

import structlog

from bot.cluster.cluster import Cluster
from bot.engine.contract import AnyGame
from bot.sessions import frame
from bot.sessions.clocks import Clocks, shifted
from bot.sessions.preferences import Choices
from bot.sessions.session import MAX_PAST, Session
from bot.storage import analysis, queries, rows, shown
from bot.storage.errors import Damaged, NotInstalled, StoreError, Unreadable
from bot.storage.records import LIVE, Played, Record

log = structlog.get_logger(__name__)

MAX_SESSIONS: Final = 500
"""The number of sessions that stay in memory. The least recently used go first."""


class Memory:
    """The sessions in memory. One dropped to make room is still found while anyone uses it."""

    def __init__(
        self, cluster: Cluster, games: Mapping[str, AnyGame], choices: Choices, clocks: Clocks
    ) -> None:
        self.cluster, self.store = cluster, cluster.store
        self.games, self.choices, self.clocks = games, choices, clocks
        self._kept: dict[int, Session] = {}
        self._alive: WeakValueDictionary[int, Session] = WeakValueDictionary()
        self._loading = asyncio.Lock()
        """Held for the moment in which a load begins, and for as long as none may begin."""
        self._loads: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """A lock for each session being loaded, held meanwhile."""

    def __iter__(self) -> Iterator[Session]:
        """Iterate over the sessions in memory."""
        return iter(list(self._alive.values()))

    async def get(self, session_id: int) -> Session | None:
        """Return a session by id, loaded if it isn't in memory. None if there's no such session.

        Raises Unreadable if it's damaged or its game isn't installed.
        """
        read = self._alive.get(session_id) or await self._load_once(session_id)
        if read is None:
            return None
        found = self.keep(read)
        if await self._is_outdated(found):
            async with found.lock:
                await self.reload(found)
        return found

    async def freshen(self, session: Session) -> None:
        """Read a session again if another process has changed it. The caller must have locked it."""
        if await self._is_outdated(session):
            await self.reload(session)

    async def _is_outdated(self, session: Session) -> bool:
        """Whether another process has changed a session. Its clock is set to the stored state first."""
        record = session.record
        stored = await self.cluster.freshness(record.id)
        if stored is None:
            return False
        self.clocks.adopt(record.id, stored, is_own=self.cluster.owns(record.guild_id))
        return stored.version != record.version or stored.hints > len(session.hints)

    async def reload(self, session: Session) -> None:
        """Read a session again with its clock. The caller must have locked it. Raises Damaged."""
        before = session.record
        await self._is_outdated(session)
        fresh = await self._load(before.id)
        # A record that was adopted during the read is newer than the one read.
        if fresh is not None and session.record is before:
            session.refresh(fresh)
            self._ensure_armed(session)

    def _ensure_armed(self, session: Session) -> None:
        record = session.record
        if self.cluster.owns(record.guild_id) and self.clocks.deadlines.get(record.id) != record.deadline:
            self.clocks.arm(record.id, record.deadline)

    def keep(self, session: Session) -> Session:
        """Return the one session of this id, and keep it as the one used last.

        That's the given one, unless another was loaded or opened at the same time.
        """
        found = self._alive.get(session.record.id)
        if found is None:
            self._ensure_armed(found := session)
        session_id = found.record.id
        self._kept.pop(session_id, None)
        self._kept[session_id] = self._alive[session_id] = found
        for session_id in list(self._kept)[: max(0, len(self._kept) - MAX_SESSIONS)]:
            if not self._kept[session_id].lock.locked():
                del self._kept[session_id]
        return found

    def keep_new(self, record: Record) -> Session:
        """Return the session of a record that has just been stored."""
        return self.keep(Session(self.games[record.game], record, choices=self.choices))

    def shift_records(self, seconds: float) -> None:
        """Shift the times of all sessions, as the database has. Only call it while `quiesced`."""
        for session in self:
            session.record = shifted(session.record, seconds)

    def drop_ended(self) -> None:
        """Drop ended games from memory, because the stored ones have been changed."""
        for session in self:
            if session.record.status not in LIVE:
                self._kept.pop(session.record.id, None)
                self._alive.pop(session.record.id, None)

    @asynccontextmanager
    async def quiesced(self) -> AsyncIterator[None]:
        """Hold all locks, so that nothing is judged, saved or loaded meanwhile."""
        async with self._loading, AsyncExitStack() as locks:
            for load in list(self._loads.values()):
                await locks.enter_async_context(load)
            for session in self:
                await locks.enter_async_context(session.lock)
            yield

    async def each(self, session_ids: Iterable[int], do: Callable[[Session], object]) -> None:
        """Do something with each of these sessions that can be read.

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

    def count_up(self, session_ids: Collection[int]) -> None:
        """Count up the versions of these sessions, as the store has. Only call it while `quiesced`."""
        for session in self:
            if session.record.id in session_ids:
                session.count_up()

    async def table_message(self, session: Session) -> int | None:
        """Return the id of a table's message. None if it doesn't have one."""
        return await self.store.read(shown.table_message, session.record.id)

    async def at(self, channel_id: int) -> Session | None:
        """Return the live session of a channel."""
        session_id = await self.store.read(queries.live_in, channel_id)
        return None if session_id is None else await self.get(session_id)

    async def of(self, user_id: int) -> list[Session]:
        """Return the live sessions in which a user has a seat, latest first."""
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
        """Whether a channel has a live session, without loading it."""
        return await self.store.read(queries.live_in, channel_id) is not None

    async def in_guild(self, guild_id: int) -> list[Record]:
        """Return a server's stored live sessions, latest first."""
        return await self.store.read(rows.in_guild, guild_id)

    async def latest_at(self, channel_id: int) -> Session | None:
        """Return what can be looked at in a channel: its live session, or the game that ended last in it."""
        live = await self.at(channel_id)
        return live or await self.ended_at(channel_id)

    async def ended_at(self, channel_id: int) -> Session | None:
        """Return the game that ended last in a channel."""
        return await self._ended(await self.store.read(queries.ended_in, channel_id))

    async def latest_of(self, user_id: int) -> Session | None:
        """Return the latest table of a user: a live one, or else the latest game that has ended."""
        live = await self.of(user_id)
        return live[0] if live else await self._ended(await self.store.read(queries.ended_of, user_id))

    async def _ended(self, session_id: int | None) -> Session | None:
        """Return a game that has ended, if it can be shown."""
        return await anext(self.readable([] if session_id is None else [session_id]), None)

    async def tables_of(self, user_id: int) -> list[Session]:
        """Return the live tables at which a user sits and hasn't left, as far as they can be read."""
        with suppress(Unreadable):  # damaged tables are frozen by now
            return [session for session in await self.of(user_id) if frame.is_in(session, user_id)]
        return []

    async def _load_once(self, session_id: int) -> Session | None:
        """Read a session unless another load brings it: two copies would have two locks."""
        async with self._loading:
            load = self._loads.setdefault(session_id, asyncio.Lock())
        async with load:
            return self._alive.get(session_id) or await self._load(session_id)

    async def _load(self, session_id: int) -> Session | None:
        """Read a session. Repair a damaged one from its moves, or freeze it and raise Damaged."""
        try:
            return await self._read(session_id)
        except Damaged as damage:
            log.exception("session_damaged", session=session_id, error=str(damage))
            try:
                await self.store.rebuild(session_id, self.games)
                return await self._read(session_id)
            except Damaged:
                await self.store.write(rows.quarantine, session_id)
                raise damage from None

    async def _read(self, session_id: int) -> Session | None:
        record = await self.store.load(session_id)
        if record is None:
            return None
        if record.game not in self.games:
            raise NotInstalled(record)
        past, hints = await self._moves(session_id), await self.store.read(analysis.hints_given, session_id)
        return Session(self.games[record.game], record, past, self.choices, hints)

    async def _moves(self, session_id: int) -> list[Played]:
        """Return all moves, because any may have scored a round. If an old one is damaged, just the last."""
        try:
            return await self.store.history(session_id)
        except Damaged as damage:
            log.warning("old_moves_damaged", session=session_id, error=str(damage))
            return await self.store.history(session_id, MAX_PAST)
