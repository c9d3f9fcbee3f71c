"""Card faces as application emojis: optional, next to the letters, never instead of them."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.app import Cardcrate
from bot.delivery.layouts import Signs, known_emojis, layout, upload_emojis, with_signs
from bot.rendering.art.emoji import CARDS, emoji_png
from bot.rendering.catalog import speaking
from bot.rendering.page import Action, Choice, Page, Select, Text
from bot.rendering.scene import escaped
from bot.storage.store import Store
from tests.helpers.guild import SimGuild, close, open_bot, settings_for, text_of
from tests.helpers.tables import started

EMOJIS = {card: 1000 + number for number, card in enumerate(CARDS)}


@pytest_asyncio.fixture
async def simcord_bot(tmp_path: Path) -> AsyncIterator[Cardcrate]:
    """Yield a bot as operators start it, without emojis."""
    bot = await open_bot(settings_for(tmp_path / "guild.sqlite3", suits="words"))
    yield bot
    await close(bot)


class Application:
    """An application's emojis, with the two calls of discord.py's client that the bot makes."""

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

    await upload_emojis(application, store, progress)
    first = dict(application.emojis)
    await upload_emojis(application, store, progress)

    assert application.emojis == first
    assert len(first) == 53
    assert sum(done) == 2 * 53, "a bar of progress is full after each"
    assert set(await known_emojis(store)) == set(CARDS)


async def test_without_an_upload_there_are_none(store: Store) -> None:
    assert await known_emojis(store) == {}


@pytest.mark.parametrize("card", ["AS", "10H", "QD", "JK"])
def test_an_emoji_is_small_enough(card: str) -> None:
    assert len(emoji_png(card)) < 256 * 1024


def test_text_keeps_letters_next_to_emoji() -> None:
    page = with_signs(Page((Text("Your hand: 10♥ K♠"),)), Signs(EMOJIS))

    assert page.text == f"Your hand: <:card_10H:{EMOJIS['10H']}>10♥ <:card_KS:{EMOJIS['KS']}>K♠"


def test_code_blocks_and_long_pages_stay_unchanged() -> None:
    code = Page((Text("```L1 Q♥ J♠```"),))
    long = Page((Text("7♣ " * 1000),))

    for signs in (Signs(EMOJIS), Signs(in_words=True)):
        assert with_signs(code, signs) == code
        assert with_signs(long, signs) == long


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Your hand: 10♥ K♠.", "Your hand: 10 of hearts, K of spades."),
        ("7 ♣♦ · **A♠** · joker", "7 of clubs, diamonds · **A of spades** · joker"),
        ("♠, kings and 8s fit", "spades, kings and 8s fit"),
        ("Ann♠ types `7♣` for 7♣", "Ann♠ types `7♣` for 7 of clubs"),
        (f"{escaped('K♥ ♠♠')} plays 7♣", r"K\♥ \♠\♠ plays 7 of clubs"),
    ],
)
def test_suits_without_emojis_are_words(text: str, read: str) -> None:
    assert with_signs(Page((Text(text),)), Signs(in_words=True)).text == read


def test_suits_are_in_their_page_s_language() -> None:
    with speaking("de"):
        page = Page((Text("7♣"),))

    assert with_signs(page, Signs(in_words=True)).text == "Kreuz 7"


async def test_messages_name_suits_in_words(guild: SimGuild) -> None:
    await started(guild, "craits")
    ann = guild.players[0]

    hand = await ann.slash("hand")

    assert re.search(r"\b(10|[2-9AJQK]) of (clubs|diamonds|hearts|spades)\b", hand.text)
    assert not re.search("[♣♦♥♠]", hand.text + text_of(guild.table))


def test_selects_show_the_emoji_of_their_cards() -> None:
    choice = Choice("7♣", "7C", card="7C")
    page = Page((Select("Protect", Action("move protect *", 1, 1), (choice,)),))

    async def rendered() -> Any:
        view, _ = layout(page, Signs(EMOJIS))
        return view.to_components()  # type: ignore[no-untyped-call]

    option = asyncio.run(rendered())[0]["components"][0]["components"][0]["options"][0]

    assert option["label"] == "7♣"
    assert option["emoji"]["id"] == EMOJIS["7C"] or option["emoji"]["id"] == str(EMOJIS["7C"])
