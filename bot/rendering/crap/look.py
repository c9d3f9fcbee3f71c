"""The game look of C.R.A.P.: its colours, emblem and cover."""

from typing import Final

from bot.rendering.art.kit.colours import Theme
from bot.rendering.art.kit.looks import CoverCard, GameLook, on_circle
from bot.rendering.art.kit.outlines import circle
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour
from bot.rendering.art.plan import BACK


def _mask(pen: Pen, colour: Colour, hole: Colour) -> None:
    pen.path(
        "M-48-20C-34-32-14-28 0-14C14-28 34-32 48-20C53 6 42 30 24 30C9 30 8 13 0 13"
        "C-8 13-9 30-24 30C-42 30-53 6-48-20Z",
        colour,
    )
    for x, turned in ((-23, 16), (23, -16)):
        pen.at(x, 1, turned=turned).fill(circle(0, 0, 14, 8.5), hole)


LOOK: Final = GameLook(
    theme=Theme(
        *("#21141A", "#5A1D2A", "#2C161D", "#38222B", "#4C303A", "#E3C6CB", "#FF8474", "#2B0608"),
        *("#A5283A", "#FFB9AE", "#7C1B2B"),
    ),
    emblem=_mask,
    cover=(
        on_circle(BACK, 118, (462, 360), 310, -25),
        on_circle(BACK, 118, (462, 360), 310, 25),
        CoverCard("QH", 150, (463, 127), 4, is_masked=True),
    ),
)
