"""A pen that draws shapes several times larger than needed, to smooth their edges."""

from collections.abc import Callable, Iterable
from math import cos, hypot, radians, sin

from PIL import Image, ImageDraw

from bot.rendering.art.kit.outlines import Box, Outline, Point, circle, path, rectangle
from bot.rendering.art.palette import Colour

FINE = 4
"""The enlargement of a sheet. It's doubled for a small sprite."""
MAX_SMALL = 60
"""The greatest width and height of a small sprite, in pixels."""


class Pen:
    """A pen that draws in its own units on a transparent sheet. Later shapes cover earlier ones.

    The sheet's colours are multiplied by their opacity (`RGBa`), as reducing it needs them.
    """

    def __init__(self, wide: float, high: float, unit: float) -> None:
        """Make a sheet of `wide` x `high` units, each of them `unit` pixels of the finished sprite."""
        self._pixels = max(1, round(wide * unit)), max(1, round(high * unit))
        self._fine = FINE if max(self._pixels) > MAX_SMALL else 2 * FINE
        size = (self._pixels[0] * self._fine, self._pixels[1] * self._fine)
        self._set_sheet(Image.new("RGBa", size), (unit * self._fine, 0.0, 0.0, 0.0))

    def _set_sheet(self, sheet: Image.Image, frame: tuple[float, float, float, float]) -> None:
        self.sheet = sheet
        self._draw = ImageDraw.Draw(sheet)
        self._scale, self._turn, self._left, self._top = frame

    def at(self, x: float, y: float, scale: float = 1, turned: float = 0) -> "Pen":
        """Return a pen for the same sheet with another origin and scale, turned clockwise by degrees."""
        moved = object.__new__(Pen)
        moved._pixels, moved._fine = self._pixels, self._fine
        left, top = self._point((x, y))
        moved._set_sheet(self.sheet, (self._scale * scale, self._turn + turned, left, top))
        return moved

    def fill(self, outline: Outline, colour: Colour, opacity: float = 1) -> None:
        """Fill one outline."""
        points = [self._point(one) for one in outline]
        if opacity >= 1:
            self._draw.polygon(points, fill=colour)
            return
        mask = Image.new("L", self.sheet.size)
        ImageDraw.Draw(mask).polygon(points, fill=round(255 * opacity))
        self.sheet.paste(colour, mask=mask)

    def stroke(self, outline: Outline, colour: Colour, thick: float, *, closed: bool = False) -> None:
        """Follow one outline with a round pen."""
        points = [self._point(one) for one in outline]
        if closed:
            points.append(points[0])
        wide = thick * self._scale
        self._draw.line(points, fill=colour, width=max(1, round(wide)))
        for x, y in points:
            self._draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=colour)

    def path(self, text: str, colour: Colour, opacity: float = 1, *, swell: float = 0) -> None:
        """Fill a path. `swell` rounds and thickens it by a line of that width."""
        for outline in path(text):
            self.fill(outline, colour, opacity)
            if swell:
                self.stroke(outline, colour, swell)

    def line(self, text: str, colour: Colour, thick: float) -> None:
        """Follow a path with a round pen."""
        for outline in path(text):
            self.stroke(outline, colour, thick)

    def box(self, box: Box, radius: float, colour: Colour) -> None:
        """Fill a rectangle with round corners."""
        self.fill(rectangle(*box, radius), colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour, opacity: float = 1) -> None:
        """Fill a circle."""
        self.fill(circle(x, y, radius), colour, opacity)

    def inside(self, outline: Outline, draw: Callable[["Pen"], None]) -> None:
        """Draw something clipped to an outline."""
        layer = object.__new__(Pen)
        layer._pixels, layer._fine = self._pixels, self._fine
        layer._set_sheet(self.sheet.copy(), (self._scale, self._turn, self._left, self._top))
        draw(layer)
        mask = Image.new("L", self.sheet.size)
        ImageDraw.Draw(mask).polygon([self._point(one) for one in outline], fill=255)
        self.sheet.paste(layer.sheet, mask=mask)

    def stamp(self, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
        """Lay a colour through a mask of the sheet's fine pixels, with its upper left corner at a point."""
        left, top = self._point((x, y))
        self.sheet.paste(colour, (round(left), round(top)), mask)

    @property
    def fine_unit(self) -> float:
        """Return the number of pixels of the large sheet in a unit."""
        return self._scale

    def done(self) -> Image.Image:
        """Return the finished sprite."""
        return self.sheet.reduce(self._fine).convert("RGBA")

    def _point(self, point: Point) -> Point:
        turn = radians(self._turn)
        x, y = point[0] * self._scale, point[1] * self._scale
        return self._left + x * cos(turn) - y * sin(turn), self._top + x * sin(turn) + y * cos(turn)


def dashed(points: Outline, dash: float, gap: float) -> Iterable[Outline]:
    """Return a closed outline as dashes."""
    dashes: list[list[Point]] = []
    walked, drawing = 0.0, False
    for start, end in zip(points, (*points[1:], points[0]), strict=True):
        length = hypot(end[0] - start[0], end[1] - start[1])
        steps = max(1, int(length))
        for step in range(steps):
            share = step / steps
            here = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            inked = (walked + length * share) % (dash + gap) < dash
            if inked and not drawing:
                dashes.append([])
            if inked:
                dashes[-1].append(here)
            drawing = inked
        walked += length
    return tuple(tuple(one) for one in dashes)
