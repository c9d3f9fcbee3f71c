"""The circuit breaker: after a refusal it tries a simpler page, spares closed DMs, or sends nothing.

Every refused try counts against a limit of Discord's.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.delivery.errors import (
    Banned,
    Closed,
    DeliveryError,
    Filtered,
    Forbidden,
    Found,
    Held,
    NoSharedServer,
    Purpose,
    Transport,
    Unfit,
    Unknown,
    Vanished,
)
from bot.rendering import pages
from bot.rendering.page import Page
from bot.sessions.clocks import Clock
from bot.storage import people
from bot.storage.errors import StoreError
from bot.storage.store import Store

log = structlog.get_logger(__name__)

T = TypeVar("T")

BAN_SECONDS = 600.0
"""The time for which nothing at all is sent after our address has been shut out."""
CLOSED_SECONDS = 600.0
"""The time for which no DM channel is opened after Discord refused to open one."""
SLOW_SECONDS = 5.0
"""The least time between two openings of DM channels after that."""
MAX_REFUSED = 10_000
"""The number of refused bodies that are remembered."""
RETRY_DM_SECONDS: Final = 600
SURE_SECONDS: Final = 60
"""The time for which people may read that DMs don't reach someone."""
MAX_KNOWN: Final = 10_000
"""The number of DM channels kept in memory, the most recent ones. All are kept in the database."""
OPENING_SECONDS = 1.0
"""The time others wait for a DM channel to open. After that the next one is opened in parallel."""
FORMS: dict[str, Callable[[Page], Page]] = {"": lambda page: page, "p": pages.plain, "b": pages.brief}
"""Ever simpler forms of a page, tried in order. Each adds its letter to the nonce, so that all differ."""


class CircuitBreaker:
    """A transport that sends through another one, and never repeats a refused request."""

    def __init__(self, transport: Transport, clock: Clock) -> None:
        self._transport = transport
        self._clock = clock
        self._refused: set[str] = set()
        self._is_slow = False
        self._opening = asyncio.Lock()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._opens_at = float("-inf")
        self._sends_at = float("-inf")

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        """Post a page, simplified if need be. Raises Unfit if every form is refused."""
        post = partial(self._transport.post, channel_id, purpose=purpose, quiet=quiet)
        return await self._try_forms(page, lambda body, letter: post(body, nonce=nonce + letter), purpose)

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        """Replace a message by a page, simplified if need be. Raises Unfit if every form is refused."""
        edit = partial(self._transport.edit, channel_id, message_id, purpose=purpose)
        await self._try_forms(page, lambda body, _letter: edit(body), purpose)

    async def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        """Return the message that was posted under one of these nonces, in whatever form."""
        with self._circuit():
            forms = [nonce + letter for nonce in nonces for letter in FORMS]
            return await self._transport.find(channel_id, forms)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        with self._circuit():
            await self._transport.delete(channel_id, message_id)

    async def name(self, guild_id: int, user_id: int) -> str | None:
        """Return the display name of a member."""
        with self._circuit():
            return await self._transport.name(guild_id, user_id)

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        """Open the DM channel of a user. Raise Held if none may be opened now.

        Channels are opened one after the other, because after a refusal nobody else has to try. But nobody
        waits long for a channel that Discord is slow to open.
        """
        await self._opening.acquire()
        with ExitStack() as turn:  # if the alarm has closed it, it does nothing more in the end
            turn.callback(self._opening.release)
            alarm = asyncio.get_running_loop().call_later(OPENING_SECONDS, turn.close)
            turn.callback(alarm.cancel)
            return await self._open(user_id, purpose)

    async def _open(self, user_id: int, purpose: Purpose) -> int:
        now = self._clock.elapsed
        if now < self._opens_at:
            raise Held("no DM channels are opened for now")
        if self._is_slow:
            self._opens_at = now + SLOW_SECONDS
        try:
            with self._circuit():
                return await self._transport.dm_channel(user_id, purpose=purpose)
        except NoSharedServer:  # that says nothing about anyone else
            raise
        except (Closed, Forbidden) as error:
            self._open_no_more(error)
            raise

    def _open_no_more(self, error: DeliveryError) -> None:
        self._is_slow = True
        self._opens_at = self._clock.elapsed + CLOSED_SECONDS
        log.error("opening_dms_refused", error=str(error), seconds=CLOSED_SECONDS)

    async def _try_forms(self, page: Page, send: Callable[[Page, str], Awaitable[T]], purpose: Purpose) -> T:
        """Send a page in its first form that Discord accepts. Never send a refused body twice."""
        for letter, form in FORMS.items():
            body = form(page)
            digest = body.digest()
            # Equal bodies are sent one after the other, so that no queue sends what another was refused.
            async with self._locks.setdefault(digest, asyncio.Lock()):
                if digest in self._refused:
                    continue
                try:
                    with self._circuit():
                        return await send(body, letter)
                except Unfit as error:
                    self._refuse(page, body, error, purpose)
        raise Unfit("refused in every form")

    def _refuse(self, page: Page, body: Page, error: Unfit, purpose: Purpose) -> None:
        log.error("page_refused", purpose=purpose, digest=body.digest(), error=str(error))
        if len(self._refused) > MAX_REFUSED:
            self._refused.clear()
        self._refused.add(body.digest())
        if isinstance(error, Filtered):  # the plain form has the same words
            self._refused.add(pages.plain(page).digest())

    @property
    def is_banned(self) -> bool:
        """Whether nothing at all is sent for the moment."""
        return self._clock.elapsed < self._sends_at

    @contextmanager
    def _circuit(self) -> Iterator[None]:
        """Guard one request. Raises Unknown while nothing is sent, as for a while after a ban."""
        if self.is_banned:
            raise Unknown("nothing is sent for now")
        try:
            yield
        except Banned:
            self._send_no_more()
            raise

    def _send_no_more(self) -> None:
        self._sends_at = self._clock.elapsed + BAN_SECONDS
        log.error("banned", seconds=BAN_SECONDS)


class Dms:
    """The DM channels of users, and the users who have closed theirs."""

    def __init__(self, store: Store, transport: Transport, clock: Clock) -> None:
        self._store = store
        self._transport = transport
        self._clock = clock
        self._channels: OrderedDict[int, int] = OrderedDict()
        self._closed: dict[int, float] = {}
        self._no_edits: dict[int, float] = {}
        self._not_shared: dict[int, float] = {}
        """Users who shared no server with the bot, and when that was noticed."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def server_back(self) -> None:
        """Retry users who couldn't be reached, because a server is back."""
        self._not_shared.clear()

    async def deliver(
        self, user_id: int, send: Callable[[int], Awaitable[object]], *, purpose: Purpose
    ) -> bool:
        """Send something to a user's DM channel. Return False if it's closed, or was a moment ago.

        Also False for a computer and for a forgotten user. Raises Held, and anything else that sending may
        raise.
        """
        if user_id <= 0:
            return False
        async with self._lock(user_id):
            if await self._was_closed(user_id):
                return False
            try:
                with self._sharing_a_server(user_id):
                    await send(await self._channel(user_id, purpose))
            except Held:
                raise
            except (Closed, Forbidden, Vanished) as fault:
                if isinstance(fault, Vanished) and self._channels.pop(user_id, None) is not None:
                    await self._keep_channel(user_id, None)  # a new channel is opened next time
                await self._note_closed(user_id)
                return False
            self._closed.pop(user_id, None)
            if await self._store.read(people.dm_closed_at, user_id) is not None:
                await self._store.write(people.keep_dm_closed, user_id, None)
            return True

    async def change(self, user_id: int, edit: Callable[[], Awaitable[object]]) -> bool:
        """Edit a message in a user's DMs. Return False if edits are refused, now or a moment ago.

        Raises Held, and anything that editing may raise.
        """
        async with self._lock(user_id):
            if _is_recent(self._no_edits.get(user_id), self._clock.elapsed):
                return False
            try:
                with self._sharing_a_server(user_id):
                    await edit()
            except Held:
                raise
            except (Closed, Forbidden, Vanished):
                self._no_edits[user_id] = self._clock.elapsed
                await self._note_closed(user_id)
                return False
            self._no_edits.pop(user_id, None)
            return True

    async def wait_for_sends(self, user_id: int) -> None:
        """Wait until it's known whether what is being sent to a user reaches them."""
        async with self._lock(user_id):
            return

    def is_surely_closed(self, user_id: int) -> bool:
        """Whether a user's DMs turned out closed a moment ago. After longer, they may have been opened."""
        at, now = self._closed.get(user_id), self._clock.elapsed
        return at is not None and 0 <= now - at < SURE_SECONDS

    async def known_channel(self, user_id: int) -> int | None:
        """Return a user's DM channel if it was ever opened, even while it's closed. Raises StoreError."""
        return self._channels.get(user_id) or await self._store.read(people.dm_channel, user_id)

    async def _channel(self, user_id: int, purpose: Purpose) -> int:
        """Return a user's DM channel. Open it only if it never was, because Discord grants few openings."""
        known = await self.known_channel(user_id)
        if known is None:
            known = await self._transport.dm_channel(user_id, purpose=purpose)
            self._channels[user_id] = known
            await self._keep_channel(user_id, known)
        self._channels[user_id] = known
        self._channels.move_to_end(user_id)
        if len(self._channels) > MAX_KNOWN:
            self._channels.popitem(last=False)
        return known

    async def _keep_channel(self, user_id: int, channel_id: int | None) -> None:
        try:
            await self._store.write(people.keep_dm_channel, user_id, channel_id)
        except StoreError as fault:  # at worst it's opened once more after a restart
            log.warning("dm_channel_not_kept", fault=str(fault))

    def _lock(self, user_id: int) -> asyncio.Lock:
        """Return the lock for sending to a user, so that their tables don't each find out for themselves."""
        return self._locks.setdefault(user_id, asyncio.Lock())

    @contextmanager
    def _sharing_a_server(self, user_id: int) -> Iterator[None]:
        """Raise NoSharedServer if a user shared no server with us a moment ago. Note it if that's new."""
        if _is_recent(self._not_shared.get(user_id), self._clock.elapsed):
            raise NoSharedServer("no server in common a short time ago")
        try:
            yield
        except NoSharedServer:
            self._not_shared[user_id] = self._clock.elapsed
            raise

    async def _note_closed(self, user_id: int) -> None:
        """Note that this user's DMs are closed to the bot."""
        log.info("dm_closed")
        self._closed[user_id] = self._clock.elapsed
        await self._store.write(people.keep_dm_closed, user_id, self._clock())

    async def _was_closed(self, user_id: int) -> bool:
        """Whether DMs were closed a moment ago: as this process found, or else as an earlier one stored."""
        if user_id in self._closed:
            return _is_recent(self._closed[user_id], self._clock.elapsed)
        return _is_recent(await self._store.read(people.dm_closed_at, user_id), self._clock())


def _is_recent(at: float | None, now: float) -> bool:
    return at is not None and 0 <= now - at < RETRY_DM_SECONDS
