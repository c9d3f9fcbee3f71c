"""The emblem of each game: mask, robot, eight, three cards, toad, card; drawn in a box of 100."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit.looks import Looks
from bot.rendering.art.kit.outlines import circle, rectangle, star
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour


def _mask(pen: Pen, colour: Colour, hole: Colour) -> None:
    pen.path(
        "M-48-20C-34-32-14-28 0-14C14-28 34-32 48-20C53 6 42 30 24 30C9 30 8 13 0 13"
        "C-8 13-9 30-24 30C-42 30-53 6-48-20Z",
        colour,
    )
    for x, turned in ((-23, 16), (23, -16)):
        pen.at(x, 1, turned=turned).fill(circle(0, 0, 14, 8.5), hole)


def _robot(pen: Pen, colour: Colour, hole: Colour) -> None:
    pen.box((-4, -46, 8, 18), 4, colour)
    pen.disc(0, -45, 8, colour)
    pen.box((-48, -8, 12, 26), 5, colour)
    pen.box((36, -8, 12, 26), 5, colour)
    pen.box((-37, -30, 74, 72), 17, colour)
    pen.disc(-16, -4, 11, hole)
    pen.at(17, -4, 0.3).line("M-28-28L28 28M28-28L-28 28", hole, 26)
    pen.box((-22, 18, 44, 13), 6, hole)
    for x in (-9, 4):
        pen.box((x, 18, 5, 13), 0, colour)


def _eight(pen: Pen, colour: Colour, _hole: Colour) -> None:
    for y, radius, thick in ((-22, 17, 14), (20, 22, 15)):
        pen.stroke(circle(0, y, radius), colour, thick, closed=True)
    pen.path("M36-48L40-36L52-32L40-28L36-16L32-28L20-32L32-36Z", colour)
    pen.path("M-38-6L-35.5 1.5L-28 4L-35.5 6.5L-38 14L-40.5 6.5L-48 4L-40.5 1.5Z", colour)


def _three_cards(pen: Pen, colour: Colour, hole: Colour) -> None:
    for x, turned in ((-22, -20), (22, 20)):
        pen.at(x, 6, turned=turned).box((-20, -32, 40, 60), 8, colour)
    pen.box((-28, -46, 56, 84), 11, hole)
    pen.fill(rectangle(-23, -41, 46, 74, 8), colour)
    pen.fill(star(0, -4, 5, 17, 7.5), hole)


def _toad(pen: Pen, colour: Colour, hole: Colour) -> None:
    for x in (-24, 24):
        pen.disc(x, -20, 19, colour)
    pen.path("M-48 10C-48-14-26-20 0-20C26-20 48-14 48 10C48 32 28 42 0 42C-28 42-48 32-48 10Z", colour)
    for x in (-24, 24):
        pen.disc(x, -21, 9, hole)
    pen.line("M-30 12C-16 25 16 25 30 12", hole, 6.5)
    for x in (-6, 6):
        pen.disc(x, 0, 2.5, hole)


def _card(pen: Pen, colour: Colour, hole: Colour) -> None:
    pen.box((-27, -40, 54, 80), 11, colour)
    pen.path("M0-22L16 0L0 22L-16 0Z", hole)


Emblem = Callable[[Pen, Colour, Colour], None]
_OWN: Final[Mapping[str, Emblem]] = {
    "crap": _mask,
    "skrap": _robot,
    "craits": _eight,
    "crazy-rummy": _three_cards,
    "crapette": _toad,
}
EMBLEMS: Final = Looks(_OWN, _card)
"""By the game's id; the second colour is what is seen through the holes."""


@lru_cache(maxsize=64)
def emblem(game: str, pixels: int, colour: Colour, hole: Colour) -> Image.Image:
    """A game's emblem as a sprite with its middle in the middle; a tenth wider than `pixels`."""
    pen = Pen(120, 120, pixels / 100).at(60, 60)
    EMBLEMS[game](pen, colour, hole)
    return pen.done()
