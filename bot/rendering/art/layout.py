"""Arranging cards: rows, fans with overlap, groups that flow, piles with a badge, columns."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Final

import msgspec
from PIL import Image

from bot.rendering.art.faces import BACK_FACE, Shown, empty_place, face, height_of, sideways, strip_of
from bot.rendering.art.fonts import cut, text_image, width
from bot.rendering.art.palette import BADGE, GOLD, SOFT, WHITE, Deck
from bot.rendering.art.sketch import Sketch, line_height, panel
from bot.rendering.art.zones import Column, Group, Pile

LARGE: Final = 100
"""The width of cards in hands and on piles."""
BEFORE_PLAYERS: Final = (80, 68, 56)
"""Widths of the cards that lie before players; the smaller ones are for full tables."""
LABEL: Final = 28
BADGE_TEXT: Final = 32
GAP: Final = 12
PART_GAP: Final = 16
GROUP_GAP: Final = 18
TUCKED: Final = 11
"""How much of each card is seen in a little fan of backs."""


class Look(msgspec.Struct, frozen=True):
    """How cards are drawn: how wide, in which colours, and which of them with a golden edge."""

    card: int
    deck: Deck
    lit: frozenset[Shown] = frozenset()

    def face(self, shown: Shown, *, covered: bool = False) -> Image.Image:
        """A card in this look."""
        return face(shown, self.card, self.deck, lit=shown in self.lit, covered=covered)

    def across(self, shown: Shown) -> Image.Image:
        """A card in this look, turned by a quarter."""
        return sideways(shown, self.card, self.deck, lit=shown in self.lit)


def fan(parts: Sequence[Sequence[Shown]], room: int, look: Look) -> Sketch:
    """Cards in rows: as far apart as they can be without needing another row."""
    sketch = Sketch(room)
    for row, cards in enumerate(rows_of(parts, room, look.card)):
        top = row * (height_of(look.card) + GAP)
        ends = [*(x for _, x in cards[1:]), room]
        for (shown, x), end in zip(cards, ends, strict=True):
            sketch.put(look.face(shown, covered=x + look.card > end), x, top)
    return sketch


def rows_of(parts: Sequence[Sequence[Shown]], room: int, card: int) -> list[list[tuple[Shown, int]]]:
    """Every card with its x, row by row."""
    narrow, wide = strip_of(card), card + GAP
    lay = partial(_rows, parts, room, card)
    fewest = min(len(lay(narrow, together=True)), len(lay(narrow, together=False)))
    ways = product((True, False), (*range(wide, narrow, -2), narrow))
    tried = (lay(strip, together=together) for together, strip in ways)
    return next(rows for rows in tried if len(rows) == fewest)


def _rows(
    parts: Sequence[Sequence[Shown]], room: int, card: int, strip: int, *, together: bool
) -> list[list[tuple[Shown, int]]]:
    """Rows with so much of each card seen; `together` keeps a part in one row if a row can hold it."""
    rows: list[list[tuple[Shown, int]]] = []
    x = room
    for part in parts:
        if not rows or (together and x > 0 and x + _reach(len(part), strip, card) > room):
            x = room
        for shown in part:
            if x + card > room:
                rows.append([])
                x = 0
            rows[-1].append((shown, x))
            x += strip
        x += PART_GAP if strip < card else 0
    return rows


def _reach(count: int, strip: int, card: int) -> int:
    return (count - 1) * strip + card if count else 0


def group_width(group: Group, card: int) -> int:
    """How wide a group lies."""
    across = height_of(card) + GAP // 2 if group.across else 0
    return max(_reach(len(group.cards), strip_of(card), card) + across, width(group.label, LABEL, "Regular"))


def line_width(groups: Sequence[Group], card: int) -> int:
    """How wide groups are in one line."""
    return sum(group_width(one, card) for one in groups) + GROUP_GAP * max(0, len(groups) - 1)


def group(one: Group, room: int, look: Look) -> Sketch:
    """Cards overlapping to the right under their label, then the card that lies across."""
    card, top = look.card, 0
    sketch = Sketch(min(room, group_width(one, card)))
    if one.label:
        label = cut(one.label, sketch.width, LABEL, "Regular")
        sketch.write(label, 0, 0, LABEL, weight="Regular", colour=SOFT)
        top = line_height(LABEL) + 2
    for place, shown in enumerate(one.cards):
        covered = place < len(one.cards) - 1
        sketch.put(look.face(shown, covered=covered), place * strip_of(card), top)
    if one.across:
        x = _reach(len(one.cards), strip_of(card), card) + GAP // 2
        sketch.put(look.across(one.across), x, top + height_of(card) - card)
    return sketch


def flow(groups: Sequence[Group], room: int, look: Look) -> Sketch:
    """Groups from left to right, in as many lines as they need; a group too wide for a line is divided."""
    sketch = Sketch(room)
    x = top = 0
    for one in divided(groups, room, look.card):
        drawn = group(one, room, look)
        if x and x + drawn.width > room:
            x, top = 0, sketch.height + GAP
        sketch.place(drawn, x, top)
        x += drawn.width + GROUP_GAP
    return sketch


def divided(groups: Sequence[Group], room: int, card: int) -> list[Group]:
    """The groups, those wider than a line cut into pieces."""
    pieces: list[Group] = []
    most = max(1, (room - card - height_of(card) - GAP) // strip_of(card) + 1)
    for one in groups:
        if len(one.cards) <= most:
            pieces.append(one)
            continue
        starts = range(0, len(one.cards), most)
        parts = [Group(one.cards[start : start + most]) for start in starts]
        pieces.append(msgspec.structs.replace(parts[0], label=one.label))
        pieces += [*parts[1:-1], msgspec.structs.replace(parts[-1], across=one.across)]
    return pieces


def backs(count: int, card: int) -> Sketch:
    """A little fan of hidden cards, at most seven however many there are."""
    shown = min(count, 7)
    sketch = Sketch(max(0, shown - 1) * TUCKED + card if shown else 0, height_of(card))
    for place in range(shown):
        sketch.put(face(BACK_FACE, card), place * TUCKED, 0)
    return sketch


def pile(one: Pile, room: int, deck: Deck) -> Sketch:
    """A pile under its label, with the number of its cards on a badge."""
    sketch = Sketch(room)
    left, top = (room - LARGE) // 2, _headed(sketch, one.label)
    depth = min(3, (one.count or 1) - 1) if one.top else 0
    image = empty_place(LARGE, one.ghost) if one.top is None else face(one.top, LARGE, deck, lit=one.lit)
    for under in range(depth, -1, -1):
        sketch.put(image, left + 4 * under, top + 4 * under)
    if one.count is not None:
        mark = badge(str(one.count))
        sketch.put(mark, left + LARGE - mark.width + 14, top + height_of(LARGE) - mark.height + 14)
    return sketch


def _headed(sketch: Sketch, label: str) -> int:
    """Write a label in the middle of the first line; the y under it."""
    if not label:
        return 0
    label = cut(label, sketch.width, LABEL, "Regular")
    x = (sketch.width - width(label, LABEL, "Regular")) // 2
    sketch.write(label, x, 0, LABEL, weight="Regular", colour=SOFT)
    return line_height(LABEL) + 4


@lru_cache(maxsize=128)
def badge(text: str) -> Image.Image:
    """A number on a dark ground with a golden edge; the image is shared."""
    text = cut(text, LARGE, BADGE_TEXT)
    high = line_height(BADGE_TEXT) + 2
    wide = max(high, width(text, BADGE_TEXT) + 22)
    image = panel(wide, high, BADGE, edge=GOLD, thick=3, radius=high // 2).copy()
    writing = text_image(text, BADGE_TEXT, "Bold", WHITE)
    image.paste(writing, ((image.width - width(text, BADGE_TEXT)) // 2, 1), writing)
    return image


def column(one: Column, room: int, deck: Deck) -> Sketch:
    """Cards overlapping downwards under their label."""
    sketch = Sketch(room)
    left, top = (room - LARGE) // 2, _headed(sketch, one.label)
    if not one.cards:
        sketch.put(empty_place(LARGE), left, top)
    for place, shown in enumerate(one.cards):
        covered = place < len(one.cards) - 1
        image = face(shown, LARGE, deck, run="down", covered=covered)
        sketch.put(image, left, top + place * strip_of(LARGE, "down"))
    return sketch
