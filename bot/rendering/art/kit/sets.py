"""A set as a fan of plain cards, which show a rank without a suit. Closed if there's little room."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit import colours
from bot.rendering.art.kit.cards import RATIO, write
from bot.rendering.art.kit.colours import GOLD, PAPER
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import SIGNS
from bot.rendering.art.palette import Colour

WIDE: Final = 48
"""The width of a card in units."""
HIGH: Final = 68
MIN_RANK_STRIP: Final = 8
"""The least width of a strip that shows its rank. Fans with such strips are turned."""
TURN: Final = 3.2
"""Degrees from one card to the next."""
EDGE: Final = 12
WILD: Final[Colour] = "#FFE9A8"
WILD_STAR: Final[Colour] = "#8A5D00"


@lru_cache(maxsize=256)
def set_fan(rank: str, count: int, wilds: int, step: float, scale: float) -> Image.Image:
    """Return a fan of `count` cards of a rank, `step` units apart. `scale` is in pixels per unit."""
    wide = WIDE + (count - 1) * step
    pen = Pen(wide + 2 * EDGE, HIGH + 2 * EDGE, scale).at(EDGE, EDGE)
    for place in range(count):
        away = place - (count - 1) / 2 if step >= MIN_RANK_STRIP else 0.0
        middle = place * step + WIDE / 2
        card = pen.at(middle, 2.2 * WIDE).at(0, abs(away) * 1.2 - 2.2 * WIDE, turned=TURN * away)
        is_wild = place >= count - wilds
        _card(card, rank, step if place < count - 1 else WIDE, is_wild=is_wild and step >= MIN_RANK_STRIP)
    if wilds and step < MIN_RANK_STRIP:
        corner = pen.at(wide - 9, HIGH - 10)
        corner.disc(0, 0, 13, WILD_STAR)
        corner.disc(0, 0, 11.5, GOLD)
        SIGNS["star"](corner.at(0, 0, 0.16), colours.STAR_ON_GOLD, GOLD)
    return pen.done()


def _card(pen: Pen, rank: str, strip: float, *, is_wild: bool) -> None:
    """Draw a plain card with its upper edge around the origin. A covered one shows a strip of it."""
    left = -WIDE / 2
    pen.box((left - 1.3, -1.3, WIDE + 2.6, HIGH + 2.6), 6, colours.PAPER_SHADE)
    pen.box((left, 0, WIDE, HIGH), 5.5, WILD if is_wild else PAPER)
    is_whole = strip >= WIDE
    if not is_whole and strip < MIN_RANK_STRIP:
        return
    size = 38 if is_whole else 26
    x = 0.0 if is_whole else left + 0.55 * strip
    y = HIGH / 2 if is_whole else 17.0
    if is_wild or rank == "*":
        SIGNS["star"](pen.at(x, y, 0.36 if is_whole else 0.26), WILD_STAR, WILD)
    else:
        write(
            pen, rank, (x, y + 0.356 * size), size, colours.INK, most=strip - 2 if not is_whole else WIDE - 8
        )


@lru_cache(maxsize=128)
def single(rank: str, wilds: int, scale: float) -> Image.Image:
    """Return a set as one card of 34 x 48 over another one, for rows of one line."""
    high = RATIO * 34
    pen = Pen(34 + 2 * EDGE, high + 2 * EDGE, scale).at(EDGE, EDGE)
    pen.box((3, 3, 34, high), 5, colours.PAPER_UNDER)
    pen.box((-1, -1, 36, high + 2), 5, colours.PAPER_SHADE)
    pen.box((0, 0, 34, high), 4.5, WILD if wilds else PAPER)
    if rank == "*":
        SIGNS["star"](pen.at(17, high / 2, 0.28), WILD_STAR, WILD)
    else:
        write(pen, rank, (17, high / 2 + 0.356 * 30), 30, colours.INK, most=28)
    return pen.done()
