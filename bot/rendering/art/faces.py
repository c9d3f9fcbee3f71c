"""Card faces, backs and empty places, drawn from the font and our own signs.

A card is planned as if it were 100 wide. Its corner alone says everything: in a fan the rank stands over
the suit, in a column beside it, so a narrow strip of a covered card can still be read on a phone.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from bot.engine.cards import JOKER, RANK_OF, SUIT_OF, Card, Suit
from bot.rendering.art.fonts import font
from bot.rendering.art.palette import (
    BACK,
    BACK_LINE,
    CARD,
    CARD_EDGE,
    COURT,
    EDGE,
    FAINT,
    GOLD,
    INK,
    JOKER_INK,
    PANEL,
    WHITE,
    Colour,
    Deck,
)
from bot.rendering.art.shapes import drawn, rounded, sign

Run = Literal["across", "down"]
"""Which way cards overlap: across in a fan, down in a column."""
BACK_FACE: Final = "back"
"""Stands for a card whose face is hidden."""
Shown = str
"""What can be seen of a card: the card itself, or `back`."""

COVERED: Final = "covered"
"""Noted at the image of a covered card, with the way in which it is overlapped."""
RATIO: Final = 1.4
COURT_SIGN: Final[Mapping[str, str]] = {"J": "jack", "Q": "queen", "K": "king"}


def height_of(width: int) -> int:
    """The height of a card of this width."""
    return round(width * RATIO)


def strip_of(width: int, run: Run = "across") -> int:
    """How much of a covered card must stay in sight so that it can be read."""
    return round(width * (0.56 if run == "across" else 0.52))


@lru_cache(maxsize=512)
def face(
    shown: Shown,
    width: int,
    deck: Deck = "two",
    *,
    run: Run = "across",
    lit: bool = False,
    covered: bool = False,
) -> Image.Image:
    """A card, or a back; a lit one has a golden edge, a covered one only its corner.

    The image is shared: do not draw on it.
    """
    if shown == BACK_FACE:
        return _back(width, lit)
    image = _blank(width, CARD, lit)
    ink = JOKER_INK if shown == JOKER else INK[deck][SUIT_OF[shown]]
    _index(image, shown, width, ink, run)
    if covered:
        image.info.update({COVERED: run, "lit": lit})
    else:
        _middle(image, shown, width, ink, run)
    return image


@lru_cache(maxsize=64)
def empty_place(width: int, ghost: Suit | None = None) -> Image.Image:
    """The outline of a pile without cards, with the suit that belongs there, if one does."""
    height = height_of(width)
    image = Image.new("RGBA", (width, height))
    edge = max(2, width // 32)
    _fill(image, 0, EDGE)
    _fill(image, edge, PANEL)
    if ghost is not None:
        _stamp(image, ghost, width // 2, (width // 2, height // 2), FAINT)
    return image


@lru_cache(maxsize=128)
def sideways(shown: Shown, width: int, deck: Deck = "two", *, lit: bool = False) -> Image.Image:
    """A card turned by a quarter, for one that lies across others."""
    return face(shown, width, deck, lit=lit).transpose(Image.Transpose.ROTATE_90)


def _blank(width: int, colour: Colour, lit: bool) -> Image.Image:
    image = Image.new("RGBA", (width, height_of(width)))
    _fill(image, 0, GOLD if lit else CARD_EDGE)
    _fill(image, max(3, width // 20) if lit else max(1, width // 60), colour)
    return image


def _fill(image: Image.Image, inset: int, colour: Colour) -> None:
    """A card-shaped area of one colour, `inset` pixels inside the edge."""
    width, height = image.width - 2 * inset, image.height - 2 * inset
    mask = rounded(width, height, max(2, image.width // 11 - inset))
    image.paste(colour, (inset, inset), mask)
    if inset == 0:
        image.putalpha(mask)


def _stamp(image: Image.Image, name: str, side: int, at: tuple[int, int], colour: Colour) -> None:
    """A sign centred on a point."""
    image.paste(colour, (at[0] - side // 2, at[1] - side // 2), sign(name, side))


def _index(image: Image.Image, card: Card, width: int, ink: Colour, run: Run) -> None:
    """Rank and suit in the corner."""
    rank = "JK" if card == JOKER else RANK_OF[card]
    suit = "star" if card == JOKER else SUIT_OF[card]
    letters = _rank_mask(rank, round(width * 0.54), round(width * 0.43))
    middle, top, capital = round(width * 0.285), round(width * 0.1), round(width * 0.39)
    image.paste(ink, (middle - letters.width // 2, top), letters)
    under = middle, top + capital + round(width * 0.27)
    beside = round(width * 0.74), top + capital // 2
    _stamp(image, suit, round(width * 0.36), under if run == "across" else beside, ink)


@lru_cache(maxsize=256)
def _rank_mask(rank: str, size: int, most: int) -> Image.Image:
    """A rank from the top of its capitals down, narrowed to `most` pixels where it is wider."""
    fine = 4
    writing = font(size * fine)
    left, top, right, bottom = (round(edge) for edge in writing.getbbox("K" + rank))
    mask = Image.new("L", (right - left, bottom - top))
    _write_tight(mask, rank, writing, (-left, -top))
    ink = mask.getbbox() or (0, 0, *mask.size)
    mask = mask.crop((ink[0], 0, ink[2], mask.height))
    wide = min(most, max(1, round(mask.width / fine)))
    return mask.resize((wide, max(1, round(mask.height / fine))), Image.Resampling.LANCZOS)


def _write_tight(mask: Image.Image, rank: str, writing: ImageFont.FreeTypeFont, at: tuple[int, int]) -> None:
    """Write a rank; the two digits of the ten stand closer than in running text."""
    draw = ImageDraw.Draw(mask)
    x, y = at
    for letter in rank:
        draw.text((x, y), letter, font=writing, fill=255)
        x += round(writing.getlength(letter) * (0.86 if rank == "10" else 1))


def _middle(image: Image.Image, card: Card, width: int, ink: Colour, run: Run) -> None:
    """What only an uncovered card shows: the suit again, with a court card's sign; a joker has its star."""
    suit = "star" if card == JOKER else SUIT_OF[card]
    court = COURT_SIGN.get(RANK_OF.get(card, ""))
    if court is not None:
        _court(image, (court, suit), width, ink, run)
    elif run == "across":
        _stamp(image, suit, round(width * 0.38), (round(width * 0.765), round(width * 1.13)), ink)
    else:
        _stamp(image, suit, round(width * 0.56), (width // 2, round(width * 0.96)), ink)


def _court(image: Image.Image, signs: tuple[str, str], width: int, ink: Colour, run: Run) -> None:
    """The sign of the rank and the suit on a tinted field, one over the other or side by side."""
    wide, high = (0.38, 0.76) if run == "across" else (0.88, 0.72)
    field, margin = (round(width * wide), round(width * high)), round(width * 0.05)
    left, top = width - field[0] - margin, height_of(width) - field[1] - margin
    image.paste(COURT, (left, top), rounded(*field, max(2, width // 16)))
    places = ((0.19, 0.23), (0.19, 0.56)) if run == "across" else ((0.29, 0.36), (0.67, 0.36))
    sides = (0.33, 0.27) if run == "across" else (0.42, 0.3)
    for name, side, (x, y) in zip(signs, sides, places, strict=True):
        _stamp(image, name, round(width * side), (left + round(width * x), top + round(width * y)), ink)


def _back(width: int, lit: bool) -> Image.Image:
    """A crate seen from above: a frame with two crossed boards."""
    image = _blank(width, WHITE, lit)
    _fill(image, max(3, width // 18), BACK)
    side = round(width * 0.66)
    crate = drawn(_crate, side)
    image.paste(BACK_LINE, ((width - side) // 2, (height_of(width) - side) // 2), crate)
    return image


def _crate(draw: ImageDraw.ImageDraw, side: float) -> None:
    board = round(side * 0.09)
    draw.line((board, board, side - board, side - board), fill=255, width=board)
    draw.line((board, side - board, side - board, board), fill=255, width=board)
    draw.rounded_rectangle((0, 0, side - 1, side - 1), radius=side * 0.12, outline=255, width=board)
