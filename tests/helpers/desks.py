"""A substitute for the renderer that renders only when a test says so."""

from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any

import pytest

from bot.delivery import page_rendering
from bot.rendering.art import pictures
from bot.rendering.art.cache import PictureCache

PNG = b"a picture"


async def _nothing() -> None:
    """Do nothing."""


class Desk:
    """A substitute for the renderer, with all orders and the seconds until a picture is likely to come.

    `meanwhile` runs in the long wait of an answer, once Discord knows that it's coming. Then the wait ends.
    """

    is_open = True
    seconds = 0.0

    def __init__(self) -> None:
        self.orders: dict[bytes, Future[bytes | None]] = {}
        self.urgent: set[bytes] = set()
        self.meanwhile: Callable[[], Awaitable[None]] = _nothing

    def order(self, board: bytes, *, is_urgent: bool = False) -> "Future[bytes | None]":
        if is_urgent:
            self.urgent.add(board)
        return self.orders.setdefault(board, Future())

    async def wait(self, _futures: tuple[Future[Any], ...], seconds: float) -> None:
        if seconds == page_rendering.ANSWER_SECONDS:
            await self.meanwhile()

    async def render(self) -> None:
        """Render all ordered pictures."""
        while self.orders:
            _, order = self.orders.popitem()
            order.set_result(PNG)


def desk_in(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Send all orders for pictures to this substitute, so that nothing else waits for one."""
    desk = Desk()
    monkeypatch.setattr(pictures, "RENDERER", desk)
    monkeypatch.setattr(pictures, "DRAWN", PictureCache(max_bytes=2**20))
    monkeypatch.setattr(page_rendering, "_wait", desk.wait)
    return desk
