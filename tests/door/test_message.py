"""Pictures that come after their answer: one edit each, and nothing newer is ever overwritten."""

import asyncio
from concurrent.futures import Future
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.delivery.background import Background
from bot.door import answers
from bot.door.answers import HandInDm
from bot.door.message import Following, LaterPictures
from bot.rendering.page import Page, Picture, Text
from bot.storage.errors import NotSaved

PLACE = 7


def page_of(order: "Future[bytes | None]", text: str = "old") -> Page:
    return Page((Text(text), Picture("hand.png", b"", "a hand", order=order)))


class Message:
    """One private message: what it says, and edits of it that take their time where a test wants it."""

    def __init__(self) -> None:
        self.says: list[Page] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.later = LaterPictures(Background(lambda: False))

    async def edit(self, page: Page) -> None:
        await self.gate.wait()
        self.says.append(page)

    def follow(self, page: Page, **given: Any) -> None:
        older = self.later.replace(PLACE)
        self.later.follow(Following(PLACE, page, self.edit, **given), older)


async def settled() -> None:
    """Let everything that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def order() -> "Future[bytes | None]":
    return Future()


async def test_a_page_gets_its_picture_by_one_edit(order: "Future[bytes | None]") -> None:
    message = Message()
    message.follow(page_of(order))
    await settled()
    assert message.says == []

    order.set_result(b"png")
    await settled()

    assert message.says == [Page((Text("old"), Picture("hand.png", b"png", "a hand")))]


async def test_a_picture_that_was_there_a_moment_after_the_answer_is_not_forgotten(
    order: "Future[bytes | None]",
) -> None:
    message, page = Message(), page_of(order)
    order.set_result(b"png")

    message.follow(page)
    await settled()

    assert len(message.says) == 1


async def test_a_picture_that_does_not_come_changes_nothing(order: "Future[bytes | None]") -> None:
    message = Message()
    message.follow(page_of(order))

    order.set_result(None)
    await settled()

    assert message.says == []


async def test_what_has_been_replaced_gets_no_picture(order: "Future[bytes | None]") -> None:
    message = Message()
    message.follow(page_of(order))
    message.follow(Page((Text("new"),)))

    order.set_result(b"png")
    await settled()

    assert message.says == []


async def test_what_is_not_the_newest_any_more_gets_no_picture(order: "Future[bytes | None]") -> None:
    message = Message()
    message.follow(page_of(order), is_newest=lambda: False)

    order.set_result(b"png")
    await settled()

    assert message.says == []


async def with_a_picture_on_its_way(order: "Future[bytes | None]") -> Message:
    """A message whose picture is being sent and held up until `gate` opens."""
    message = Message()
    message.follow(page_of(order))
    message.gate.clear()
    order.set_result(b"png")
    await settled()
    return message


async def test_an_answer_that_crosses_an_older_picture_is_said_once_more_behind_it(
    order: "Future[bytes | None]",
) -> None:
    message = await with_a_picture_on_its_way(order)

    message.follow(Page((Text("new"),)))
    message.gate.set()
    await settled()

    assert [page.text for page in message.says] == ["old", "new"]


async def test_only_the_last_of_several_answers_is_said_once_more(order: "Future[bytes | None]") -> None:
    message = await with_a_picture_on_its_way(order)

    message.follow(Page((Text("new"),)))
    message.follow(Page((Text("newest"),)))
    message.gate.set()
    await settled()

    assert [page.text for page in message.says] == ["old", "newest"]


async def test_an_edit_in_turn_comes_behind_an_older_picture_and_before_what_is_pressed_meanwhile(
    order: "Future[bytes | None]",
) -> None:
    message = await with_a_picture_on_its_way(order)
    page = Page((Text("announced"),))

    edit = asyncio.ensure_future(message.later.in_turn(PLACE, lambda: message.edit(page)))
    await settled()
    message.follow(Page((Text("new"),)))
    message.gate.set()
    await settled()

    assert edit.done()
    assert [page.text for page in message.says] == ["old", "announced", "new"]


async def test_nothing_is_changed_once_the_bot_stops(order: "Future[bytes | None]") -> None:
    message = Message()
    message.follow(page_of(order))
    message.later.close()

    order.set_result(b"png")
    await settled()

    assert message.says == []


async def test_a_picture_whose_place_cannot_be_noted_stands_all_the_same(
    order: "Future[bytes | None]",
) -> None:
    async def then(_page: Page) -> None:
        raise NotSaved("disk full")

    message = Message()
    message.follow(page_of(order), then=then)
    order.set_result(b"png")
    await settled()
    message.follow(Page((Text("new"),)))
    await settled()

    assert [page.text for page in message.says] == ["old"]


class Publishing:
    """A publisher as a hand in a DM sees it."""

    def __init__(self) -> None:
        self.edits: int | None = 0
        self.noted: list[Page] = []
        self.again: list[int] = []

    def mark(self, _session: object, _seat: int) -> int | None:
        return self.edits

    async def answered(self, *given: Any) -> None:
        self.noted.append(given[3])

    async def show_hand_again(self, _session: object, seat: int) -> None:
        self.again.append(seat)


def hand_in(publishing: Publishing, session: Any, *, usual: bool = True) -> HandInDm:
    publisher: Any = publishing
    return HandInDm(publisher, session, 0, PLACE, usual=usual)


@pytest.mark.parametrize("edits", [1, None])
def test_a_hand_that_the_publisher_edits_meanwhile_is_not_the_newest(edits: int | None) -> None:
    publishing = Publishing()
    hand = hand_in(publishing, Mock())
    assert hand.is_newest()

    publishing.edits = edits

    assert not hand.is_newest()


def test_a_hand_answered_during_an_edit_of_the_publisher_is_not_the_newest() -> None:
    publishing = Publishing()
    publishing.edits = None

    assert not hand_in(publishing, Mock()).is_newest()


def test_a_hand_is_not_the_newest_when_the_game_has_gone_on() -> None:
    session = Mock()
    session.record.revision = 3
    hand = hand_in(Publishing(), session)
    assert hand.is_newest()

    session.record.revision = 4

    assert not hand.is_newest()


async def test_a_picture_that_crosses_an_edit_of_the_publisher_is_followed_by_what_is_so_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fresh(*_: object) -> Page:
        return Page((Text("fresh"),))

    monkeypatch.setattr(answers, "offloaded", fresh)
    publishing, message = Publishing(), Message()
    hand = hand_in(publishing, Mock())

    publishing.edits = 1
    await hand.edited(Page((Text("old"),)), message.edit)

    assert [page.text for page in message.says] == ["fresh"]
    assert publishing.noted == []


async def test_where_discord_refuses_what_is_so_now_the_publisher_shows_the_hand_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fresh(*_: object) -> Page:
        return Page((Text("fresh"),))

    async def limited(_page: Page) -> None:
        raise discord.HTTPException(Mock(status=429, reason="Too Many Requests"), "slow down")

    monkeypatch.setattr(answers, "offloaded", fresh)
    publishing = Publishing()
    hand = hand_in(publishing, Mock())

    publishing.edits = 1
    await hand.edited(Page((Text("old"),)), limited)

    assert publishing.again == [0]


@pytest.mark.parametrize("usual", [True, False])
async def test_the_publisher_learns_only_of_hands_that_it_would_show_itself(usual: bool) -> None:
    publishing, page = Publishing(), Page((Text("hand"),))

    await hand_in(publishing, Mock(), usual=usual).shown(page)

    assert publishing.noted == ([page] if usual else [])
