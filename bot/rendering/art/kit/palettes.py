"""The few colours of a finished picture: those of its game, and their blends along smooth edges.

With 256 colours a picture takes half the bytes and a third of the time to encode. To choose colours for
each picture would take longer than all else, so each game has its own, chosen once.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import dist
from typing import Final

from PIL import Image, ImageColor

from bot.rendering.art.kit import colours, courts, sets
from bot.rendering.art.kit.animals import ANIMALS
from bot.rendering.art.kit.colours import GOLD, PAPER, PILL, SUITS, WHITE, Theme, mixed
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.palette import Colour

MAX_COLOURS: Final = 256
MIN_APART: Final = 8
"""The least distance between a blend and other colours. Pillow could confuse closer ones."""
FADES: Final = 26
"""Steps from the upper to the lower end of a fading ground."""
FAINT: Final = 0.075
"""The opacity of the emblem on the stage."""


def reduce_colours(image: Image.Image, game: str) -> Image.Image:
    """Return the picture in its game's few colours."""
    return image.quantize(palette=_palette_image(game), dither=Image.Dither.NONE)


@cache
def palette(game: str) -> bytes:
    """Return a game's colours, three bytes each."""
    return bytes(part for colour in few_colours(game) for part in ImageColor.getrgb(colour)[:3])


@cache
def _palette_image(game: str) -> Image.Image:
    """Return an image with a game's colours as its palette."""
    holder = Image.new("P", (1, 1))
    holder.putpalette(palette(game))
    return holder


@cache
def few_colours(game: str) -> tuple[Colour, ...]:
    """Return at most 256 colours: the exact ones first, then grounds, then edges."""
    theme = look_of(game).theme
    chosen = list(dict.fromkeys(one.upper() for one in _flat_colours(theme)))
    lights = [ImageColor.getrgb(one) for one in chosen]
    for colour in (*_grounds(theme), *_edges(theme)):
        light = ImageColor.getrgb(colour)
        if len(chosen) < MAX_COLOURS and min(dist(light, other) for other in lights) >= MIN_APART:
            chosen.append(colour)
            lights.append(light)
    return tuple(chosen)


def _flat_colours(theme: Theme) -> Iterator[Colour]:
    """Yield the colours of everything drawn flat."""
    yield from theme
    yield from (WHITE, GOLD, colours.ON_GOLD, colours.STAR_ON_GOLD, PAPER, colours.PAPER_EDGE, PILL)
    yield from (colours.PAPER_UNDER, colours.PAPER_SHADE, colours.INK, colours.JOKER, "#E9E1D2", "#F6F0E4")
    for deck in SUITS.values():
        yield from deck.values()
    yield mixed(theme.accent, theme.low, 0.55)
    yield mixed(PAPER, theme.ground, 0.6)
    yield mixed(PAPER, theme.ground, 0.75)
    for family in courts.FAMILIES.values():
        yield from family
    yield from (sets.WILD, sets.WILD_STAR)
    yield from (courts.GOLD, courts.DARK_GOLD, courts.MOUTH, courts.JOKER_GREEN)
    for animal in ANIMALS.values():
        yield from animal.colours


def _grounds(theme: Theme) -> Iterator[Colour]:
    """Yield the colours of fading grounds, plain and under the emblem or rays."""
    for last in (theme.low, theme.ground):
        for step in range(FADES):
            ground = mixed(last, theme.top, step / (FADES - 1))
            yield ground
            yield mixed(theme.line, ground, FAINT)


def _edges(theme: Theme) -> Iterator[Colour]:
    """Yield the blends along edges, those between colours that often meet first."""
    inks = SUITS["two"]
    often: Sequence[tuple[Colour, Iterable[Colour]]] = (
        (PAPER, (inks["S"], inks["H"])),
        (theme.panel, (WHITE, theme.quiet, GOLD, theme.accent, theme.line, PAPER)),
        (theme.top, (WHITE,)),
        (theme.low, (WHITE, theme.quiet, theme.accent)),
        (theme.ground, (theme.quiet, theme.accent, WHITE, theme.panel, PAPER)),
        (theme.accent, (theme.on_accent,)),
        (PILL, (WHITE, theme.line)),
        (theme.back, (theme.line,)),
        (theme.slot, (WHITE, theme.quiet)),
        (PAPER, (*SUITS["four"].values(), colours.PAPER_SHADE, theme.accent)),
        (
            mixed(PAPER, theme.ground, 0.6),
            (mixed(inks["S"], theme.ground, 0.6), mixed(inks["H"], theme.ground, 0.6)),
        ),
        (GOLD, (colours.ON_GOLD, PILL)),
    )
    for share in (0.5, 0.25, 0.75, 0.12, 0.88):
        for under, over in often:
            for one in over:
                yield mixed(one, under, share)
