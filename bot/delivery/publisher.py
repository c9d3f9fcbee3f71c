"""The publisher: keeps the messages of all tables up to date through queues, and stores what it learns."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import msgspec
import structlog

from bot.delivery.background import Background
from bot.delivery.breaker import CircuitBreaker, Dms
from bot.delivery.channels import Mentions, OldMessages, Tables
from bot.delivery.errors import Transport
from bot.delivery.messages import Messages
from bot.delivery.names import Names
from bot.delivery.notices import Notices
from bot.delivery.posts import Posts
from bot.delivery.queues import Queues
from bot.delivery.seats import Seats
from bot.delivery.wanted import Looks, Paces
from bot.delivery.write_behind import WriteBehind
from bot.engine.chance import Seat
from bot.rendering import elsewhere
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.agenda import Work
from bot.sessions.clocks import Clock
from bot.sessions.pauses import Pauses
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.view import Spot, TableAt, own_spot
from bot.storage import shown
from bot.storage.errors import StoreError
from bot.storage.groups import Lease
from bot.storage.records import ShownMessage
from bot.storage.store import Store
from bot.timings import USUAL, Timings

log = structlog.get_logger(__name__)

USUAL_PACES: Final = Paces()
MAX_SESSIONS: Final = 500
"""The number of sessions whose messages are remembered. The least recently used go first."""
LONG_SECONDS: Final = 120.0
"""The wait beyond which a table may leave the memory until something is due there."""


async def _show_nothing(_session: Session, _seat: Seat) -> None:
    """Do nothing, because players don't have pages of their own in a channel."""


class Publisher:
    """The publisher of tables. `backoff` is the wait before a retry, in seconds.

    Facts about deliveries are stored with a delay that follows the table's pace, many in one commit. `cached`
    gives the name of a member, by server and user, without a request. `own_pages` edits a seat's pages in a
    channel that only its player sees.
    """

    def __init__(
        self,
        store: Store,
        transport: Transport,
        *,
        clock: Clock,
        key: bytes,
        sessions: Sessions,
        pauses: Pauses,
        paces: Paces = USUAL_PACES,
        timings: Timings = USUAL,
        backoff: float = 1.0,
        cached: Callable[[int, int], str | None] = lambda _guild_id, _user_id: None,
        own_pages: Callable[[Session, Seat], Awaitable[None]] = _show_nothing,
    ) -> None:
        self._store, self._sessions, self._clock = store, sessions, clock
        self._cluster, self._agenda = sessions.cluster, sessions.agenda
        self.transport = transport = CircuitBreaker(transport, clock)
        self.dms = Dms(store, transport, clock)
        self.notices = Notices(store, transport, self.dms, self._agenda, key=key, clock=clock)
        self.background = background = Background(timings)
        """A queue that holds back all pages while answers are due."""
        self.names = Names(transport, cached=cached, show=self.show, background=background, clock=clock)
        looks = Looks(clock, sessions.clocks, paces)
        posts = Posts(transport, self.dms, looks, clock=clock, key=key)
        self.tables = Tables(transport, posts, looks, clock=clock, pace=paces.table, own_pages=own_pages)
        seats = Seats(self.dms, posts, looks, tables=self.tables, notices=self.notices, own_pages=own_pages)
        self.queues = Queues(
            looks,
            posts,
            tables=self.tables,
            mentions=Mentions(self.dms, posts, looks, self.tables, timings=timings),
            seats=seats,
            old_messages=OldMessages(transport),
            notices=self.notices,
            names=self.names,
            cluster=self._cluster,
            pauses=pauses,
            later=self._look_later,
            background=background,
            backoff=backoff,
        )
        self.write_behind = WriteBehind(self._cluster, self._agenda, collect=paces.table)
        self._messages: dict[int, Messages] = {}
        """The messages by session id, the least recently used first."""
        self._known: set[int] = set()
        """Sessions whose messages have all been known to this process."""
        self._backoff, self._is_closed = backoff, False
        sessions.set_publisher(self)

    async def start(self) -> None:
        """Put tables at rest on the agenda for when something is due there. Raises StoreError."""
        now = self._clock()
        for session_id, at in await self._cluster.read_own(shown.scheduled_looks):
            if at > now:
                self._agenda.put_sooner(("show", session_id), at - now, partial(self._wake, session_id))

    def show(self, session: Session, *, reread: bool = False) -> None:
        """Show a session soon, with anything that couldn't be sent so far. Returns at once.

        With `reread`, its messages are read from the store again, because they were changed there.
        """
        if not self._cluster.owns(session.record.guild_id):  # the process that shows it will notice
            return
        messages = self._messages_of(session)
        is_behind = session.record.version != messages.version + 1
        messages.request_show(session, reread=reread or is_behind)
        self._begin_soon(session, messages)

    def _look_later(self, session: Session, messages: Messages, seconds: float) -> None:
        """Look at a session in a number of seconds, unless a look is due sooner."""
        number = session.record.id
        work: Work = partial(self._wake, number)
        if seconds <= LONG_SECONDS:
            work = partial(self._begin, session, messages)
            messages.session, messages.is_looked_at_soon = session, True
        self._agenda.put_sooner(("show", number), seconds, work)

    async def _wake(self, session_id: int) -> None:
        """Look at a session where something may be due, and load it if need be. Raises StoreError."""
        if self._sessions.clocks.are_stopped:
            self._agenda.hold(("show", session_id), 0.0, partial(self._wake, session_id))
        else:
            await self._sessions.each((session_id,), self.look)

    def look(self, session: Session, version: int | None = None) -> None:
        """Look at a session again, because its time has come or the store lists this version as due."""
        messages = self._messages_of(session)
        is_new = not messages.requests or (version is not None and messages.version < version)
        if is_new:
            messages.request_show(session, reread=True)
        if is_new or version is None:
            self._begin_soon(session, messages)

    async def drop(self, lease: Lease) -> None:
        """Send nothing more for the tables of a group, and forget them: they're another process's."""
        self.write_behind.drop(lease.has)
        numbers = [number for number, messages in self._messages.items() if lease.has(messages.guild_id)]
        await self.queues.drop(numbers)
        self.write_behind.drop(lease.has)
        self._known.clear()  # others may show any of them now
        for number in numbers:
            self._agenda.drop(("show", number))
            if messages := self._messages.pop(number, None):  # its session may have left the memory by now
                messages.session = None

    def _begin_soon(self, session: Session, messages: Messages) -> None:
        if self._cluster.owns(session.record.guild_id) and not self._is_closed:
            messages.session, messages.is_looked_at_soon = session, True
            self._agenda.put(("show", session.record.id), 0.0, partial(self._begin, session, messages))

    async def _begin(self, session: Session, messages: Messages) -> float | None:
        """Start the queues that have work. If their messages can't be read, return when to retry."""
        await self.background.step()
        try:
            await messages.refresh(session)
            await session.learn_choices()
        except StoreError as error:
            log.warning("page_delayed", session=session.record.id, error=str(error), seconds=self._backoff)
            return self._backoff
        if self._messages.get(messages.session_id) is messages:  # else the table has had another holder since
            messages.is_looked_at_soon = False
            self.queues.look(session, messages)
        return None

    def _messages_of(self, session: Session) -> Messages:
        """Return the messages of a session. If another process shows it, they're read each time."""
        number = session.record.id
        messages = self._messages.pop(number, None) if self._cluster.owns(session.record.guild_id) else None
        if messages is None:
            is_new = number > self._cluster.mark(session.record.guild_id) or number in self._known
            freshen = self._sessions.freshen
            messages = Messages(session.record, self._store, self.write_behind, freshen, is_new=is_new)
        if self._cluster.owns(session.record.guild_id):
            self._known.add(number)
            self._messages[number] = messages
            for other in list(self._messages)[: max(0, len(self._messages) - MAX_SESSIONS)]:
                if self._messages[other].session is None:
                    del self._messages[other]
        return messages

    def server_back(self) -> None:
        """Retry users who couldn't be reached, because a server is back."""
        self.dms.server_back()

    def files_changed(self, channel_id: int, is_allowed: bool) -> None:
        """Tell a host that a channel refuses pictures, or show them when it takes them. Returns at once."""

        async def look() -> None:
            session = await self._sessions.at(channel_id)
            if session is not None and is_allowed:
                await self.show_again(session, TableAt())
            elif session is not None:
                await self.notices.tell_host(session, "Attach Files", elsewhere.no_pictures)

        self._agenda.put(("notice", "files", channel_id), 0.0, look)

    async def show_again(self, session: Session, spot: Spot) -> None:
        """Edit the message at a spot even if nothing on it has changed. Raises StoreError."""
        self._messages_of(session).spots[spot].is_sure = False
        await self._sessions.look_again(session)

    async def current_message(self, session: Session, spot: Spot) -> ShownMessage | None:
        """Return the present message of a spot, as far as it's known. Raises StoreError."""
        messages = self._messages_of(session)
        await messages.refresh(session)
        messages.let_go()
        return messages.current(spot)

    async def may_stand(self, session: Session, seconds: float) -> bool:
        """Whether a table has a message once everything due is shown. Also true if that takes longer."""
        messages = self._messages_of(session)
        try:
            async with asyncio.timeout(seconds):
                if await self._begin(session, messages) is not None:
                    return True
                await messages.table_is_idle.wait()
        except TimeoutError:
            return True
        # Without a lease, another process is about to show it.
        return messages.current(TableAt()) is not None or not self._cluster.owns(session.record.guild_id)

    @property
    def is_busy(self) -> bool:
        """Whether anything is being sent or stored now. What waits for its next try doesn't count."""
        is_telling = self._agenda.is_doing("show") or self._agenda.is_doing("notice")
        return is_telling or self.queues.is_busy or not self.write_behind.is_empty

    async def write(self) -> None:
        """Store every fact about delivered pages. Raises StoreError."""
        await self.write_behind.write()

    async def close(self) -> None:
        """Stop sending. Pages that weren't sent are shown after the next start."""
        self._is_closed = True
        await self.names.close()
        await self.queues.close()
        await self.write_behind.close()

    def mark(self, session: Session, seat: Seat) -> int | None:
        """Return the mark to take before an interaction is answered with a hand, for `note_answer`."""
        messages = self._messages_of(session)
        known = messages.spots[own_spot(session.record, seat)]
        return None if known.is_editing else known.edits

    async def note_answer(
        self, session: Session, seat: Seat, message_id: int, page: Page, mark: int | None
    ) -> None:
        """Note that an interaction on this message was answered with this page."""
        messages, revision = self._messages_of(session), session.record.revision
        spot = own_spot(session.record, seat)
        if not self._cluster.owns(session.record.guild_id):
            said = ShownMessage(str(spot), 0, message_id, revision, page.digest(), 0.0)
            await self._store.write(shown.note_answer, session.record.id, said)
            return
        await messages.refresh(session)
        if self._messages.get(messages.session_id) is not messages:
            return  # the table has had another holder since
        old = messages.current(spot)
        is_sure = mark is not None and mark == self.mark(session, seat)
        if old is not None and old.message_id == message_id and is_sure:
            messages.note_edited(spot, msgspec.structs.replace(old, revision=revision, digest=page.digest()))
        messages.let_go()

    def note_made(self, session: Session, scene: Scene, page: Page | None) -> None:
        """Note the scene that the viewer's hand was made from, so that the same hand isn't made twice.

        Without a page, the message says more than the hand would, and stays until the scene changes.
        """
        messages = self._messages.get(session.record.id)
        if messages is not None and scene.viewer is not None:
            messages.note_made(own_spot(session.record, scene.viewer), scene, page)
