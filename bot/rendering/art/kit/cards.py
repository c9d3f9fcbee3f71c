"""Card faces of 100 x 140 units, with the rank above its suit in a fan and next to it in a column."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.engine.cards import JOKER as JOKER_CARD
from bot.engine.cards import RANK_OF, SUIT_OF, Card
from bot.rendering.art.fonts import font
from bot.rendering.art.kit import colours
from bot.rendering.art.kit.colours import GOLD, PAPER, PAPER_EDGE, SUITS, mixed
from bot.rendering.art.kit.courts import COURTS, FAMILIES, joker
from bot.rendering.art.kit.outlines import circle, rectangle
from bot.rendering.art.kit.pen import Pen, dashed
from bot.rendering.art.kit.signs import SIGNS
from bot.rendering.art.palette import Colour, Deck

Run = Literal["fan", "column", "covered"]
"""The way cards overlap: in a fan or a column. A covered card in a column shows only its index."""

RATIO: Final = 1.4
FAN_RANK: Final = 46
COLUMN_RANK: Final = 50
STRIP: Final = 0.44
"""The share of a covered card's width that must stay visible."""
COLUMN_STRIP: Final = 0.54
INSIDE: Final = rectangle(1.2, 1.2, 97.6, 137.6, 9)


@lru_cache(maxsize=96)
def face(card: Card, wide: int, deck: Deck, run: Run = "fan") -> Image.Image:
    """Return a card's face, `wide` pixels wide. The image is shared, don't draw on it."""
    pen = Pen(100, 140, wide / 100)
    pen.box((0, 0, 100, 140), 10, PAPER_EDGE)
    pen.fill(INSIDE, PAPER)
    ink = colours.JOKER if card == JOKER_CARD else SUITS[deck][SUIT_OF[card]]
    if run != "covered":
        _middle(pen, card, ink, run)
    _index(pen, card, ink, run)
    return pen.done()


def _middle(pen: Pen, card: Card, ink: Colour, run: Run) -> None:
    """Draw the part of an uncovered card next to its index: a bust, or its suit once more."""
    rank = RANK_OF.get(card, "")
    if card == JOKER_CARD or rank in COURTS:
        left, top, scale = (12.7, 9, 0.94) if run == "fan" else (12.6, 12, 0.92)
        window = INSIDE if run == "fan" else rectangle(1.2, 44, 97.6, 94.8, 9)
        pen.inside(window, lambda one: _bust(one.at(left, top, scale), card))
        return
    x, y, side = (62, 94, 52) if run == "fan" else (50, 94, 52)
    if rank == "A":
        x, y, side = (60, 92, 44) if run == "fan" else (50, 94, 60)
        if run == "fan":
            ring = circle(x, y, 34)
            soft = mixed(ink, PAPER, 0.55)
            pen.stroke(ring, soft, 2.5, closed=True)
    SIGNS[SUIT_OF[card]](pen.at(x, y, side / 100), ink, ink)


def _bust(pen: Pen, card: Card) -> None:
    if card == JOKER_CARD:
        joker(pen)
    else:
        COURTS[RANK_OF[card]](pen, FAMILIES[SUIT_OF[card]])


def _index(pen: Pen, card: Card, ink: Colour, run: Run) -> None:
    """Draw rank and suit in the corner, or a joker's star."""
    if card == JOKER_CARD:
        SIGNS["star"](pen.at(22, 28, 0.36), ink, ink)
        return
    rank = RANK_OF[card]
    if run == "fan":
        middle, line, size, most = (24 if rank == "10" else 22), 38, FAN_RANK, 41
        x, y, side = 22, 61, 30
    else:
        middle, line, size, most = (29 if rank == "10" else 28), 42, COLUMN_RANK, 44
        x, y, side = 72, 25, 36
    write(pen, rank, (middle, line), size, ink, most=most)
    SIGNS[SUIT_OF[card]](pen.at(x, y, side / 100), ink, ink)


def write(pen: Pen, text: str, at: tuple[float, float], size: float, ink: Colour, *, most: float = 0) -> None:
    """Write letters centred on a point of their baseline. With `most`, a `10` gets exactly that width."""
    typeface = font(max(1, round(size * pen.fine_unit)))
    wide, (ascent, descent) = round(typeface.getlength(text)), typeface.getmetrics()
    mask = Image.new("L", (max(1, wide), ascent + descent))
    ImageDraw.Draw(mask).text((0, 0), text, font=typeface, fill=255)
    if most and text == "10":
        mask = mask.resize((round(most * pen.fine_unit), mask.height))
    unit = pen.fine_unit
    pen.stamp(mask, at[0] - mask.width / unit / 2, at[1] - ascent / unit, ink)


@lru_cache(maxsize=32)
def shadow(wide: int) -> Image.Image:
    """Return the mask of a card's shadow, which separates overlapping cards: 106 x 142 behind 100 x 140."""
    pen = Pen(106, 142, wide / 100)
    pen.box((0, 0, 106, 142), 10, "#FFFFFF")
    return pen.done().getchannel("A").point(lambda light: round(light * 0.28))


@lru_cache(maxsize=32)
def silhouette(wide: int) -> Image.Image:
    """Return the mask of a whole card."""
    pen = Pen(100, 140, wide / 100)
    pen.box((0, 0, 100, 140), 10, "#FFFFFF")
    return pen.done().getchannel("A")


@lru_cache(maxsize=64)
def rim(wide: int, high: int, thick: int, radius: int) -> Image.Image:
    """Return the mask of a round-cornered frame, this many pixels wide and high between its outer edges."""
    pen = Pen(wide, high, 1)
    outline = rectangle(thick / 2, thick / 2, wide - thick, high - thick, radius - thick / 2)
    pen.stroke(outline, "#FFFFFF", thick, closed=True)
    return pen.done().getchannel("A")


def rim_boxes(wide: int, high: int, thick: int, radius: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes of a rim's four sides. To lay only these is faster than the whole mask."""
    down = min(max(thick, radius) + 1, high // 2)
    yield 0, 0, wide, down
    yield 0, high - down, wide, high
    yield 0, down, thick + 1, high - down
    yield wide - thick - 1, down, wide, high - down


@lru_cache(maxsize=256)
def rim_part(frame: tuple[int, int, int, int], box: tuple[int, int, int, int]) -> Image.Image:
    """Return the part of a rim's mask in a box. `frame` has the arguments of `rim`."""
    return rim(*frame).crop(box)


@lru_cache(maxsize=16)
def wild_star(pixels: int) -> Image.Image:
    """Return the gold disc with a star on a wild card, this many pixels wide."""
    pen = Pen(34, 34, pixels / 34)
    pen.disc(17, 17, 17, GOLD)
    SIGNS["star"](pen.at(17, 17, 0.24), colours.STAR_ON_GOLD, GOLD)
    return pen.done()


@lru_cache(maxsize=32)
def dashed_card(rank: str, pixels: int, ground: Colour, line: Colour, accent: Colour) -> Image.Image:
    """Return the dashed card with a question mark for a rank asked for, turned by 7 degrees."""
    pen = Pen(124, 164, pixels / 100).at(21, 9, turned=7)
    pen.box((0, 0, 100, 140), 10, ground)
    for dash in dashed(rectangle(3.5, 3.5, 93, 133, 8), 12, 9.5):
        pen.stroke(dash, line, 4.5)
    high = Pen(124, 164, pixels / 100)
    for text, y, size, ink in ((rank, 50, 66, "#FFFFFF"), ("?", 108, 50, accent)):
        write(high.at(12, 12), text, (50, y + 0.356 * size), size, ink, most=62)
    turned = high.done().rotate(-7, Image.Resampling.BICUBIC)
    return Image.alpha_composite(pen.done(), turned)
