"""The marks on a canvas, noted before drawing: equal looks are equal values, and may never be drawn."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from PIL import Image

from bot.rendering.art.kit.corners import corners, rounded
from bot.rendering.art.kit.sprites import Sprite
from bot.rendering.art.palette import Colour

SMALL: Final = 4000
"""Up to how many pixels one mask fills sooner than parts do."""

Make = Callable[..., Image.Image | Sprite]
"""Makes a sprite or a mask, always the same of the same facts. It's shared, so nobody draws on it."""
Facts = tuple[Hashable, ...]


class Laid(NamedTuple):
    """A sprite."""

    make: Make
    facts: Facts
    x: int

    def draw(self, image: Image.Image, y: int) -> None:
        """Lay it with its upper edge there."""
        sprite = self.make(*self.facts)
        if isinstance(sprite, Sprite):
            sprite.lay(image, self.x, y)
        else:
            image.paste(sprite, (self.x, y), sprite if sprite.mode == "RGBA" else None)


class Tinted(NamedTuple):
    """A colour through a mask."""

    make: Callable[..., Image.Image]
    facts: Facts
    x: int
    colour: Colour

    def draw(self, image: Image.Image, y: int) -> None:
        """Lay it with its upper edge there."""
        image.paste(self.colour, (self.x, y), self.make(*self.facts))


class Filled(NamedTuple):
    """A rectangle with round corners in one colour."""

    x: int
    size: tuple[int, int]
    radius: int
    colour: Colour

    def draw(self, image: Image.Image, y: int) -> None:
        """Lay it with its upper edge there."""
        (wide, high), left, radius, colour = self.size, self.x, self.radius, self.colour
        if radius < 1:
            image.paste(colour, (left, y, left + wide, y + high))
            return
        if wide * high <= SMALL:
            image.paste(colour, (left, y), rounded(wide, high, radius))
            return
        image.paste(colour, (left + radius, y, left + wide - radius, y + high))
        for side in (left, left + wide - radius):
            image.paste(colour, (side, y + radius, side + radius, y + high - radius))
        for (across, down), corner in corners(radius).items():
            at = left + across * (wide - radius), y + down * (high - radius)
            image.paste(colour, at, corner)


What = Laid | Tinted | Filled


class Put(NamedTuple):
    """Something on a canvas, and between which lines it lies."""

    what: What
    top: int
    low: int


@lru_cache(maxsize=8192)
def size(make: Make, facts: Facts) -> tuple[int, int]:
    """Return how wide and how high a sprite or a mask is, in pixels."""
    return make(*facts).size


@lru_cache(maxsize=65536)
def number(_what: What) -> int:
    """Return a number for something, the same for equal looks. One long forgotten gets a new one."""
    return next(_numbers)


_numbers = count()
