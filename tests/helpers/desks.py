"""A studio at which nothing is rendered until a test wants it, and what happens while an answer waits for it."""

from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any

import pytest

from bot.delivery import offload
from bot.rendering.art import pictures
from bot.rendering.art.cache import PictureCache

PNG = b"a picture"


async def _nothing() -> None:
    """The time passes."""


class Desk:
    """In place of the studio: what has been ordered, and in how many seconds a picture is likely to come.

    `meanwhile` happens while Discord knows that an answer comes; then its time is over.
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
        if seconds == offload.ANSWER_SECONDS:
            await self.meanwhile()

    async def render(self) -> None:
        """All pictures that are on order are there."""
        while self.orders:
            _, order = self.orders.popitem()
            order.set_result(PNG)


def desk_in(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Have everything ordered here from now on; nothing else waits for it."""
    desk = Desk()
    monkeypatch.setattr(pictures, "STUDIO", desk)
    monkeypatch.setattr(pictures, "DRAWN", PictureCache(most_bytes=2**20))
    monkeypatch.setattr(offload, "_wait", desk.wait)
    return desk
