"""The sessions in memory: each once, read when needed, repaired or frozen if damaged."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

import structlog

from bot.cluster.cluster import Cluster
from bot.engine.contract import AnyGame
from bot.sessions.clocks import Clocks, shifted
from bot.sessions.preferences import Choices
from bot.sessions.session import AT_HAND, Session
from bot.storage import analysis, rows
from bot.storage.errors import Damaged, NotInstalled
from bot.storage.records import LIVE, Played

log = structlog.get_logger(__name__)

KEPT: Final = 500
"""How many sessions stay in memory. Those not used for longest go first."""


class Memory:
    """Sessions by id. A session that has made room for others is still found while anyone uses it.

    `arm` sets the timer of a session that was added or read again.
    """

    def __init__(
        self,
        cluster: Cluster,
        games: Mapping[str, AnyGame],
        choices: Choices,
        clocks: Clocks,
        arm: Callable[[Session], None],
    ) -> None:
        self._cluster = cluster
        self._store = cluster.store
        self._games = games
        self._choices = choices
        self._clocks = clocks
        self._arm = arm
        self._kept: dict[int, Session] = {}
        self._alive: WeakValueDictionary[int, Session] = WeakValueDictionary()
        self._loading = asyncio.Lock()
        """Held for the moment in which a load begins, and as long as none may."""
        self._loads: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Each held while its session is loaded."""

    def __iter__(self) -> Iterator[Session]:
        """Return whatever is in memory."""
        return iter(list(self._alive.values()))

    async def get(self, session_id: int) -> Session | None:
        """A session by id, loaded when it isn't in memory. None when there's no such session.

        Raises Damaged when what is stored of it can't be trusted.
        """
        read = self._alive.get(session_id) or await self._load_once(session_id)
        if read is None:
            return None
        found = self.only(read)
        if await self._is_outdated(found):
            async with found.lock:
                await self.reload(found)
        return found

    async def freshen(self, session: Session) -> None:
        """Read a session again, which the caller has locked, where another process has changed it."""
        if await self._is_outdated(session):
            await self.reload(session)

    async def _is_outdated(self, session: Session) -> bool:
        """Whether another process has changed a session. Its clock is set as that process has left it."""
        record = session.record
        stand = await self._cluster.freshness(record.id)
        if stand is None:
            return False
        self._clocks.see(record.id, stand, is_own=self._cluster.owns(record.guild_id))
        return stand.version != record.version or stand.hints > len(session.hints)

    async def reload(self, session: Session) -> None:
        """Read a session again with its clock. The caller must have locked it. Raises Damaged."""
        before = session.record
        await self._is_outdated(session)
        fresh = await self._load(before.id)
        # A record that was adopted during the read is newer than the one read.
        if fresh is not None and session.record is before:
            session.read_again(fresh)
            self._arm(session)

    def only(self, session: Session) -> Session:
        """Return the only session of this id, and keep it as the one used last.

        That is this one, unless another was read or opened while it was.
        """
        found = self._alive.get(session.record.id)
        if found is None:
            self._arm(found := session)
        self.keep(found)
        return found

    def keep(self, session: Session) -> None:
        """Keep a session, as the one used last."""
        session_id = session.record.id
        self._kept.pop(session_id, None)
        self._kept[session_id] = self._alive[session_id] = session
        for session_id in list(self._kept)[: max(0, len(self._kept) - KEPT)]:
            if not self._kept[session_id].lock.locked():
                del self._kept[session_id]

    def shift(self, seconds: float) -> None:
        """Move the times of all sessions as they have moved in the database. Only while all is `quiesced`."""
        for session in self:
            session.record = shifted(session.record, seconds)

    def drop_ended(self) -> None:
        """Let go of games that are over: what is stored of them has been changed."""
        for session in self:
            if session.record.status not in LIVE:
                self._kept.pop(session.record.id, None)
                self._alive.pop(session.record.id, None)

    @asynccontextmanager
    async def quiesced(self) -> AsyncIterator[None]:
        """As long as this lasts nothing is judged, saved or loaded."""
        async with self._loading, AsyncExitStack() as locks:
            for load in list(self._loads.values()):
                await locks.enter_async_context(load)
            for session in self:
                await locks.enter_async_context(session.lock)
            yield

    async def _load_once(self, session_id: int) -> Session | None:
        """Reads a session unless another load brings it: two would give it two locks."""
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
                await self._store.rebuild(session_id, self._games)
                return await self._read(session_id)
            except Damaged:
                await self._store.write(rows.quarantine, session_id)
                raise damage from None

    async def _read(self, session_id: int) -> Session | None:
        record = await self._store.load(session_id)
        if record is None:
            return None
        if record.game not in self._games:
            raise NotInstalled(session_id, record.game)
        past, hints = await self._past(session_id), await self._store.read(analysis.hints_given, session_id)
        return Session(self._games[record.game], record, past, self._choices, hints)

    async def _past(self, session_id: int) -> list[Played]:
        """Return all moves, because any may have scored a round. If an old one is damaged, just the last."""
        try:
            return await self._store.history(session_id)
        except Damaged as damage:
            log.warning("old_moves_damaged", session=session_id, error=str(damage))
            return await self._store.history(session_id, AT_HAND)
