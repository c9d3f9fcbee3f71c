"""DMs about a table, sent once: to its host about a problem, to a player about someone who has come."""

import asyncio
from collections.abc import Callable
from functools import partial

import structlog

from bot.delivery.breaker import Dms
from bot.delivery.errors import Closed, DeliveryError, Forbidden, Held, MessageGone, Purpose, Transport
from bot.delivery.posts import nonce_of
from bot.rendering import blocks, elsewhere
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.agenda import Agenda
from bot.sessions.session import Session
from bot.sessions.view import Spot
from bot.storage import facts
from bot.storage.facts import troubles_of
from bot.storage.store import Store

log = structlog.get_logger(__name__)


class Notices:
    """The sender of these DMs. `key` makes this database's nonces, `clock` gives seconds since the epoch."""

    def __init__(
        self,
        store: Store,
        transport: Transport,
        dms: Dms,
        agenda: Agenda,
        *,
        key: bytes,
        clock: Callable[[], float],
    ) -> None:
        self._clock = clock
        self._store = store
        self._transport = transport
        self._dms = dms
        self._key = key
        self._agenda = agenda
        self._lock = asyncio.Lock()

    def report_refusal(self, session: Session, spot: Spot, error: DeliveryError) -> None:
        """Tell the host that Discord refuses a page, unless they can't change that. Returns at once."""
        log.warning("page_not_delivered", session=session.record.id, spot=str(spot), error=str(error))
        if not isinstance(error, Closed | MessageGone):
            about = error.missing if isinstance(error, Forbidden) else type(error).__name__
            work = partial(self.tell_host, session, about, partial(elsewhere.show_failed, about=about))
            self._agenda.put(("notice", session.record.id, about), 0.0, work)

    async def tell_host(self, session: Session, about: str, make: Callable[[Scene], Page]) -> None:
        """Send the host this page, unless they were told about the same before. Raises StoreError."""
        note = f"{troubles_of(session.record.id)}{about}"
        async with self._lock:  # several queues may have the same reason
            if await self._store.read(facts.note, note) not in (None, "held"):
                return
            await self._store.write(facts.keep_note, note, "told")  # before the DM: better never than twice
        await session.learn_choices()  # the host's preferences may not have been read yet
        host = session.seat_of(session.record.host_id)
        with speaking(session.language_of(session.record.host_id)):
            page = make(session.scene(None))
        # Hosts who have left are told without a sound, because their preferences aren't known here any more.
        is_quiet = host is None or bool(session.chosen_by(host).quiet_for(self._clock()))
        try:
            await self._send(session.record.host_id, page, "host alert", about=note, is_quiet=is_quiet)
        except Held:
            await self._store.write(facts.keep_note, note, "held")
        except DeliveryError as error:
            log.info("host_not_reached", session=session.record.id, error=str(error))

    def warn(self, session: Session, user_id: int, newcomer: int) -> None:
        """Tell a player in private that someone on their block list has come. Returns at once.

        If a DM doesn't surely reach them, they read it above their next answer.
        """
        work = partial(self._warn, session, user_id, newcomer)
        self._agenda.put(("notice", session.record.id, user_id, newcomer), 0.0, work)

    async def _warn(self, session: Session, user_id: int, newcomer: int) -> None:
        await session.learn_choices()
        if (seat := session.seat_of(user_id)) is None:
            return
        chosen, is_told = session.chosen_by(seat), False
        with speaking(chosen.reads):
            page = Page(blocks.warning_blocks(session.record.id, [newcomer]))
        about = f"beside:{session.record.id}:{user_id}:{newcomer}"
        is_quiet = bool(chosen.quiet_for(self._clock()))
        if chosen.hand == "dm" and chosen.sees_dms:
            try:
                is_told = await self._send(user_id, page, "warning", about=about, is_quiet=is_quiet)
            except DeliveryError as error:
                log.info("player_not_warned", session=session.record.id, error=str(error))
        session.warned[user_id, newcomer] = is_told

    async def _send(self, user_id: int, page: Page, purpose: Purpose, *, about: str, is_quiet: bool) -> bool:
        """Send a DM about something once. False if DMs don't reach this user. Raises DeliveryError."""
        nonce = nonce_of(about, self._key)
        post = partial(self._transport.post, page=page, nonce=nonce, purpose=purpose, quiet=is_quiet)
        return await self._dms.deliver(user_id, post, purpose=purpose)
