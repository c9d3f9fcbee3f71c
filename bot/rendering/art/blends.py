"""The few colours of every finished picture: those of the palette, and what smooth edges blend of them.

Choosing colours anew for every picture took longer than all the drawing, and met the edges less well.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import dist
from typing import Final

from PIL import Image, ImageColor

from bot.rendering.art import palette
from bot.rendering.art.palette import Colour

STEPS: Final = 12
"""How finely an edge is blended."""
APART: Final = 8
"""A blend so near to another colour is left out: Pillow could take the one for the other."""

_FOUR: Final = tuple(palette.INK["four"].values())
EDGES: Final[Mapping[Colour, Sequence[Colour]]] = {
    palette.TABLE: (palette.WHITE, palette.SOFT, palette.GOLD, palette.FAINT, palette.CARD_EDGE),
    palette.PANEL: (
        palette.TABLE,
        palette.WHITE,
        palette.SOFT,
        palette.GOLD,
        palette.FAINT,
        palette.EDGE,
        palette.BADGE,
        palette.CARD_EDGE,
    ),
    palette.CARD: (palette.BLACK, *_FOUR, palette.JOKER_INK, palette.CARD_EDGE, palette.COURT),
    palette.COURT: (palette.BLACK, *_FOUR),
    palette.BACK: (palette.BACK_LINE, palette.WHITE),
    palette.WHITE: (palette.CARD_EDGE,),
    palette.BADGE: (palette.WHITE,),
}
"""Which colours lie on which."""

_Light = tuple[int, ...]


@cache
def few_colours() -> Image.Image:
    """An image with these colours as its palette; it is shared, do not draw on it."""
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours() for part in colour])
    return image


def colours() -> list[_Light]:
    """At most 256 colours; those of the palette itself come first and are met exactly."""
    chosen = list(
        dict.fromkeys(_light(one) for one in (*EDGES, *(on for all_on in EDGES.values() for on in all_on)))
    )
    for blend in _blends():
        if min(dist(blend, other) for other in chosen) >= APART:
            chosen.append(blend)
    return chosen


def _blends() -> Iterator[_Light]:
    for under, all_over in EDGES.items():
        for over in all_over:
            yield from _between(_light(under), _light(over))


def _between(start: _Light, end: _Light) -> Iterator[_Light]:
    for step in range(1, STEPS + 1):
        share = step / (STEPS + 1)
        yield tuple(round(one + (other - one) * share) for one, other in zip(start, end, strict=True))


def _light(colour: Colour) -> _Light:
    return ImageColor.getrgb(colour)
