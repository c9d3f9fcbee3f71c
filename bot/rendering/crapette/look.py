"""The look of Crapette."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final

from bot.rendering.art.kit.colours import Theme
from bot.rendering.art.kit.looks import CoverCard, GameLook, Medal
from bot.rendering.art.kit.outlines import Point
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour


def _toad(pen: Pen, colour: Colour, hole: Colour) -> None:
    for x in (-24, 24):
        pen.disc(x, -20, 19, colour)
    pen.path("M-48 10C-48-14-26-20 0-20C26-20 48-14 48 10C48 32 28 42 0 42C-28 42-48 32-48 10Z", colour)
    for x in (-24, 24):
        pen.disc(x, -21, 9, hole)
    pen.line("M-30 12C-16 25 16 25 30 12", hole, 6.5)
    for x in (-6, 6):
        pen.disc(x, 0, 2.5, hole)


def _waves(pen: Pen, colour: Colour) -> None:
    for y in range(4, 150, 14):
        half = "q6.75-11 13.5-5.5t13.5 5.5"
        pen.line(f"M-4 {y}" + half.replace("t13.5 5.5", "q6.75 5.5 13.5 5.5") * 4, colour, 4)


def _column(cards: tuple[str, ...], middle: Point, turned: float) -> Iterator[CoverCard]:
    """Yield a column of overlapping cards, turned as a whole around a point."""
    for place, card in enumerate(cards):
        down = 26 + 42 * place + 61.6 - middle[1]
        x, y = middle[0] - down * sin(radians(turned)), middle[1] + down * cos(radians(turned))
        yield CoverCard(card, 88, (x, y), turned, "column" if card == cards[-1] else "covered")


LOOK: Final = GameLook(
    theme=Theme(
        *("#0E2018", "#175A3F", "#122E22", "#1C3A2D", "#2A5141", "#BFE0CF", "#66DBA0", "#03200F"),
        *("#1B7B50", "#B9F2D4", "#115A39"),
    ),
    emblem=_toad,
    pattern=_waves,
    cover=(
        *_column(("QD", "JC", "10H"), (362, 130), -6),
        *_column(("KS", "QH", "JS"), (550, 130), 6),
        Medal((456, 128)),
    ),
)
