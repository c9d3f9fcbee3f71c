"""Avatars: an animal for a computer, the first letter on a quiet disc for a person."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit import writing
from bot.rendering.art.kit.animals import ANIMALS, Animal
from bot.rendering.art.kit.colours import PILL, WHITE, Theme
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.outlines import circle
from bot.rendering.art.kit.pen import Pen

LETTER: Final = 56
"""The type size of a person's letter, where the avatar has 100."""
CLEAR: Final = 52
"""Half the width of the sheet, where the avatar has 100: room for the smooth edge of its ring."""


@lru_cache(maxsize=256)
def avatar(who: str, pixels: int, game: str) -> Image.Image:
    """Return a centred avatar: the animal of a computer's character, or a person's letter.

    `pixels` is the diameter of the ring. The sprite is a little larger. Images are shared.
    """
    pen = Pen(2 * CLEAR, 2 * CLEAR, pixels / 100).at(CLEAR, CLEAR)
    pen.disc(0, 0, 50, PILL)
    if who in ANIMALS:
        _animal(pen, ANIMALS[who])
    else:
        _person(pen, who, look_of(game).theme)
    return pen.done()


def _animal(pen: Pen, animal: Animal) -> None:
    pen.disc(0, 0, 46, animal.disc)

    def head(inside: Pen) -> None:
        for outline, colour, thick in animal.head:
            if thick:
                inside.stroke(outline, colour, thick)
            else:
                inside.fill(outline, colour)

    pen.inside(circle(0, 0, 46.5), head)


def _person(pen: Pen, letter: str, theme: Theme) -> None:
    pen.disc(0, 0, 46, theme.line)
    pen.disc(0, 0, 40, theme.deep)
    fine = round(LETTER * pen.fine_unit)
    wide = writing.width(letter, fine, "Bold")
    top = writing.CAPITAL * fine - writing.ascent(fine, "Bold")
    pen.stamp(writing.mask(letter, fine, "Bold"), -wide / 2 / pen.fine_unit, top / pen.fine_unit, WHITE)
