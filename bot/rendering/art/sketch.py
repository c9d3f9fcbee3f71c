"""Sketches: images with their places, put together before anything is painted."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.rendering.art.fonts import Weight, font, text_image
from bot.rendering.art.palette import WHITE, Colour
from bot.rendering.art.shapes import corners, rounded, sign


class Frame(NamedTuple):
    """A large rectangle with round corners and an edge, painted without making an image of it first."""

    width: int
    height: int
    fill: Colour
    edge: Colour
    thick: int = 4
    radius: int = 16

    def paint(self, onto: Image.Image, x: int, y: int) -> None:
        """Paint it with its top left corner there."""
        _fill(onto, self.edge, (x, y, self.width, self.height), self.radius)
        if self.edge != self.fill:
            wide, high = self.width - 2 * self.thick, self.height - 2 * self.thick
            inside = (x + self.thick, y + self.thick, wide, high)
            _fill(onto, self.fill, inside, self.radius - self.thick)


def _fill(onto: Image.Image, colour: Colour, box: tuple[int, int, int, int], radius: int) -> None:
    """Fill a rectangle, given by its corner and size, with round corners."""
    left, top, width, height = box
    radius = max(1, min(radius, width // 2, height // 2))
    onto.paste(colour, (left + radius, top, left + width - radius, top + height))
    for x in (left, left + width - radius):
        onto.paste(colour, (x, top + radius, x + radius, top + height - radius))
    for (x, y), corner in corners(radius).items():
        onto.paste(colour, (left + x * (width - radius), top + y * (height - radius)), corner)


class Sketch:
    """A part of a picture, measured from its own top left corner. Later parts lie over earlier ones."""

    def __init__(self, width: int, height: int = 0) -> None:
        self.width, self.height = width, height
        self.parts: list[tuple[Image.Image | Frame, int, int]] = []

    def put(self, part: Image.Image | Frame, x: int, y: int) -> None:
        """Place an image or a frame; the sketch grows downwards as needed."""
        self.parts.append((part, x, y))
        self.height = max(self.height, y + part.height)

    def place(self, other: "Sketch", x: int, y: int) -> None:
        """Place another sketch in this one."""
        for part, left, top in other.parts:
            self.put(part, x + left, y + top)
        self.height = max(self.height, y + other.height)

    def write(
        self, text: str, x: int, y: int, size: int, *, weight: Weight = "Bold", colour: Colour = WHITE
    ) -> int:
        """Write one line whose top left corner is given; the x where it ends."""
        image = text_image(text, size, weight, colour)
        self.put(image, x, y)
        return x + image.width

    def painted(self, ground: Colour) -> Image.Image:
        """The sketch as an image on a ground of one colour."""
        image = Image.new("RGB", (self.width, max(1, self.height)), ground)
        for part, x, y in self.parts:
            if isinstance(part, Frame):
                part.paint(image, x, y)
            else:
                image.paste(part, (x, y), part)
        return image


def line_height(size: int) -> int:
    """How high a line of text is."""
    ascent, descent = font(size).getmetrics()
    return ascent + descent


def coloured(mask: Image.Image, colour: Colour) -> Image.Image:
    """A mask filled with a colour."""
    image = Image.new("RGBA", mask.size, colour)
    image.putalpha(mask)
    return image


@lru_cache(maxsize=64)
def panel(
    width: int, height: int, fill: Colour, *, edge: Colour | None = None, thick: int = 4, radius: int = 16
) -> Image.Image:
    """A rectangle with round corners, perhaps with an edge; the image is shared."""
    image = coloured(rounded(width, height, radius), edge or fill)
    if edge is not None:
        inner = rounded(width - 2 * thick, height - 2 * thick, radius - thick)
        image.paste(fill, (thick, thick), inner)
    return image


@lru_cache(maxsize=64)
def marker(name: str, side: int, colour: Colour) -> Image.Image:
    """A sign in a colour; the image is shared."""
    return coloured(sign(name, side), colour)
