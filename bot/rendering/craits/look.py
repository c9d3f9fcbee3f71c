"""The game look of Craits: its colours, emblem, card backs and cover."""

from typing import Final

from bot.rendering.art.kit.colours import Theme
from bot.rendering.art.kit.looks import CoverCard, GameLook
from bot.rendering.art.kit.outlines import circle
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour

THEME: Final = Theme(
    *("#18142B", "#43308A", "#211A42", "#2C2450", "#3F3570", "#D2C8F2", "#BFA2FF", "#180B38"),
    *("#5C3FC0", "#DDCFFF", "#452C97"),
)


def _eight(pen: Pen, colour: Colour, _hole: Colour) -> None:
    for y, radius, thick in ((-22, 17, 14), (20, 22, 15)):
        pen.stroke(circle(0, y, radius), colour, thick, closed=True)
    pen.path("M36-48L40-36L52-32L40-28L36-16L32-28L20-32L32-36Z", colour)
    pen.path("M-38-6L-35.5 1.5L-28 4L-35.5 6.5L-38 14L-40.5 6.5L-48 4L-40.5 1.5Z", colour)


def _rings(pen: Pen, colour: Colour) -> None:
    for radius in range(12, 110, 14):
        pen.stroke(circle(50, 70, radius), colour, 4, closed=True)


LOOK: Final = GameLook(
    theme=THEME,
    emblem=_eight,
    pattern=_rings,
    cover=(
        CoverCard("2S", 78, (369, 77), -20),
        CoverCard("5D", 78, (563, 69), 20),
        CoverCard("9C", 78, (377, 187), -8),
        CoverCard("10H", 78, (547, 189), 10),
        CoverCard("8H", 124, (462, 121), 5, rim=THEME.accent),
    ),
)
