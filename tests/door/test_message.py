"""A message ends up with the newest page that was wanted there, however its edits cross."""

import asyncio
from concurrent.futures import Future
from functools import partial
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.delivery.background import Background
from bot.door import ephemeral
from bot.door.ephemeral import HandInDm, HandView, Message, after_pictures
from bot.rendering.page import Page, Picture, Text
from bot.sessions.agenda import Tasks
from bot.sessions.view import HandAt, Spot
from bot.storage.errors import NotSaved

PLACE = 7
Order = Future[bytes | None]


def page_of(order: Order, text: str = "old") -> Page:
    return Page((Text(text), Picture("hand.png", b"", "a hand", pending=order)))


def saying(text: str) -> Page:
    return Page((Text(text),))


class Stage:
    """A message and the pages it has shown. Edits wait while the gate is closed."""

    def __init__(self) -> None:
        self.says: list[Page] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.message = Message()
        self.message.edit = self.edit
        self.message.is_expired = lambda: False
        self.completing = Tasks()
        self.background = Background()

    async def edit(self, page: Page) -> None:
        await self.gate.wait()
        self.says.append(page)

    def answer(self, page: Page, hand: Any = None) -> None:
        """Answer with a page by a request of its own. Its picture follows."""
        version, is_crossed = self.message.begin(), self.message.changing.locked()
        given = (version, page, hand, self.background)
        complete = partial(self.message.complete, *given, is_crossed=is_crossed)
        after_pictures(page, lambda: self.completing.begin(complete()))

    async def want(self, page: Page) -> bool:
        """Edit the message as a new version with this page."""
        return await self.message.say(self.message.begin(), page)

    @property
    def texts(self) -> list[str]:
        return [page.text for page in self.says]


async def settled() -> None:
    """Let everything that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def order() -> Order:
    return Future()


async def with_a_picture_on_its_way(order: Order) -> Stage:
    """Return a message whose picture is on its way until the gate opens."""
    stage = Stage()
    stage.answer(page_of(order))
    stage.gate.clear()
    order.set_result(b"png")
    await settled()
    return stage


async def test_picture_comes_by_one_edit(order: Order) -> None:
    stage = Stage()
    stage.answer(page_of(order))
    await settled()
    assert stage.says == []

    order.set_result(b"png")
    await settled()

    assert stage.says == [Page((Text("old"), Picture("hand.png", b"png", "a hand")))]


async def test_missing_picture_changes_nothing(order: Order) -> None:
    stage = Stage()
    stage.answer(page_of(order))

    order.set_result(None)
    await settled()

    assert stage.says == []


async def test_replaced_page_gets_no_picture(order: Order) -> None:
    stage = Stage()
    stage.answer(page_of(order))
    stage.answer(saying("new"))

    order.set_result(b"png")
    await settled()

    assert stage.says == []


async def test_page_changed_by_others_gets_no_picture(order: Order) -> None:
    stage = Stage()
    stage.answer(page_of(order), Mock(is_newest=lambda: False))

    order.set_result(b"png")
    await settled()

    assert stage.says == []


async def test_only_the_newest_crossed_answer_is_repeated(order: Order) -> None:
    stage = await with_a_picture_on_its_way(order)

    stage.answer(saying("new"))
    stage.answer(saying("newest"))
    stage.gate.set()
    await settled()

    assert stage.texts == ["old", "newest"]


async def test_edits_of_one_message_wait_for_each_other(order: Order) -> None:
    stage = await with_a_picture_on_its_way(order)

    edit = asyncio.ensure_future(stage.want(saying("closed")))
    await settled()
    assert stage.says == []
    stage.gate.set()
    await edit

    assert stage.texts == ["old", "closed"]


async def test_outdated_edit_is_dropped_while_waiting(order: Order) -> None:
    stage = await with_a_picture_on_its_way(order)

    edit = asyncio.ensure_future(stage.want(saying("outdated")))
    await settled()
    stage.answer(saying("new"))
    stage.gate.set()

    assert await edit
    await settled()
    assert stage.texts == ["old", "new"]


async def test_unnoted_picture_stays(order: Order) -> None:
    stage, hand = Stage(), Mock(edited=AsyncMock(side_effect=NotSaved("disk full")))
    stage.answer(page_of(order), hand)
    order.set_result(b"png")
    await settled()
    stage.answer(saying("new"))
    await settled()

    assert stage.texts == ["old"]


class Publishing:
    """A substitute for the publisher, with the parts that a hand in a DM uses."""

    def __init__(self) -> None:
        self.edits: int | None = 0
        self.noted: list[Page] = []
        self.again: list[Spot] = []

    def mark(self, _session: object, _seat: int) -> int | None:
        return self.edits

    async def note_answer(self, *given: Any) -> None:
        self.noted.append(given[3])

    def note_made(self, *_given: object) -> None:
        """Ignore the hand that was made."""

    async def show_again(self, _session: object, spot: Spot) -> None:
        self.again.append(spot)


def hand_in(publishing: Publishing, session: Any, *, is_usual: bool = True) -> HandInDm:
    publisher: Any = publishing
    scene: Any = Mock(viewer=0, seat=0)
    return HandInDm(publisher, session, HandView(scene, saying("hand"), is_extended=not is_usual), PLACE)


@pytest.mark.parametrize("edits", [1, None])
def test_edit_of_the_publisher_outdates_a_hand(edits: int | None) -> None:
    publishing = Publishing()
    hand = hand_in(publishing, Mock())
    assert hand.is_newest()

    publishing.edits = edits

    assert not hand.is_newest()


def test_answer_during_edit_of_publisher_is_outdated() -> None:
    publishing = Publishing()
    publishing.edits = None

    assert not hand_in(publishing, Mock()).is_newest()


def test_next_move_outdates_a_hand() -> None:
    session = Mock()
    session.record.revision = 3
    hand = hand_in(Publishing(), session)
    assert hand.is_newest()

    session.record.revision = 4

    assert not hand.is_newest()


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every new hand say the same word."""

    async def made(*_: object) -> Page:
        return saying("fresh")

    monkeypatch.setattr(ephemeral, "rendered", made)


@pytest.mark.usefixtures("fresh")
async def test_picture_that_crosses_publisher_shows_present_hand() -> None:
    publishing, stage = Publishing(), Stage()
    hand = hand_in(publishing, Mock())

    publishing.edits = 1
    await hand.edited(stage.edit, saying("old"))

    assert stage.texts == ["fresh"]
    assert publishing.noted == []


@pytest.mark.usefixtures("fresh")
async def test_refused_edit_leaves_the_hand_to_the_publisher() -> None:
    async def limited(_page: Page) -> None:
        raise discord.HTTPException(Mock(status=429, reason="Too Many Requests"), "slow down")

    publishing = Publishing()
    hand = hand_in(publishing, Mock(record=Mock(is_in_dm=False)))

    publishing.edits = 1
    await hand.edited(limited, saying("old"))

    assert publishing.again == [HandAt(0)]


@pytest.mark.parametrize("is_usual", [True, False])
async def test_publisher_learns_only_of_its_own_pages(is_usual: bool) -> None:
    publishing, page = Publishing(), saying("hand")

    await hand_in(publishing, Mock(), is_usual=is_usual).shown(page)

    assert publishing.noted == ([page] if is_usual else [])
