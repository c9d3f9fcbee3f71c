"""Optional: our card faces as application emojis, beside the letters in buttons, selects and text."""

import json
import re
from collections.abc import Mapping
from typing import Final

import discord
import msgspec

from bot.engine.cards import Card, parse_card
from bot.rendering.art.emoji import CARDS, emoji_name, emoji_png
from bot.rendering.page import Block, Page, Section, Text
from bot.rendering.words import SUIT_SIGN
from bot.storage import facts
from bot.storage.progress import Progress
from bot.storage.store import Store

NOTE: Final = "emojis"
MAX_TEXT_CHARACTERS: Final = 3900
"""Characters of a message's text; a page that would grow beyond keeps its letters alone."""

_LETTERS: Final = {sign: letter for letter, sign in SUIT_SIGN.items()}
_CARD: Final = re.compile(r"\b(10|[2-9AJQK])([♣♦♥♠])")

Emojis = Mapping[Card, int]
"""The id of each card's emoji; empty while none were uploaded."""


async def upload(client: discord.Client, store: Store, progress: Progress) -> None:
    """Upload the emojis that are missing and remember all of them; running it again changes nothing."""
    there = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
    ids: dict[Card, int] = {}
    for number, card in enumerate(CARDS, 1):
        name = emoji_name(card)
        if name not in there:
            made = await client.create_application_emoji(name=name, image=emoji_png(card))
            there[name] = made.id
        ids[card] = there[name]
        progress(number, len(CARDS))
    await store.write(facts.keep_note, NOTE, json.dumps(ids))


async def known(store: Store) -> Emojis:
    """The emojis that were uploaded."""
    kept = await store.read(facts.note, NOTE)
    return {} if kept is None else {card: int(number) for card, number in json.loads(kept).items()}


def adorned(page: Page, emojis: Emojis) -> Page:
    """The page with an emoji before every card in its text; code blocks and long pages stay as they are."""
    if not emojis:
        return page
    blocks = tuple(_adorn(block, emojis) for block in page.blocks)
    longer = msgspec.structs.replace(page, blocks=blocks)
    return longer if len(longer.text) <= MAX_TEXT_CHARACTERS else page


def token(card: Card, emojis: Emojis) -> str:
    """The emoji of a card as message text; nothing where there is none."""
    return f"<:{emoji_name(card)}:{emojis[card]}>" if card in emojis else ""


def _adorn(block: Block, emojis: Emojis) -> Block:
    if not isinstance(block, Text | Section) or "`" in block.text:
        return block
    text = _CARD.sub(lambda found: f"{token(_card(found), emojis)}{found[0]}", block.text)
    return msgspec.structs.replace(block, text=text)


def _card(found: re.Match[str]) -> Card:
    return parse_card(found[1] + _LETTERS[found[2]])
