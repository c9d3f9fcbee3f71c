"""Pictures made of bands. A move changes some of them, and the others aren't drawn again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.rendering.art.kit.canvas import SCALE, Canvas, Mark, pixels
from bot.rendering.art.palette import Deck


@dataclass(frozen=True)
class Band:
    """A stretch of a picture over its whole width. Those that show the same are equal."""

    shows: bytes
    """An encoding of everything it shows, the same for bands of a game and a deck that look the same."""
    high: float
    draw: Callable[[Canvas, float], None] = field(compare=False)
    """A function that draws the band below a given y. Whatever it draws outside the band isn't visible."""


class Ground(NamedTuple):
    """The game and the deck, which all bands of a picture share."""

    game: str
    deck: Deck


def draw_alone(band: Band, ground: Ground, notes: list[Mark] | None = None) -> Canvas:
    """Return a band on a canvas of its own."""
    canvas = Canvas(band.high, ground.game, ground.deck, notes)
    band.draw(canvas, 0)
    return canvas


def stack(bands: Sequence[Band], ground: Ground, notes: list[Mark] | None = None) -> Canvas:
    """Return the whole picture, the first band on top."""
    whole = Canvas(sum(pixels(one.high) for one in bands) / SCALE, ground.game, ground.deck, notes)
    top = 0
    for band in bands:
        marks: list[Mark] | None = None if notes is None else []
        whole.image.paste(draw_alone(band, ground, marks).image, (0, top))
        for mark in marks or ():
            whole.note(mark._replace(top=mark.top + top / SCALE))
        top += pixels(band.high)
    return whole
