"""Painting in few colours: what every part looks like where it lies is blended once, and then only copied.

The same part lies on the same ground again and again: a name on a panel, a card on the card before it. So the
blended piece is kept as a tile. Copying tiles gives the same pixels as blending all parts over each other and
reducing the colours of the whole, in less than half the time. A part may lie on one colour, and on the parts
right before it.
"""

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from PIL import Image

from bot.rendering.art.blends import few_colours
from bot.rendering.art.faces import COVERED
from bot.rendering.art.palette import Colour
from bot.rendering.art.sketch import Frame, Sketch

MAX_TILES: Final = 1500
"""How many are kept, those used last: a card takes 14 KB."""
BELOW: Final = 6
"""No part lies on more than so many others, and those come right before it."""


class Placed(NamedTuple):
    """A part, the place of its upper left corner, and the colour of what it lies on besides other parts."""

    part: Image.Image
    left: int
    top: int
    ground: int

    def covers(self, x: int, y: int) -> bool:
        """Whether a point lies on it."""
        return self.left <= x < self.left + self.part.width and self.top <= y < self.top + self.part.height

    def likeness(self, size: tuple[int, int]) -> tuple[object, ...]:
        """What counts of it below a part of a size: of a covered card, only that it is one.

        What a covered card shows beside its corner is the same for all of them, and no more is to be seen.
        """
        one, left, top = self.part, self.left, self.top
        if COVERED not in one.info or one.size != size:
            return id(one), left, top
        run, lit, corner = one.info[COVERED], one.info["lit"], one.width // 5
        if run == "across" and one.width // 2 <= -left <= one.width - corner:
            return run, lit, top
        if run == "down" and one.width // 2 <= -top <= one.height - corner:
            return run, lit, left
        return id(one), left, top


@cache
def number_of(colour: Colour) -> int:
    """The number of a colour among the few."""
    return _pixel(reduced(Image.new("RGB", (1, 1), colour)), 0, 0)


@cache
def colour_of(number: int) -> Colour:
    """The colour of a number."""
    red, green, blue = (few_colours().getpalette() or [])[3 * number : 3 * number + 3]
    return f"#{red:02x}{green:02x}{blue:02x}"


def reduced(image: Image.Image) -> Image.Image:
    """An image in the few colours."""
    return image.quantize(palette=few_colours(), dither=Image.Dither.NONE)


def painted(sketch: Sketch, ground: Colour) -> Image.Image:
    """A sketch in the few colours, on a ground of one colour."""
    image = Image.new("P", (sketch.width, max(1, sketch.height)), number_of(ground))
    image.putpalette(few_colours().getpalette() or [])
    below: deque[Placed] = deque(maxlen=BELOW)
    for part, x, y in sketch.parts:
        if isinstance(part, Frame):
            _frame(image, part, x, y)
            below.clear()
        else:
            below.append(_lay(image, part, x, y, below))
    return image


class Tiles:
    """Blended pieces by what they are made of."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], tuple[Image.Image, tuple[Image.Image, ...]]] = (
            OrderedDict()
        )

    def get(self, part: Image.Image, ground: int, below: Sequence[Placed]) -> Image.Image:
        """A part on a ground and on other parts, whose places are counted from its own."""
        key = (id(part), ground, *(one.likeness(part.size) for one in below))
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept[0]
        tile = _blended(part, ground, below)
        # What it is made of is kept with it: while a part is there, no other has its id.
        self._kept[key] = tile, (part, *(one.part for one in below))
        if len(self._kept) > MAX_TILES:
            self._kept.popitem(last=False)
        return tile

    def forget(self) -> None:
        """Blend everything again from now on."""
        self._kept.clear()


TILES: Final = Tiles()


def _lay(image: Image.Image, part: Image.Image, x: int, y: int, below: Iterable[Placed]) -> Placed:
    """Copy a part to its place as it looks there."""
    wide, high = part.size
    touched = [
        one._replace(left=one.left - x, top=one.top - y)
        for one in below
        if one.left < x + wide
        and x < one.left + one.part.width
        and one.top < y + high
        and y < one.top + one.part.height
    ]
    ground = _ground(image, part, (x, y), touched)
    image.paste(TILES.get(part, ground, touched), (x, y))
    return Placed(part, x, y, ground)


def _ground(image: Image.Image, part: Image.Image, at: tuple[int, int], touched: Sequence[Placed]) -> int:
    """What a part lies on besides other parts: the colour at one of its corners that lies on none of them."""
    right, bottom = part.width - 1, part.height - 1
    for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        if not any(one.covers(x, y) for one in touched):
            return _pixel(image, at[0] + x, at[1] + y)
    return touched[-1].ground


def _pixel(image: Image.Image, x: int, y: int) -> int:
    number: Any = image.getpixel((x, y))
    return int(number)


def _blended(part: Image.Image, ground: int, below: Sequence[Placed]) -> Image.Image:
    sketch = Sketch(*part.size)
    sketch.parts += [*((one.part, one.left, one.top) for one in below), (part, 0, 0)]
    return reduced(sketch.painted(colour_of(ground)))


def _frame(image: Image.Image, frame: Frame, x: int, y: int) -> None:
    """A frame: its areas filled, its corners copied."""
    wide, high = frame.width, frame.height
    side = max(1, min(frame.radius, wide // 2, high // 2))
    corners = _corners(frame._replace(width=2 * side, height=2 * side), _pixel(image, x, y))
    image.paste(number_of(frame.edge), (x, y, x + wide, y + high))
    if frame.edge != frame.fill:
        inner = (x + frame.thick, y + frame.thick, x + wide - frame.thick, y + high - frame.thick)
        image.paste(number_of(frame.fill), inner)
    for number, corner in enumerate(corners):
        image.paste(corner, (x + number % 2 * (wide - side), y + number // 2 * (high - side)))


@cache
def _corners(frame: Frame, ground: int) -> tuple[Image.Image, ...]:
    """The four corners of the smallest frame that has them: upper ones, then lower ones."""
    sketch = Sketch(frame.width)
    sketch.put(frame, 0, 0)
    whole, side = reduced(sketch.painted(colour_of(ground))), frame.width // 2
    boxes = ((x, y, x + side, y + side) for y in (0, side) for x in (0, side))
    return tuple(whole.crop(box) for box in boxes)
