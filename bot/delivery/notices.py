"""What a host is told once, by DM, about the place of a table."""

import asyncio
import hashlib
import hmac
from collections.abc import Callable

import structlog

from bot.delivery.breaker import CarefulCourier
from bot.delivery.dms import Dms
from bot.delivery.errors import Courier, DeliveryError, Held
from bot.rendering import pages
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage.errors import StoreError
from bot.storage.store import Store

log = structlog.get_logger(__name__)


class Notices:
    """Tells hosts that pictures are not taken where their table is."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        courier: Courier,
        *,
        clock: Callable[[], float],
        elapsed: Callable[[], float],
        key: bytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._courier = CarefulCourier(courier, elapsed)
        self._dms = Dms(store, self._courier, clock=clock, elapsed=elapsed)
        self._key = key
        self._tasks: set[asyncio.Task[None]] = set()

    def no_pictures(self, channel_id: int) -> None:
        """Files are refused in a channel: its host learns of it soon, once for each table."""
        task = asyncio.get_running_loop().create_task(self._tell(channel_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, channel_id: int) -> None:
        try:
            session = await self._sessions.at(channel_id)
            if session is not None:
                await self._tell_host(session)
        except (DeliveryError, StoreError) as fault:
            log.info("host_not_reached", fault=str(fault))

    async def _tell_host(self, session: Session) -> None:
        note = f"trouble:{session.record.id}:Attach Files"
        if await self._store.note(note) == "told":
            return
        await self._store.keep_note(note, "told")  # before it is: better told never than told twice
        page, nonce = pages.no_pictures(session.scene(None)), self._nonce(note)
        try:
            await self._dms.deliver(
                session.record.host_id, lambda dm: self._courier.post(dm, page, nonce=nonce)
            )
        except Held:
            await self._store.keep_note(note, "held")

    def _nonce(self, note: str) -> str:
        return hmac.new(self._key, note.encode(), hashlib.sha256).hexdigest()[:24]

    async def close(self) -> None:
        """Tell nobody anything more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
