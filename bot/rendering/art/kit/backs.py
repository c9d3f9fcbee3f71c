"""A game's emblem, and its card backs: a frame, a pattern, and a medallion with the emblem."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.outlines import rectangle
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour

SMALL: Final = 50
"""Backs narrower than this don't have a pattern."""


@lru_cache(maxsize=32)
def back(game: str, wide: int) -> Image.Image:
    """Return a card's back, `wide` pixels wide. Narrow ones have nothing but frame and emblem."""
    look, small = look_of(game), wide < SMALL
    theme = look.theme
    pen = Pen(100, 140, wide / 100)
    pen.box((0, 0, 100, 140), 10, theme.line)
    pen.box((4, 4, 92, 132), 7, theme.back)
    if not small:
        pen.inside(rectangle(4, 4, 92, 132, 7), lambda one: look.pattern(one, theme.deep))
        pen.stroke(rectangle(9, 9, 82, 122, 5), theme.line, 1.6, closed=True)
        pen.disc(50, 70, 33, theme.deep)
        pen.disc(50, 70, 29, theme.back)
    look.emblem(pen.at(50, 70, 0.7 if small else 0.46), theme.line, theme.back if small else theme.deep)
    return pen.done()


@lru_cache(maxsize=16)
def upper_back(game: str, wide: int, high: int) -> Image.Image:
    """Return the upper part of a back with the emblem in its middle, for a pile that shows no more."""
    look = look_of(game)
    theme = look.theme
    pen = Pen(wide, high, 1)
    pen.box((0, 0, wide, high), 0.1 * wide, theme.line)
    inner = rectangle(0.035 * wide, 0.035 * wide, 0.93 * wide, high - 0.07 * wide, 0.08 * wide)
    pen.fill(inner, theme.back)
    pen.inside(inner, lambda one: look.pattern(one.at(0, -0.25 * wide, wide / 100), theme.deep))
    pen.disc(wide / 2, high / 2, 0.42 * high, theme.deep)
    look.emblem(pen.at(wide / 2, high / 2, 0.0066 * high), theme.line, theme.deep)
    return pen.done()


@lru_cache(maxsize=64)
def emblem(game: str, pixels: int, colour: Colour, hole: Colour) -> Image.Image:
    """Return a game's emblem as a centred sprite, a fifth wider than `pixels`."""
    pen = Pen(120, 120, pixels / 100).at(60, 60)
    look_of(game).emblem(pen, colour, hole)
    return pen.done()
