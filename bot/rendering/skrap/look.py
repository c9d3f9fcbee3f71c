"""The game look of Skrap: its colours, emblem, card backs and cover."""

from typing import Final

from bot.rendering.art.kit.colours import Theme
from bot.rendering.art.kit.looks import GameLook, Robot
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour


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


def _rivets(pen: Pen, colour: Colour) -> None:
    for y in range(14, 140, 16):
        for x in range(14 + (8 if y % 32 == 0 else 0), 96, 16):
            pen.disc(x, y, 3.2, colour)


LOOK: Final = GameLook(
    theme=Theme(
        *("#1B1A19", "#4E3827", "#272220", "#322D29", "#463E37", "#DDCFC1", "#FF9F43", "#2A1500"),
        *("#8F4D17", "#FFCB94", "#6B3810"),
    ),
    emblem=_robot,
    pattern=_rivets,
    cover=(Robot(("KS", "JH"), (13, 11), (336, 62), (92, 68)),),
)
