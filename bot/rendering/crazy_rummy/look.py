"""The look of Crazy Rummy."""

from math import cos, pi, sin
from typing import Final

from bot.rendering.art.kit.colours import GOLD, Theme
from bot.rendering.art.kit.looks import GameLook, on_circle
from bot.rendering.art.kit.outlines import rectangle, star
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour


def _three_cards(pen: Pen, colour: Colour, hole: Colour) -> None:
    for x, turned in ((-22, -20), (22, 20)):
        pen.at(x, 6, turned=turned).box((-20, -32, 40, 60), 8, colour)
    pen.box((-28, -46, 56, 84), 11, hole)
    pen.fill(rectangle(-23, -41, 46, 74, 8), colour)
    pen.fill(star(0, -4, 5, 17, 7.5), hole)


def _rays(pen: Pen, colour: Colour) -> None:
    for place in range(16):
        first, last = place * pi / 8, place * pi / 8 + pi / 16
        ends = ((50 + 110 * cos(angle), 70 + 110 * sin(angle)) for angle in (first, last))
        pen.fill(((50, 70), *ends), colour)


LOOK: Final = GameLook(
    theme=Theme(
        *("#0F1A29", "#15507F", "#13263C", "#1D324A", "#2B4767", "#C0D6EC", "#63C4FF", "#03192C"),
        *("#1A68AC", "#BCE4FF", "#114B7F"),
    ),
    emblem=_three_cards,
    pattern=_rays,
    cover=(
        on_circle("9D", 112, (476, 420), 340, -17),
        on_circle("9H", 112, (476, 420), 340, 17),
        on_circle("6S", 120, (476, 420), 388, 0, rim=GOLD),
    ),
)
