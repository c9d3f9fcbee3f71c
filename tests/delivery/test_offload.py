"""An answer goes out with the pictures that are there; what is still being drawn follows."""

import asyncio
from concurrent.futures import Future

import pytest

from bot.delivery import offload
from bot.games import GAMES
from bot.rendering.art import pictures
from bot.rendering.page import Page, Picture, Text
from bot.rendering.scene import Scene
from bot.storage.store import Store
from tests.sabotage.load import wait_for_every_picture
from tests.sabotage.planting import sabotaged
from tests.storage.games import running

TURNS = 100
"""More turns of the event loop than anything takes that waits for nobody."""


@sabotaged("P18", wait_for_every_picture)
async def test_an_answer_is_made_while_its_picture_is_still_on_order(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offload, "ANSWER_SECONDS", 0.0)
    session = await running(store, GAMES["crap"], channel_id=10, moves=0)
    order: Future[bytes | None] = Future()

    def hand(_scene: Scene) -> Page:
        return Page((Text("your hand"), Picture("hand.png", b"", "your hand", order=order)))

    answering = asyncio.ensure_future(offload.at_once(hand, session.scene(0)))
    for _ in range(TURNS):
        await asyncio.sleep(0)

    assert answering.done()
    assert answering.result().orders == (order,)


async def test_an_answer_waits_for_no_picture_that_is_likely_to_come_too_late(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offload, "ANSWER_SECONDS", 1000.0)
    monkeypatch.setattr(type(pictures.STUDIO), "seconds", 1001.0)
    session = await running(store, GAMES["crap"], channel_id=10, moves=0)
    order: Future[bytes | None] = Future()

    def hand(_scene: Scene) -> Page:
        return Page((Text("your hand"), Picture("hand.png", b"", "your hand", order=order)))

    page = await offload.at_once(hand, session.scene(0))

    assert page.orders == (order,)
