"""Messages that are changed by answers: in the end each shows the newest page wanted there.

Every change begins a new version, which ends all that was wanted before. A message is edited by one request
at a time. Only a first answer doesn't wait, so an older edit can cross it. In that case it's repeated.
"""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from bot.delivery.background import Background
from bot.door.press import answered
from bot.rendering.page import Page
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

Edit = Callable[[Page], Awaitable[object]]


async def _nobody(_page: Page) -> None:
    """Ignore an edit, because nobody has to know about it."""


class Wanted(msgspec.Struct, frozen=True):
    """A page for a message, with the edit that puts it there."""

    page: Page
    edit: Edit
    is_due: Callable[[], bool] = lambda: True
    """Whether it may still be put there, as far as others can change the message."""
    then: Callable[[Page], Awaitable[object]] = _nobody
    """Learns that the message has been edited into this page."""


class Message:
    """The only owner of a private message."""

    def __init__(self) -> None:
        self.version = 0
        self.changing = asyncio.Lock()
        """Held by the edit on its way."""
        self.released: Callable[[], None] | None = None
        """Called when the next version begins, once."""

    def begin(self) -> int:
        """Begin a new version and return its number."""
        self.version += 1
        released, self.released = self.released, None
        if released is not None:
            released()
        return self.version

    async def want(self, wanted: Wanted) -> bool:
        """Edit the message into a page as a new version, like `say`."""
        return await self.say(self.begin(), wanted)

    async def say(self, version: int, wanted: Wanted, *, lost: str = "answer_not_edited") -> bool:
        """Edit the message into a page unless it's outdated. Returns False only if the edit fails."""
        async with self.changing:
            if version != self.version or not wanted.is_due():
                return True
            if await answered(lambda: wanted.edit(wanted.page), lost=lost) != "given":
                return False
            await wanted.then(wanted.page)
            return True

    async def complete(
        self, version: int, wanted: Wanted, background: Background, *, is_crossed: bool
    ) -> None:
        """Add the pictures of an answer that are there by now, and repeat it if an older edit crosses it."""
        await background.step()
        page = wanted.page.finished()
        if not page.pictures and not is_crossed:
            return
        try:
            await self.say(version, msgspec.structs.replace(wanted, page=page), lost="picture_lost")
        except StoreError as error:
            log.warning("picture_not_noted", error=str(error))


def when_pictured(page: Page, then: Callable[[], object]) -> None:
    """Call something once all pictures of a page have arrived or failed."""
    orders = [asyncio.wrap_future(order) for order in page.orders]
    asyncio.gather(*orders, return_exceptions=True).add_done_callback(lambda _: then())
