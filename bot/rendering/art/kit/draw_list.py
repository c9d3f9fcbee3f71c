"""Things put on a canvas, as values: equal ones look the same. They may never need to be drawn."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from PIL import Image

from bot.rendering.art.kit.corners import corners, rounded
from bot.rendering.art.kit.sprites import Sprite
from bot.rendering.art.palette import Colour

MAX_MASKED: Final = 4000
"""The most pixels of a rectangle that's drawn faster with one mask than in parts."""

Make = Callable[..., Image.Image | Sprite]
"""A function that makes a sprite or a mask from facts, always the same. It's shared, don't draw on it."""
Facts = tuple[Hashable, ...]


class Laid(NamedTuple):
    """A sprite on a canvas."""

    make: Make
    facts: Facts
    x: int

    def draw(self, image: Image.Image, y: int) -> None:
        """Lay it with its upper edge at `y`."""
        sprite = self.make(*self.facts)
        if isinstance(sprite, Sprite):
            sprite.lay(image, self.x, y)
        else:
            image.paste(sprite, (self.x, y), sprite if sprite.mode == "RGBA" else None)


class Tinted(NamedTuple):
    """A colour through a mask on a canvas."""

    make: Callable[..., Image.Image]
    facts: Facts
    x: int
    colour: Colour

    def draw(self, image: Image.Image, y: int) -> None:
        """Lay it with its upper edge at `y`."""
        image.paste(self.colour, (self.x, y), self.make(*self.facts))


class Filled(NamedTuple):
    """A rectangle with round corners in one colour on a canvas."""

    x: int
    size: tuple[int, int]
    radius: int
    colour: Colour

    def draw(self, image: Image.Image, y: int) -> None:
        """Lay it with its upper edge at `y`."""
        (wide, high), left, radius, colour = self.size, self.x, self.radius, self.colour
        if radius < 1:
            image.paste(colour, (left, y, left + wide, y + high))
            return
        if wide * high <= MAX_MASKED:
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
    """A thing on a canvas, from the line of pixels `top` to the one before `low`."""

    what: What
    top: int
    low: int


@lru_cache(maxsize=8192)
def size(make: Make, facts: Facts) -> tuple[int, int]:
    """Return the width and height of a sprite or a mask, in pixels."""
    return make(*facts).size


@lru_cache(maxsize=65536)
def number(_what: What) -> int:
    """Return a number for a thing, the same for equal ones. One dropped from this cache gets a new number."""
    return next(_numbers)


_numbers = count()
