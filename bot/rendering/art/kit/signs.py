"""Signs: suits, star, crown, shield and the like, drawn around their middle in a box of 100."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit.outlines import rectangle, star
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour

SUIT_PATHS: Final[Mapping[str, str]] = {
    "H": "M0 47C-10 30-50 10-50-19C-50-37-38-46-26-46C-13-46-4-38 0-27C4-38 13-46 26-46C38-46 50-37 50-19"
    "C50 10 10 30 0 47Z",
    "D": "M0-52C10-32 26-10 40 0C26 10 10 32 0 52C-10 32-26 10-40 0C-26-10-10-32 0-52Z",
    "S": "M0-50C10-29 48-10 48 14C48 30 36 38 25 38C16 38 9 34 5 27C6 37 11 45 20 50L-20 50"
    "C-11 45-6 37-5 27C-9 34-16 38-25 38C-36 38-48 30-48 14C-48-10-10-29 0-50Z",
    "C": "M-20 50C-11 45-6 36-5 25C-9 33-17 37-26 37A24.5 24.5 0 1 1-19-10A24.5 24.5 0 1 1 19-10"
    "A24.5 24.5 0 1 1 26 37C17 37 9 33 5 25C6 36 11 45 20 50Z",
}


Draw = Callable[[Pen, Colour, Colour], None]
"""A function that draws a sign in one colour. The other colour is seen through its holes."""


def _suit(text: str) -> Draw:
    return lambda pen, colour, _hole: pen.path(text, colour)


def _crown(pen: Pen, colour: Colour, _hole: Colour) -> None:
    pen.path("M-44 30L-48-22L-22 2L0-38L22 2L48-22L44 30Z", colour, swell=6)
    for x, y in ((-48, -26), (0, -40), (48, -26)):
        pen.disc(x, y, 8, colour)
    pen.box((-44, 36, 88, 10), 3, colour)


def _sword(pen: Pen, colour: Colour, _hole: Colour) -> None:
    turned = pen.at(0, 0, turned=42)
    turned.path("M-7-50L7-50L7 12L-7 12Z", colour)
    turned.box((-26, 10, 52, 11), 5, colour)
    turned.box((-6, 18, 12, 28), 4, colour)


def _cards(pen: Pen, colour: Colour, hole: Colour) -> None:
    pen.at(-14, 2, turned=-12).box((-26, -38, 52, 76), 10, colour)
    front = pen.at(14, 2, turned=10)
    front.box((-29, -41, 58, 82), 12, hole)
    front.box((-25, -37, 50, 74), 9, colour)


def _dots(pen: Pen, colour: Colour, _hole: Colour) -> None:
    for x in (-32, 0, 32):
        pen.disc(x, 0, 12, colour)


def _star(pen: Pen, colour: Colour, _hole: Colour) -> None:
    pen.fill(star(0, 0, 5, 50, 22), colour)
    pen.stroke(star(0, 0, 5, 50, 22), colour, 6, closed=True)


def _clockwise(pen: Pen, colour: Colour, _hole: Colour) -> None:
    pen.line("M-30 20A36 36 0 1 1 30 20", colour, 14)
    pen.path("M8 26L52 30L30-4Z", colour)


def _anticlockwise(pen: Pen, colour: Colour, _hole: Colour) -> None:
    pen.line("M-30 20A36 36 0 1 1 30 20", colour, 14)
    pen.path("M-8 26L-52 30L-30-4Z", colour)


SIGNS: Final[Mapping[str, Draw]] = {
    **{suit: _suit(text) for suit, text in SUIT_PATHS.items()},
    "star": _star,
    "crown": _crown,
    "shield": lambda pen, colour, _hole: pen.path(
        "M0-48C14-38 30-34 42-34C42 4 34 32 0 48C-34 32-42 4-42-34C-30-34-14-38 0-48Z", colour
    ),
    "sword": _sword,
    "check": lambda pen, colour, _hole: pen.line("M-38 4L-12 30L38-28", colour, 17),
    "cross": lambda pen, colour, _hole: pen.line("M-28-28L28 28M28-28L-28 28", colour, 17),
    "play": lambda pen, colour, _hole: pen.path("M-26-40L38 0L-26 40Z", colour, swell=8),
    "dots": _dots,
    "cards": _cards,
    "down": lambda pen, colour, _hole: pen.line("M0-44L0 30M-30 4L0 38L30 4", colour, 15),
    "clockwise": _clockwise,
    "counter-clockwise": _anticlockwise,
}


@lru_cache(maxsize=256)
def sign(name: str, pixels: int, colour: Colour, hole: Colour = "#000000", turned: float = 0) -> Image.Image:
    """Return a sign as a centred sprite, a fifth wider than `pixels`. The image is shared."""
    pen = Pen(120, 120, pixels / 100).at(60, 60, turned=turned)
    SIGNS[name](pen, colour, hole)
    return pen.done()


@lru_cache(maxsize=32)
def worn_crown(pixels: int, colour: Colour, rim: Colour) -> Image.Image:
    """Return the leader's crown, a little turned, with a dark rim around it."""
    pen = Pen(140, 140, pixels / 100).at(70, 70, turned=14)
    pen.path("M-44 30L-48-22L-22 2L0-38L22 2L48-22L44 30Z", rim, swell=26)
    for x, y in ((-48, -26), (0, -40), (48, -26)):
        pen.disc(x, y, 18, rim)
    pen.fill(rectangle(-54, 26, 108, 30, 13), rim)
    _crown(pen, colour, rim)
    return pen.done()


@lru_cache(maxsize=32)
def burst(pixels: int, colour: Colour, rim: Colour) -> Image.Image:
    """Return a star of twelve tips, the ground of a shouted number."""
    pen = Pen(110, 110, pixels / 100).at(55, 55)
    pen.fill(star(0, 0, 12, 50, 38), colour)
    pen.stroke(star(0, 0, 12, 48, 36.500), rim, 4, closed=True)
    return pen.done()
