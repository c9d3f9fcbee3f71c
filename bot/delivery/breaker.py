"""A circuit breaker: never repeats a refused request. Tries a simpler page, or sends nothing for a while."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.delivery.errors import (
    Apart,
    Banned,
    Closed,
    DeliveryError,
    Filtered,
    Forbidden,
    Found,
    Held,
    Purpose,
    Transport,
    Unfit,
    Unknown,
)
from bot.rendering import pages
from bot.rendering.page import Page

log = structlog.get_logger(__name__)

T = TypeVar("T")

BAN_SECONDS = 600.0
"""How long nothing at all is sent once our address has been shut out."""
CLOSED_SECONDS = 600.0
"""How long no DM channel is opened once opening one was refused."""
SLOW_SECONDS = 5.0
"""After that DM channels are opened no faster than one in this many seconds."""
MAX_REFUSED = 10_000
"""How many refused bodies are remembered."""
OPENING_SECONDS = 1.0
"""How long others wait for a DM channel to open. After that the next one is opened in parallel."""
FORMS: dict[str, Callable[[Page], Page]] = {"": lambda page: page, "p": pages.plain, "b": pages.brief}
"""Ever simpler forms of a page, tried in order. Each adds its letter to the nonce, so that all differ."""


class CircuitBreaker:
    """Sends through another transport. `clock` gives seconds and should be monotonic."""

    def __init__(self, transport: Transport, clock: Callable[[], float]) -> None:
        self._transport = transport
        self._clock = clock
        self._refused: set[str] = set()
        self._is_slow = False
        self._opening = asyncio.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._opens_at = float("-inf")
        self._sends_at = float("-inf")

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        """Post a page, more simply if need be. Unfit when it's refused in every form."""

        async def send(body: Page, letter: str) -> int:
            return await self._transport.post(
                channel_id, body, nonce=nonce + letter, purpose=purpose, quiet=quiet
            )

        return await self._accepted(page, send, purpose)

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        """Replace a message by a page, more simply if need be. Unfit when it's refused in every form."""

        async def send(body: Page, _letter: str) -> None:
            await self._transport.edit(channel_id, message_id, body, purpose=purpose)

        await self._accepted(page, send, purpose)

    async def find(self, channel_id: int, nonces: Collection[str]) -> dict[str, Found]:
        """Return which of these nonces the last messages of a channel were posted under, in whatever form."""
        forms = {nonce + letter: nonce for nonce in nonces for letter in FORMS}
        with self._circuit():
            found = await self._transport.find(channel_id, forms.keys())
        return {forms[form]: one for form, one in found.items()}

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        with self._circuit():
            await self._transport.delete(channel_id, message_id)

    async def name(self, guild_id: int, user_id: int) -> str | None:
        """The display name of a member."""
        with self._circuit():
            return await self._transport.name(guild_id, user_id)

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        """Open the DM channel of a user. Raise Held when none may be opened now.

        One after the other: what the first is refused, the next need not try. But nobody waits long for
        one that Discord takes its time for.
        """
        await self._opening.acquire()
        with ExitStack() as turn:  # closed early by the alarm, it does nothing more in the end
            turn.callback(self._opening.release)
            alarm = asyncio.get_running_loop().call_later(OPENING_SECONDS, turn.close)
            turn.callback(alarm.cancel)
            return await self._open(user_id, purpose)

    async def _open(self, user_id: int, purpose: Purpose) -> int:
        now = self._clock()
        if now < self._opens_at:
            raise Held("no DM channels are opened for now")
        if self._is_slow:
            self._opens_at = now + SLOW_SECONDS
        try:
            with self._circuit():
                return await self._transport.dm_channel(user_id, purpose=purpose)
        except Apart:  # says nothing about anyone else
            raise
        except (Closed, Forbidden) as error:
            self._open_no_more(error)
            raise

    def _open_no_more(self, error: DeliveryError) -> None:
        self._is_slow = True
        self._opens_at = self._clock() + CLOSED_SECONDS
        log.error("opening_dms_refused", error=str(error), seconds=CLOSED_SECONDS)

    async def _accepted(self, page: Page, send: Callable[[Page, str], Awaitable[T]], purpose: Purpose) -> T:
        """Send a page in its first form that Discord accepts. Never send a refused body twice."""
        for letter, form in FORMS.items():
            body = form(page)
            digest = body.digest()
            # Equal bodies go one after the other: what is refused to one lane no other sends.
            async with self._turns.setdefault(digest, asyncio.Lock()):
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
        return self._clock() < self._sends_at

    @contextmanager
    def _circuit(self) -> Iterator[None]:
        """Around one request: Unknown while nothing is sent, as for a while after a ban."""
        if self.is_banned:
            raise Unknown("nothing is sent for now")
        try:
            yield
        except Banned:
            self._send_no_more()
            raise

    def _send_no_more(self) -> None:
        self._sends_at = self._clock() + BAN_SECONDS
        log.error("banned", seconds=BAN_SECONDS)
