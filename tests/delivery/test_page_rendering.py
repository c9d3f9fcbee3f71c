"""An answer waits for pictures on order, but no longer than it may."""

import asyncio
from concurrent.futures import Future

import pytest

from bot.delivery import page_rendering
from bot.rendering.art import pictures
from bot.rendering.page import Page, Picture, Text
from tests.sabotage.load import wait_for_every_picture
from tests.sabotage.planting import sabotaged

TURNS = 100
"""More turns of the event loop than anything takes without waiting."""


def hand(order: "Future[bytes | None]") -> Page:
    return Page((Text("your hand"), Picture("hand.png", b"", "your hand", pending=order)))


async def has_ended(waiting: "asyncio.Future[None]") -> bool:
    """Whether a wait ends within many turns of the event loop."""
    for _ in range(TURNS):
        await asyncio.sleep(0)
    return waiting.done()


def test_answer_waits_for_picture_within_its_limit() -> None:
    assert 0 < page_rendering.SOON_SECONDS <= 0.05
    assert page_rendering.SOON_SECONDS + page_rendering.ANSWER_SECONDS < 0.5


@sabotaged("P18", wait_for_every_picture)
async def test_answer_without_time_waits_for_no_picture() -> None:
    waiting = asyncio.ensure_future(page_rendering.wait_for_pictures(hand(Future()), 0.0))

    assert await has_ended(waiting)


async def test_answer_goes_on_once_picture_is_there() -> None:
    order: Future[bytes | None] = Future()
    waiting = asyncio.ensure_future(page_rendering.wait_for_pictures(hand(order), 1000.0))
    assert not await has_ended(waiting)

    order.set_result(b"png")

    assert await has_ended(waiting)
    assert not page_rendering.pictures_due_within(hand(order), 1000.0)


def test_slow_picture_counts_as_not_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    assert page_rendering.pictures_due_within(hand(Future()), 1000.0)

    monkeypatch.setattr(type(pictures.RENDERER), "seconds", 1001.0)

    assert not page_rendering.pictures_due_within(hand(Future()), 1000.0)
