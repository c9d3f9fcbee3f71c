"""Optional: our card faces as application emojis, next to the letters in buttons, selects and text."""

import json
from collections.abc import Mapping
from typing import Final, NamedTuple

import discord

from bot.engine.cards import Card
from bot.rendering.art.emoji import CARDS, emoji_name, emoji_png
from bot.storage import facts
from bot.storage.progress import Progress
from bot.storage.store import Store

NOTE: Final = "emojis"
Emojis = Mapping[Card, int]
"""The id of each card's emoji. Empty while none were uploaded."""
NO_EMOJIS: Final[Emojis] = {}


class Signs(NamedTuple):
    """How running text shows cards, because Discord draws the suits' own signs as dark emojis."""

    emojis: Emojis = NO_EMOJIS
    in_words: bool = False
    """Whether suits without an emoji of ours are words."""


async def upload(client: discord.Client, store: Store, progress: Progress) -> None:
    """Upload the emojis that are missing and remember all of them. Running it again changes nothing."""
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
