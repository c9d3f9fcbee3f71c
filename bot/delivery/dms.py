"""Whom we may write to: closed DMs are tried again seldom, because every attempt counts against a limit."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakValueDictionary

import structlog

from bot.delivery.errors import Apart, Closed, Forbidden, Held, Purpose, Transport, Vanished
from bot.sessions.clocks import Clock
from bot.storage import facts
from bot.storage.errors import StoreError
from bot.storage.store import Store

log = structlog.get_logger(__name__)

RETRY_DM_SECONDS: Final = 600
SURE_SECONDS: Final = 60
"""How long people may read that no DM reaches someone."""
MAX_KNOWN: Final = 10_000
"""How many DM channels are kept in memory, those used last. All are kept in the database."""


class Dms:
    """DM channels by user, and who has closed theirs."""

    def __init__(
        self,
        store: Store,
        transport: Transport,
        clock: Clock,
    ) -> None:
        self._store = store
        self._transport = transport
        self._clock = clock
        self._channels: OrderedDict[int, int] = OrderedDict()
        self._closed: dict[int, float] = {}
        self._no_edits: dict[int, float] = {}
        self._apart: dict[int, float] = {}
        """Who shared no server with us a short time ago."""
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def server_back(self) -> None:
        """Some server is there again: its members are tried again at once."""
        self._apart.clear()

    async def deliver(
        self, user_id: int, send: Callable[[int], Awaitable[object]], *, purpose: Purpose
    ) -> bool:
        """Send something to a user's DM channel. Return False if it's closed, or was a moment ago.

        False for a computer, too, and for nobody. Raises Held, and what else sending may raise.
        """
        if user_id <= 0:
            return False
        async with self._turn(user_id):
            if await self._was_closed(user_id):
                return False
            try:
                with self._sharing_a_server(user_id):
                    await send(await self._channel(user_id, purpose))
            except Held:
                raise
            except (Closed, Forbidden, Vanished) as fault:
                if isinstance(fault, Vanished):
                    await self._forget_channel(user_id)
                await self._found_closed(user_id)
                return False
            self._closed.pop(user_id, None)
            if await self._store.read(facts.dm_closed_at, user_id) is not None:
                await self._store.write(facts.keep_dm_closed, user_id, None)
            return True

    async def change(self, user_id: int, edit: Callable[[], Awaitable[object]]) -> bool:
        """Edit a message in a user's DMs. Return False if edits are refused, now or a moment ago.

        Raises Held, and anything that editing may raise.
        """
        async with self._turn(user_id):
            if _is_recent(self._no_edits.get(user_id), self._clock.elapsed):
                return False
            try:
                with self._sharing_a_server(user_id):
                    await edit()
            except Held:
                raise
            except (Closed, Forbidden, Vanished):
                self._no_edits[user_id] = self._clock.elapsed
                await self._found_closed(user_id)
                return False
            self._no_edits.pop(user_id, None)
            return True

    async def is_tried(self, user_id: int) -> None:
        """Wait until it's known whether what is being sent to a user reaches them."""
        async with self._turn(user_id):
            return

    def is_surely_closed(self, user_id: int) -> bool:
        """Whether a user's DMs were tried a moment ago, in vain: they may have been opened since."""
        at, now = self._closed.get(user_id), self._clock.elapsed
        return at is not None and 0 <= now - at < SURE_SECONDS

    async def known(self, user_id: int) -> int | None:
        """The DM channel of a user, also while it's closed, if it was ever opened. Raises StoreError."""
        return self._channels.get(user_id) or await self._store.read(facts.dm_channel, user_id)

    async def _channel(self, user_id: int, purpose: Purpose) -> int:
        """The DM channel of a user, opened only if it never was: Discord grants few openings."""
        known = await self.known(user_id)
        if known is None:
            known = await self._transport.dm_channel(user_id, purpose=purpose)
            self._channels[user_id] = known
            await self._keep_channel(user_id, known)
        self._channels[user_id] = known
        self._channels.move_to_end(user_id)
        if len(self._channels) > MAX_KNOWN:
            self._channels.popitem(last=False)
        return known

    async def _forget_channel(self, user_id: int) -> None:
        """Discord knows this channel no more. The next one is opened."""
        if self._channels.pop(user_id, None) is not None:
            await self._keep_channel(user_id, None)

    async def _keep_channel(self, user_id: int, channel_id: int | None) -> None:
        try:
            await self._store.write(facts.keep_dm_channel, user_id, channel_id)
        except StoreError as fault:  # at worst it's opened once more after a restart
            log.warning("dm_channel_not_kept", fault=str(fault))

    def _turn(self, user_id: int) -> asyncio.Lock:
        """Held while something is sent to a user: their tables don't each find out for themselves."""
        return self._turns.setdefault(user_id, asyncio.Lock())

    @contextmanager
    def _sharing_a_server(self, user_id: int) -> Iterator[None]:
        """Raise Apart for a user who shared no server with us a short time ago, and note who turns out to."""
        if _is_recent(self._apart.get(user_id), self._clock.elapsed):
            raise Apart("no server in common a short time ago")
        try:
            yield
        except Apart:
            self._apart[user_id] = self._clock.elapsed
            raise

    async def _found_closed(self, user_id: int) -> None:
        """This user's DMs are closed to us."""
        log.info("dm_closed")
        self._closed[user_id] = self._clock.elapsed
        await self._store.write(facts.keep_dm_closed, user_id, self._clock())

    async def _was_closed(self, user_id: int) -> bool:
        """What this process found counts, by the monotonic clock. Otherwise what an earlier one stored."""
        if user_id in self._closed:
            return _is_recent(self._closed[user_id], self._clock.elapsed)
        return _is_recent(await self._store.read(facts.dm_closed_at, user_id), self._clock())


def _is_recent(at: float | None, now: float) -> bool:
    return at is not None and 0 <= now - at < RETRY_DM_SECONDS
