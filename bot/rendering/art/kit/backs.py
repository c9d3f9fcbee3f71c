"""Card backs: a frame, a pattern and a medallion with the emblem, its own for most games."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image

from bot.rendering.art.kit.colours import THEMES
from bot.rendering.art.kit.emblems import EMBLEMS
from bot.rendering.art.kit.looks import Looks
from bot.rendering.art.kit.outlines import circle, rectangle
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour

SMALL: Final = 50
"""Backs narrower than this have no pattern."""


def _lozenges(pen: Pen, colour: Colour) -> None:
    for y in range(-7, 147, 22):
        for x in range(0, 112, 20):
            pen.path(f"M{x} {y}l10 11l-10 11l-10-11Z", colour)


def _rivets(pen: Pen, colour: Colour) -> None:
    for y in range(14, 140, 16):
        for x in range(14 + (8 if y % 32 == 0 else 0), 96, 16):
            pen.disc(x, y, 3.2, colour)


def _rings(pen: Pen, colour: Colour) -> None:
    for radius in range(12, 110, 14):
        pen.stroke(circle(50, 70, radius), colour, 4, closed=True)


def _rays(pen: Pen, colour: Colour) -> None:
    for place in range(16):
        first, last = place * pi / 8, place * pi / 8 + pi / 16
        ends = ((50 + 110 * cos(angle), 70 + 110 * sin(angle)) for angle in (first, last))
        pen.fill(((50, 70), *ends), colour)


def _waves(pen: Pen, colour: Colour) -> None:
    for y in range(4, 150, 14):
        half = "q6.75-11 13.5-5.5t13.5 5.5"
        pen.line(f"M-4 {y}" + half.replace("t13.5 5.5", "q6.75 5.5 13.5 5.5") * 4, colour, 4)


Pattern = Callable[[Pen, Colour], None]
_OWN: Final[Mapping[str, Pattern]] = {
    "crap": _lozenges,
    "skrap": _rivets,
    "craits": _rings,
    "crazy-rummy": _rays,
    "crapette": _waves,
}
PATTERNS: Final = Looks(_OWN, _lozenges)


@lru_cache(maxsize=32)
def back(game: str, wide: int) -> Image.Image:
    """A card's back, `wide` pixels wide; narrow ones have nothing but frame and emblem."""
    theme, small = THEMES[game], wide < SMALL
    pen = Pen(100, 140, wide / 100)
    pen.box((0, 0, 100, 140), 10, theme.line)
    pen.box((4, 4, 92, 132), 7, theme.back)
    if not small:
        pen.inside(rectangle(4, 4, 92, 132, 7), lambda one: PATTERNS[game](one, theme.deep))
        pen.stroke(rectangle(9, 9, 82, 122, 5), theme.line, 1.6, closed=True)
        pen.disc(50, 70, 33, theme.deep)
        pen.disc(50, 70, 29, theme.back)
    EMBLEMS[game](pen.at(50, 70, 0.7 if small else 0.46), theme.line, theme.back if small else theme.deep)
    return pen.done()


@lru_cache(maxsize=16)
def upper_back(game: str, wide: int, high: int) -> Image.Image:
    """The upper part of a back with the emblem in its middle, for a pile of which no more is shown."""
    theme = THEMES[game]
    pen = Pen(wide, high, 1)
    pen.box((0, 0, wide, high), 0.1 * wide, theme.line)
    inner = rectangle(0.035 * wide, 0.035 * wide, 0.93 * wide, high - 0.07 * wide, 0.08 * wide)
    pen.fill(inner, theme.back)
    pen.inside(inner, lambda one: PATTERNS[game](one.at(0, -0.25 * wide, wide / 100), theme.deep))
    pen.disc(wide / 2, high / 2, 0.42 * high, theme.deep)
    EMBLEMS[game](pen.at(wide / 2, high / 2, 0.0066 * high), theme.line, theme.deep)
    return pen.done()
