"""Signs drawn by ourselves: suits, a star, crowns, a shield, dice. All are masks to fill with a colour."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

FINE = 8
"""Masks are drawn this many times larger and then reduced, which makes their edges smooth."""

Point = tuple[float, float]
Pen = Callable[[ImageDraw.ImageDraw, float], None]
"""Draws into a square of this side."""


@lru_cache(maxsize=512)
def sign(name: str, side: int) -> Image.Image:
    """The mask of a sign in a square of `side` pixels: a suit by its letter, `star`, `king`, `turn`, ..."""
    return drawn(PENS[name], side)


def drawn(pen: Pen, side: int) -> Image.Image:
    """What a pen draws, with smooth edges."""
    mask = Image.new("L", (side * FINE, side * FINE))
    pen(ImageDraw.Draw(mask), side * FINE)
    return mask.reduce(FINE)


@lru_cache(maxsize=128)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """The mask of a rectangle with round corners."""
    mask, radius = Image.new("L", (width, height), 255), max(1, min(radius, width // 2, height // 2))
    for (x, y), corner in corners(radius).items():
        mask.paste(corner, (x * (width - radius), y * (height - radius)))
    return mask


@lru_cache(maxsize=64)
def corners(radius: int) -> dict[tuple[int, int], Image.Image]:
    """The masks of four round corners; (1, 0) is the upper right one."""
    disc = drawn(lambda draw, side: draw.ellipse((0, 0, side - 1, side - 1), fill=255), 2 * radius)
    return {
        (x, y): disc.crop((x * radius, y * radius, (x + 1) * radius, (y + 1) * radius))
        for y in (0, 1)
        for x in (0, 1)
    }


@lru_cache(maxsize=32)
def die(number: int, side: int) -> Image.Image:
    """The mask of a die's pips."""
    return drawn(lambda draw, whole: _pips(draw, whole, number), side)


def _scaled(points: Sequence[Point], side: float) -> list[Point]:
    return [(x * side, y * side) for x, y in points]


def _polygon(*points: Point) -> Pen:
    return lambda draw, side: draw.polygon(_scaled(points, side), fill=255)


def _disc(draw: ImageDraw.ImageDraw, side: float, x: float, y: float, radius: float) -> None:
    box = ((x - radius) * side, (y - radius) * side, (x + radius) * side, (y + radius) * side)
    draw.ellipse(box, fill=255)


def _curve(start: Point, first: Point, second: Point, end: Point, steps: int = 40) -> list[Point]:
    """A cubic curve as points."""
    points = []
    for step in range(steps + 1):
        t = step / steps
        parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        ends = (start, first, second, end)
        x = sum(part * point[0] for part, point in zip(parts, ends, strict=True))
        y = sum(part * point[1] for part, point in zip(parts, ends, strict=True))
        points.append((x, y))
    return points


def _mirrored(half: Sequence[Point]) -> list[Point]:
    """A shape from its right half."""
    return [*half, *((1 - x, y) for x, y in reversed(half))]


_HEART: Final = _mirrored(
    [
        *_curve((0.5, 0.26), (0.57, 0.04), (0.97, 0.0), (0.97, 0.34)),
        *_curve((0.97, 0.34), (0.97, 0.58), (0.66, 0.75), (0.5, 0.98)),
    ]
)
_DIAMOND: Final = _mirrored(
    [
        *_curve((0.5, 0.0), (0.6, 0.2), (0.75, 0.38), (0.9, 0.5)),
        *_curve((0.9, 0.5), (0.75, 0.62), (0.6, 0.8), (0.5, 1.0)),
    ]
)
_LEAF: Final = _mirrored(
    [
        *_curve((0.5, 0.01), (0.62, 0.24), (0.97, 0.38), (0.97, 0.62)),
        *_curve((0.97, 0.62), (0.97, 0.88), (0.62, 0.88), (0.5, 0.68)),
    ]
)
_STEM: Final = _mirrored(_curve((0.5, 0.5), (0.53, 0.78), (0.58, 0.92), (0.72, 0.99)))
_SHIELD: Final = _mirrored(
    [(0.5, 0.02), (0.92, 0.1), *_curve((0.92, 0.1), (0.95, 0.6), (0.75, 0.85), (0.5, 1.0))]
)


def _spade(draw: ImageDraw.ImageDraw, side: float) -> None:
    draw.polygon(_scaled(_LEAF, side), fill=255)
    draw.polygon(_scaled(_STEM, side), fill=255)


def _club(draw: ImageDraw.ImageDraw, side: float) -> None:
    for x, y in ((0.5, 0.25), (0.25, 0.59), (0.75, 0.59)):
        _disc(draw, side, x, y, 0.235)
    _disc(draw, side, 0.5, 0.5, 0.12)
    draw.polygon(_scaled(_STEM, side), fill=255)


def _star(draw: ImageDraw.ImageDraw, side: float) -> None:
    points = []
    for tip in range(10):
        radius, angle = (0.5 if tip % 2 == 0 else 0.21), tip * pi / 5
        points.append((0.5 + radius * sin(angle), 0.53 - radius * cos(angle)))
    draw.polygon(_scaled(points, side), fill=255)


def _king(draw: ImageDraw.ImageDraw, side: float) -> None:
    spikes = ((0.1, 0.72), (0.02, 0.24), (0.27, 0.46), (0.5, 0.1), (0.73, 0.46), (0.98, 0.24), (0.9, 0.72))
    draw.polygon(_scaled(spikes, side), fill=255)
    draw.rectangle((0.1 * side, 0.78 * side, 0.9 * side, 0.94 * side), fill=255)
    for x, y in ((0.05, 0.22), (0.5, 0.1), (0.95, 0.22)):
        _disc(draw, side, x, y, 0.07 if x == 0.5 else 0.05)


def _queen(draw: ImageDraw.ImageDraw, side: float) -> None:
    arch = _curve((0.12, 0.76), (0.08, 0.5), (0.06, 0.4), (0.1, 0.34))
    tips = [(0.24, 0.52), (0.3, 0.2), (0.42, 0.48), (0.5, 0.14)]
    left = [*arch, *tips]
    draw.polygon(_scaled([*left, *((1 - x, y) for x, y in reversed(left))], side), fill=255)
    draw.rectangle((0.12 * side, 0.82 * side, 0.88 * side, 0.94 * side), fill=255)
    for x, y in ((0.1, 0.3), (0.3, 0.18), (0.5, 0.1), (0.7, 0.18), (0.9, 0.3)):
        _disc(draw, side, x, y, 0.075)


def _pips(draw: ImageDraw.ImageDraw, side: float, number: int) -> None:
    near, middle, far = 0.25, 0.5, 0.75
    places = {
        1: [(middle, middle)],
        2: [(near, near), (far, far)],
        3: [(near, near), (middle, middle), (far, far)],
        4: [(near, near), (far, far), (near, far), (far, near)],
        5: [(near, near), (far, far), (near, far), (far, near), (middle, middle)],
        6: [(x, y) for x in (near, far) for y in (near, middle, far)],
    }
    for x, y in places[number]:
        _disc(draw, side, x, y, 0.1)


PENS: Final[dict[str, Pen]] = {
    "H": _polygon(*_HEART),
    "D": _polygon(*_DIAMOND),
    "S": _spade,
    "C": _club,
    "star": _star,
    "king": _king,
    "queen": _queen,
    "jack": _polygon(*_SHIELD),
    "turn": _polygon((0.1, 0.0), (0.95, 0.5), (0.1, 1.0)),
}
