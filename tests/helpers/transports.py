"""A Discord client that keeps its messages in memory, and fails when a test wants it to."""

import asyncio
from collections.abc import Callable, Collection
from typing import TypeVar

from bot.delivery.errors import DeliveryError, Found, MessageGone, Purpose, Unknown
from bot.rendering.page import Page
from tests.helpers.controls import revision_in

T = TypeVar("T")
Fault = Callable[[str, int], DeliveryError | None]


class MemoryTransport:
    """Messages by id, per channel. A nonce posted again returns its message, even a deleted one.

    `fault(what, channel id)` may return an error to raise. `executes` says whether the request is carried out
    before that, as when only its answer is lost. Others of unknown fate can arrive later.
    """

    def __init__(self) -> None:
        self.messages: dict[int, tuple[int, Page]] = {}
        self.calls: list[tuple[str, int]] = []
        self.fault: Fault = lambda _what, _channel: None
        self.executes = False
        self.nameless: set[int] = set()
        self._nonces: dict[str, int] = {}
        self._found: dict[int, Found] = {}
        self._failed: list[Callable[[], object]] = []

    def arrive(self) -> None:
        """Carry out all requests of unknown fate after all."""
        while self._failed:
            self._failed.pop(0)()

    def in_channel(self, channel_id: int) -> list[Page]:
        """Return the pages in a channel, oldest first."""
        return [page for channel, page in self.messages.values() if channel == channel_id]

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        def put() -> int:
            message_id = self._nonces.setdefault(nonce, len(self._nonces) + 1)
            if message_id not in self._found:
                self.messages[message_id] = channel_id, page
                found = Found(message_id, quiet, frozenset(page.pings), revision_in(page))
                self._found[message_id] = found
            return message_id

        return await self._do("post", channel_id, put)

    async def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        known = (
            self._found[number]
            for nonce, number in self._nonces.items()
            if nonce in nonces and self.messages.get(number, (None,))[0] == channel_id
        )
        found = next(known, None)
        return await self._do("find", channel_id, lambda: found)

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        def change() -> None:
            if message_id not in self.messages:
                raise MessageGone("unknown message")
            self.messages[message_id] = (channel_id, page)

        await self._do("edit", channel_id, change)

    async def delete(self, channel_id: int, message_id: int) -> None:
        await self._do("delete", channel_id, lambda: self.messages.pop(message_id, None))

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        return await self._do("dm", 1000 + user_id, lambda: 1000 + user_id)

    async def name(self, guild_id: int, user_id: int) -> str | None:
        return None if user_id in self.nameless else f"User {user_id}"

    async def _do(self, what: str, channel_id: int, action: Callable[[], T]) -> T:
        self.calls.append((what, channel_id))
        await asyncio.sleep(0)
        error = self.fault(what, channel_id)
        if error is not None and not self.executes:
            if isinstance(error, Unknown):
                self._failed.append(action)
            raise error
        result = action()
        if error is not None:
            raise error
        return result
