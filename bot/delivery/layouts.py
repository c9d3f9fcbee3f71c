"""Layouts of pages: the Components V2 views and files that the library sends.

Optionally, card faces appear as application emojis, next to the letters in buttons, selects and text.
"""

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, Final, NamedTuple

import discord
import msgspec
from discord import ui

from bot.delivery.errors import Unfit
from bot.engine.cards import Card, parse_card
from bot.rendering.art.emoji import CARDS, emoji_name, emoji_png
from bot.rendering.catalog import say, speaking
from bot.rendering.page import (
    Block,
    Button,
    Buttons,
    Line,
    Link,
    Page,
    Picture,
    Section,
    Select,
    Style,
    Text,
    button_rows,
)
from bot.rendering.words import SUIT_SIGN, suit_name
from bot.storage import facts
from bot.storage.progress import Progress
from bot.storage.store import Store

NOTE: Final = "emojis"
Emojis = Mapping[Card, int]
"""The id of each card's emoji. Empty while none were uploaded."""
NO_EMOJIS: Final[Emojis] = {}


class Signs(NamedTuple):
    """The way in which text shows cards, because Discord draws the suits' own signs as dark emojis."""

    emojis: Emojis = NO_EMOJIS
    in_words: bool = False
    """Whether suits without an emoji of ours are written as words."""


MAX_TEXT_CHARACTERS: Final = 3900
"""The most characters of a message's text. A page that emojis would make longer goes without them."""
_LETTERS: Final = {sign: letter for letter, sign in SUIT_SIGN.items()}
_CARDS: Final = re.compile(r"\b(10|[2-9AJQK]) ?([♣♦♥♠]+)")
_CARD_TEXT: Final = re.compile(
    rf"```.*?```|`[^`]*`|{_CARDS.pattern}(?: {_CARDS.pattern})*|(?<![\w\\])[♣♦♥♠]+(?!\w)", re.DOTALL
)
"""A pattern for code, which isn't changed, for cards in a row, and for suits alone."""
PLAIN: Final = Signs()
MAX_COMPONENTS: Final = 40
"""The most parts that Discord takes in a message, the container and the parts of parts included."""
STYLES: Final[dict[Style, discord.ButtonStyle]] = {
    "grey": discord.ButtonStyle.secondary,
    "blue": discord.ButtonStyle.primary,
    "green": discord.ButtonStyle.success,
    "red": discord.ButtonStyle.danger,
}


def layout(
    page: Page, signs: Signs = PLAIN, *, mark: int | None = None
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return a page as a Components V2 view and its files. Cards come with their emoji where there's one.

    The view is stopped at once: the dynamic items of `cogs/buttons.py` answer its controls, and a view that
    waits for clicks would stay in memory for ever.
    """
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=page.accent, id=mark)
    for block in fitting(with_signs(page, signs).blocks):
        container.add_item(_item(block, signs.emojis))
    view.add_item(container)
    view.stop()
    files = [
        discord.File(io.BytesIO(picture.png), picture.name, description=picture.alt)
        for picture in page.pictures
    ]
    return view, files


@contextmanager
def laid_out(
    page: Page, signs: Signs = PLAIN, *, mark: int | None = None
) -> Iterator[tuple[ui.LayoutView, list[discord.File]]]:
    """Lay a page out while it's being sent. Raises Unfit if there's too much for one message.

    Afterwards the view is taken apart. Its items refer to their container, and a closed file to its own close
    method. Otherwise thousands of such cycles a minute, with pictures, would wait for the garbage collector.
    """
    try:
        view, files = layout(page, signs, mark=mark)
    except ValueError as error:  # too many components: the library notices before Discord does
        raise Unfit(f"layout: {error}") from error
    try:
        yield view, files
    finally:
        for item in (*view.walk_children(), view):
            vars(item).clear()
        for file in files:
            vars(file.fp).clear()


def fitting(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return blocks that fit a message. If there are too many parts, sections' buttons go below the texts."""
    if 1 + sum(map(_count_parts, blocks)) <= MAX_COMPONENTS:
        return blocks
    found: list[Block] = []
    for is_section, group in groupby(blocks, lambda block: isinstance(block, Section)):
        run = [*group]
        if is_section:
            sections = [block for block in run if isinstance(block, Section)]
            found.append(Text("\n".join(section.text for section in sections)))
            found += button_rows([section.button for section in sections])
        else:
            found += run
    return found


def _count_parts(block: Block) -> int:
    """Return the number of a message's parts that a block takes."""
    match block:
        case Buttons(buttons=buttons):
            return 1 + len(buttons)
        case Section():
            return 3
        case Select() | Link():
            return 2
    return 1


def _item(block: Block, emojis: Emojis) -> ui.Item[Any]:
    match block:
        case Text(text=text):
            return ui.TextDisplay(text)
        case Line():
            return ui.Separator()
        case Picture(name=name, alt=alt):
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))
        case Section(text=text, button=button):
            return ui.Section(text, accessory=_button(button, emojis))
        case Buttons(buttons=buttons):
            return ui.ActionRow(*(_button(button, emojis) for button in buttons))
        case Link(label=label, address=address):
            return ui.ActionRow(ui.Button(label=label, url=address))
        case Select():
            return ui.ActionRow(_select(block, emojis))


def _button(button: Button, emojis: Emojis) -> ui.Button[Any]:
    return ui.Button(
        label=button.label,
        style=STYLES[button.style],
        custom_id=button.action.custom_id("b"),
        disabled=button.disabled,
        emoji=_emoji(button.card, emojis),
    )


def _select(select: Select, emojis: Emojis) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.hint,
            emoji=_emoji(choice.card, emojis),
            default=choice.chosen,
        )
        for choice in select.choices
    ]
    return ui.Select(
        custom_id=select.action.custom_id("s"),
        placeholder=select.label[:150],
        options=options,
        min_values=select.least,
        max_values=select.most,
    )


def _emoji(card: Card | None, emojis: Emojis) -> discord.PartialEmoji | None:
    if card is None or card not in emojis:
        return None
    return discord.PartialEmoji(name=emoji_name(card), id=emojis[card])


def with_signs(page: Page, signs: Signs) -> Page:
    """Return a page with readable cards in its text, or unchanged if that would make it too long."""
    if signs == PLAIN:
        return page
    with speaking(page.language):
        blocks = tuple(_with_signs(block, signs) for block in page.blocks)
    longer = msgspec.structs.replace(page, blocks=blocks)
    return longer if len(longer.text) <= MAX_TEXT_CHARACTERS else page


def token(card: Card, emojis: Emojis) -> str:
    """Return the emoji of a card as message text. Empty if there isn't one."""
    return f"<:{emoji_name(card)}:{emojis[card]}>" if card in emojis else ""


def _with_signs(block: Block, signs: Signs) -> Block:
    if not isinstance(block, Text | Section):
        return block
    text = _CARD_TEXT.sub(lambda found: _readable(found[0], signs), block.text)
    return msgspec.structs.replace(block, text=text)


def _readable(text: str, signs: Signs) -> str:
    """Return cards with their emojis, or with their suits in words. Code stays unchanged."""
    cards = _CARDS.findall(text)
    if text.startswith("`") or not (signs.in_words or (cards and signs.emojis)):
        return text
    if not cards:
        return _suits(text)
    if signs.emojis:
        return " ".join(
            f"{token(parse_card(rank + _LETTERS[sign]), signs.emojis)}{rank}{sign}"
            for rank, suits in cards
            for sign in suits
        )
    return ", ".join(say("{rank} of {suit}", rank=rank, suit=_suits(suits)) for rank, suits in cards)


def _suits(signs: str) -> str:
    return ", ".join(suit_name(_LETTERS[sign]) for sign in signs)


async def upload_emojis(client: discord.Client, store: Store, progress: Progress) -> None:
    """Upload the emojis that are missing and remember all of them. Running it again changes nothing."""
    uploaded = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
    ids: dict[Card, int] = {}
    for number, card in enumerate(CARDS, 1):
        name = emoji_name(card)
        if name not in uploaded:
            made = await client.create_application_emoji(name=name, image=emoji_png(card))
            uploaded[name] = made.id
        ids[card] = uploaded[name]
        progress(number, len(CARDS))
    await store.write(facts.keep_note, NOTE, json.dumps(ids))


async def known_emojis(store: Store) -> Emojis:
    """Return the uploaded emojis."""
    kept = await store.read(facts.note, NOTE)
    return {} if kept is None else {card: int(number) for card, number in json.loads(kept).items()}
