"""The emblems of games as sprites."""

from functools import lru_cache

from PIL import Image

from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour


@lru_cache(maxsize=64)
def emblem(game: str, pixels: int, colour: Colour, hole: Colour) -> Image.Image:
    """A game's emblem as a sprite with its middle in the middle. A tenth wider than `pixels`."""
    pen = Pen(120, 120, pixels / 100).at(60, 60)
    look_of(game).emblem(pen, colour, hole)
    return pen.done()
