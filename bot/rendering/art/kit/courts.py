"""Kings, queens, jacks and the joker: busts on a card of 100 x 140, with a family for each suit."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.engine.cards import Suit
from bot.rendering.art.kit.colours import JOKER, PAPER
from bot.rendering.art.kit.outlines import circle
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour

GOLD: Final[Colour] = "#F2B632"
DARK_GOLD: Final[Colour] = "#C98B14"
EYES: Final[Colour] = "#23180F"
LIPS: Final[Colour] = "#B3202F"
MOUTH: Final[Colour] = "#7A2A20"
CHEEK: Final[Colour] = "#D0202E"
SHADE: Final[Colour] = "#000000"
JOKER_GREEN: Final[Colour] = "#1E9C8A"


class Family(NamedTuple):
    """The colours of a suit's king, queen and jack."""

    skin: Colour
    hair: Colour
    robe: Colour
    trim: Colour
    deep: Colour


FAMILIES: Final[Mapping[Suit, Family]] = {
    "S": Family("#8B5A3A", "#20222E", "#27365E", "#8FA7E8", "#1A2340"),
    "H": Family("#F2C6A0", "#8C3B22", "#B3202F", "#FFC2B8", "#7E1420"),
    "D": Family("#DDA273", "#C98A1E", "#D9622B", "#FFE0B0", "#A03F14"),
    "C": Family("#C58A5C", "#4A2F1D", "#2E6B4F", "#B9E3C6", "#1D4735"),
}


def _eyes(pen: Pen, y: float) -> None:
    for x in (50, 66):
        pen.disc(x, y, 2.6, EYES)


def _king(pen: Pen, one: Family) -> None:
    pen.path("M12 140C12 112 34 104 58 104C82 104 104 112 104 140Z", one.robe)
    pen.path("M30 112L58 140L86 112L78 104L38 104Z", one.trim)
    pen.path("M50 128L58 140L66 128Z", one.deep)
    pen.path("M34 62H82V92C82 96 34 96 34 92Z", one.hair)
    pen.box((39, 52, 38, 48), 15, one.skin)
    pen.path(
        "M39 78C44 84 50 82 58 82C66 82 72 84 77 78L79 92C78 112 66 122 58 122C50 122 38 112 37 92Z", one.hair
    )
    pen.path(
        "M46 87C50 82 56 83 58 86C60 83 66 82 70 87C66 90 61 90 58 88C55 90 50 90 46 87Z", one.skin, 0.35
    )
    pen.box((53, 89, 10, 3), 1.5, MOUTH)
    _eyes(pen, 72)
    for x in (46, 61):
        pen.box((x, 65, 9, 2.8), 1.4, one.hair)
    pen.path("M56 74L58 81L60 74Z", SHADE, 0.15)
    _kings_crown(pen, one)


def _kings_crown(pen: Pen, one: Family) -> None:
    pen.path("M36 60L31 30L46 43L58 24L70 43L85 30L80 60Z", GOLD, swell=2)
    pen.box((35, 53, 46, 9), 3, DARK_GOLD)
    for x, y in ((31, 29), (58, 23), (85, 29)):
        pen.disc(x, y, 4, GOLD)
    pen.disc(58, 57.5, 3.2, one.robe)
    for x in (45, 71):
        pen.disc(x, 57.5, 2.2, PAPER)


def _queen(pen: Pen, one: Family) -> None:
    pen.path("M34 58C30 36 86 36 82 58C84 80 88 96 92 112L24 112C28 96 32 80 34 58Z", one.hair)
    pen.path("M16 140C18 116 38 110 58 110C78 110 98 116 100 140Z", one.robe)
    pen.path("M40 111L58 134L76 111L70 104L46 104Z", one.skin)
    pen.box((51, 92, 14, 18), 5, one.skin)
    pen.path("M51 99C54 103 62 103 65 99L65 103C62 106 54 106 51 103Z", SHADE, 0.14)
    pen.path("M40 62C40 50 76 50 76 62L76 78C76 92 66 100 58 100C50 100 40 92 40 78Z", one.skin)
    pen.path("M38 68C40 52 52 50 58 50C64 50 76 52 78 68C72 58 66 56 58 56C50 56 44 58 38 68Z", one.hair)
    _eyes(pen, 75)
    pen.line("M45 70q5-3.5 10-.5M61 69.5q5-3 10 .5", one.hair, 2.4)
    pen.path("M52 89C55 86.5 57 87.5 58 88C59 87.5 61 86.5 64 89C61 92.5 55 92.5 52 89Z", LIPS)
    for x in (45.5, 70.5):
        pen.disc(x, 83, 3.5, CHEEK, 0.22)
    for x in (38, 78):
        pen.disc(x, 88, 3.2, GOLD)
    pen.line("M43 112C48 124 68 124 73 112", GOLD, 3)
    pen.disc(58, 121, 4.5, GOLD)
    _queens_crown(pen, one)


def _queens_crown(pen: Pen, one: Family) -> None:
    pen.path(
        "M38 52C42 44 50 42 58 42C66 42 74 44 78 52L76 44L84 32L71 37L58 22L45 37L32 32L40 44Z", GOLD, swell=2
    )
    for x, y, radius in ((58, 21, 4.5), (32, 31, 3.5), (84, 31, 3.5)):
        pen.disc(x, y, radius, one.robe)
    pen.disc(58, 38, 3, PAPER)


def _jack(pen: Pen, one: Family) -> None:
    pen.path("M36 62C30 40 86 40 80 62L82 92C80 98 72 98 70 92L46 92C44 98 36 98 34 92Z", one.hair)
    pen.path("M18 140C20 118 40 112 58 112C76 112 96 118 98 140Z", one.robe)
    pen.path("M52 112L58 140L64 112Z", one.trim)
    pen.box((51, 94, 14, 18), 5, one.skin)
    pen.box((41, 52, 34, 47), 15, one.skin)
    pen.path("M41 66C46 58 52 57 58 57C64 57 70 58 75 66L75 54L41 54Z", one.hair)
    _eyes(pen, 74)
    pen.line("M46 68.5h8M62 68.5h8", one.hair, 2.6)
    pen.line("M52 88q6 4.5 12 0", MOUTH, 2.6)
    for place in range(5):
        pen.disc(40 + 9 * place, 110, 6.5, one.trim)
    pen.path("M30 56C28 38 44 30 62 32C80 34 88 44 86 56C74 50 44 50 30 56Z", one.robe)
    pen.path("M30 57C44 50 74 50 86 57L86 50C74 44 44 44 30 50Z", one.deep)
    pen.path("M78 46C92 40 98 26 94 14C84 18 74 30 74 44Z", one.trim)
    pen.line("M77 45C84 36 90 26 93 17", one.deep, 1.8)
    pen.disc(76, 46, 4, GOLD)


def joker(pen: Pen) -> None:
    """Draw a fool with a cap of three horns."""
    pen.path("M18 140C20 118 40 112 58 112C76 112 96 118 98 140Z", JOKER)
    pen.path("M58 112C76 112 96 118 98 140L58 140Z", JOKER_GREEN)
    pen.path("M26 108L36 122L47 110L58 126L69 110L80 122L90 108L74 102L42 102Z", GOLD)
    pen.box((40, 54, 36, 48), 16, FAMILIES["H"].skin)
    pen.path(
        "M36 68C30 52 18 50 10 62C8 40 26 28 44 38C48 26 54 18 58 18C62 18 68 26 72 38"
        "C90 28 108 40 106 62C98 50 86 52 80 68C70 58 46 58 36 68Z",
        JOKER,
    )
    pen.path("M58 18C62 18 68 26 72 38C90 28 108 40 106 62C98 50 86 52 80 68C74 61 66 60 58 60Z", JOKER_GREEN)
    for x, y in ((10, 65), (106, 65), (58, 15)):
        pen.fill(circle(x, y, 6), GOLD)
    pen.path("M46 74L50 68L54 74L50 80Z", EYES)
    pen.path("M62 74L66 68L70 74L66 80Z", EYES)
    pen.line("M47 86q11 11 22 0", LIPS, 3.5)


COURTS: Final[Mapping[str, Callable[[Pen, Family], None]]] = {"K": _king, "Q": _queen, "J": _jack}
"""The functions that draw the face cards, by rank."""
