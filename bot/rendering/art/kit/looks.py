"""The look of a game: colours, emblem, card backs and cover. Each game has its own module for it."""

from collections.abc import Callable
from functools import cache
from math import cos, radians, sin
from typing import Final

import msgspec

from bot.registry import module
from bot.rendering.art.kit.cards import Run
from bot.rendering.art.kit.colours import Theme
from bot.rendering.art.kit.outlines import Point
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour
from bot.rendering.art.plan import BACK

Emblem = Callable[[Pen, Colour, Colour], None]
"""A function that draws an emblem in a box of 100 around 0. Its holes show the second colour."""
Pattern = Callable[[Pen, Colour], None]
"""A function that draws the pattern of a back, 100 wide and 140 high."""


class CoverCard(msgspec.Struct, frozen=True):
    """A card on a cover, turned clockwise by degrees around its middle."""

    shown: str
    wide: float
    middle: Point
    turned: float = 0
    run: Run = "fan"
    rim: Colour = ""
    """A golden one comes with the star of a wild card."""
    is_masked: bool = False
    """Whether the queen on it wears the emblem as a mask."""


class Robot(msgspec.Struct, frozen=True):
    """A robot on a cover between its two cards, with their values."""

    arms: tuple[str, str]
    values: tuple[int, int]
    corner: Point
    size: tuple[float, float]
    """The width of a card, and the gap."""


class Medal(msgspec.Struct, frozen=True):
    """The game's emblem in a ring, on a cover."""

    middle: Point


Piece = CoverCard | Robot | Medal


def on_circle(
    card: str, wide: float, middle: Point, radius: float, turned: float, *, rim: Colour = ""
) -> CoverCard:
    """Return a card that points outwards with its upper edge on a circle. At 0 degrees it's at the top."""
    reach = radius - 0.7 * wide
    x, y = middle[0] + reach * sin(radians(turned)), middle[1] - reach * cos(radians(turned))
    return CoverCard(card, wide, (x, y), turned, rim=rim)


def blank_card(pen: Pen, colour: Colour, hole: Colour) -> None:
    """Draw the usual emblem, a card."""
    pen.box((-27, -40, 54, 80), 11, colour)
    pen.path("M0-22L16 0L0 22L-16 0Z", hole)


def lozenges(pen: Pen, colour: Colour) -> None:
    """Draw the usual pattern of a back, lozenges."""
    for y in range(-7, 147, 22):
        for x in range(0, 112, 20):
            pen.path(f"M{x} {y}l10 11l-10 11l-10-11Z", colour)


GREY: Final = Theme(
    *("#1A1C20", "#3C4350", "#22252B", "#2D3138", "#3E434C", "#D3D8E0", "#B9C7DC", "#10141B"),
    *("#53627C", "#D2DCEC", "#3D4A60"),
)


class GameLook(msgspec.Struct, frozen=True):
    """The look of a game, with the usual parts as defaults."""

    theme: Theme = GREY
    emblem: Emblem = blank_card
    pattern: Pattern = lozenges
    cover: tuple[Piece, ...] = tuple(
        on_circle(BACK, 112, (456, 400), 335.6, turned) for turned in (-20, 0, 20)
    )


@cache
def look_of(game: str) -> GameLook:
    """Return a game's look. Its module isn't loaded before the game's first picture."""
    look: GameLook = module("bot.rendering.{}.look", game).LOOK
    return look
