"""Card faces as application emojis: optional, next to the letters, never instead of them."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery.emojis import known, upload
from bot.delivery.layouts import adorned, layout
from bot.rendering.art.emoji import CARDS, emoji_png
from bot.rendering.page import Action, Choice, Page, Select, Text
from bot.storage.store import Store

EMOJIS = {card: 1000 + number for number, card in enumerate(CARDS)}


class Application:
    """The two calls of discord.py's client that are used, with the application's emojis behind them."""

    def __init__(self) -> None:
        self.emojis: dict[str, int] = {}

    async def fetch_application_emojis(self) -> list[Any]:
        return [SimpleNamespace(name=name, id=number) for name, number in self.emojis.items()]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        assert image.startswith(b"\x89PNG")
        self.emojis[name] = len(self.emojis) + 1
        return SimpleNamespace(name=name, id=self.emojis[name])


async def test_every_card_is_uploaded_once_and_remembered(store: Store) -> None:
    application: Any = Application()
    done: list[int] = []

    def progress(number: int, of: int) -> None:
        assert number <= of == 53
        done.append(1)

    await upload(application, store, progress)
    first = dict(application.emojis)
    await upload(application, store, progress)

    assert application.emojis == first
    assert len(first) == 53
    assert sum(done) == 2 * 53, "a bar of progress is full after each"
    assert set(await known(store)) == set(CARDS)


async def test_without_an_upload_there_are_none(store: Store) -> None:
    assert await known(store) == {}


@pytest.mark.parametrize("card", ["AS", "10H", "QD", "JK"])
def test_an_emoji_is_small_enough(card: str) -> None:
    assert len(emoji_png(card)) < 256 * 1024


def test_text_keeps_its_letters_beside_the_emoji() -> None:
    page = adorned(Page((Text("Your hand: 10♥ K♠"),)), EMOJIS)

    assert page.text == f"Your hand: <:card_10H:{EMOJIS['10H']}>10♥ <:card_KS:{EMOJIS['KS']}>K♠"


def test_code_blocks_and_long_pages_stay_as_they_are() -> None:
    code = Page((Text("```L1 Q♥ J♠```"),))
    long = Page((Text("7♣ " * 1000),))

    assert adorned(code, EMOJIS) == code
    assert adorned(long, EMOJIS) == long


def test_selects_show_the_emoji_of_their_cards() -> None:
    choice = Choice("7♣", "7C", card="7C")
    page = Page((Select("Protect", Action(1, 1, "move protect *"), (choice,)),))

    async def rendered() -> Any:
        view, _ = layout(page, EMOJIS)
        return view.to_components()  # type: ignore[no-untyped-call]

    option = asyncio.run(rendered())[0]["components"][0]["components"][0]["options"][0]

    assert option["label"] == "7♣"
    assert option["emoji"]["id"] == EMOJIS["7C"] or option["emoji"]["id"] == str(EMOJIS["7C"])
