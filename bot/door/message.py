"""Pictures that come after the answer: each by one edit, unless something newer stands there by then.

An answer is followed while its picture is on order. Whatever replaces it ends that. A picture that is on its
way just then may arrive behind the newer answer; so that one is said once more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import structlog

from bot.delivery.background import Background
from bot.door.press import answered
from bot.rendering.page import Page
from bot.sessions.tasks import Tasks
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

T = TypeVar("T")
Edit = Callable[[Page], Awaitable[object]]


async def _nothing(_page: Page) -> None:
    """Nobody needs to know."""


class Following(msgspec.Struct, frozen=True):
    """An answer, and how it can be changed."""

    message_id: int
    page: Page
    edit: Edit
    is_newest: Callable[[], bool] = lambda: True
    """Whether nothing newer has come from elsewhere."""
    then: Callable[[Page], Awaitable[object]] = _nothing
    """What is to be done when the page stands there with its picture."""


class LaterPictures:
    """The answers that may still change."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._waiting = Tasks()
        self._newest: dict[int, Following] = {}
        self._under_way: dict[int, asyncio.Task[Any]] = {}

    def replace(self, message_id: int) -> "asyncio.Task[Any] | None":
        """Something newer is about to be shown by this message, so what it says now gets no picture.

        What is on its way there already is to be given to `follow`.
        """
        self._newest.pop(message_id, None)
        return self._under_way.get(message_id)

    def follow(self, answer: Following, older: "asyncio.Task[Any] | None" = None) -> None:
        """Change an answer when its picture is there; say it again when an older edit was on its way."""
        waits: list[asyncio.Future[Any]] = [asyncio.wrap_future(order) for order in answer.page.orders]
        if older is not None:
            waits.append(older)
        if waits:
            self._newest[answer.message_id] = answer
            over = asyncio.gather(*waits, return_exceptions=True)
            over.add_done_callback(lambda _: self._go_on(answer, again=older is not None))

    def _go_on(self, answer: Following, *, again: bool) -> None:
        """All that was waited for is there."""
        self._waiting.begin(self._begin(answer, again=again))

    async def _begin(self, answer: Following, *, again: bool) -> None:
        """Send what there is to be sent by now, when answers leave time for it."""
        await self._background.step()
        if self._newest.get(answer.message_id) is not answer:
            return
        del self._newest[answer.message_id]
        page = answer.page.finished()
        if answer.is_newest() and (page.pictures or again):
            self._start(answer.message_id, self._send(answer, page, "picture_lost"))

    def _start(self, message_id: int, sending: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.ensure_future(sending)
        self._under_way[message_id] = task
        task.add_done_callback(lambda _: self._arrived(message_id, task))
        return task

    def _arrived(self, message_id: int, task: "asyncio.Task[Any]") -> None:
        if self._under_way.get(message_id) is task:
            del self._under_way[message_id]

    async def in_turn(self, message_id: int, send: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Edit a message behind all that is on its way there; what comes meanwhile knows of it."""
        while (older := self._under_way.get(message_id)) is not None:
            await asyncio.wait((older,))
        return await self._start(message_id, send())

    async def say(self, answer: Following) -> bool:
        """Change an answer into its page, behind all that is on its way there; whether that was possible."""

        async def send() -> bool:
            return not answer.is_newest() or await self._send(answer, answer.page, "answer_not_edited")

        self.replace(answer.message_id)
        return await self.in_turn(answer.message_id, send)

    async def _send(self, answer: Following, page: Page, lost: str) -> bool:
        try:
            fate = await answered(lambda: answer.edit(page), lost=lost)
            if fate == "given":
                await answer.then(page)
        except StoreError as error:
            log.warning("picture_not_noted", error=str(error))
            return True
        return fate == "given"

    def close(self) -> None:
        """Change nothing from now on."""
        self._newest.clear()
        self._waiting.cancel()
        for task in self._under_way.values():
            task.cancel()
