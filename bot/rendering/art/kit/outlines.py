"""Outlines as points: curves in the short notation of SVG paths, round rectangles, circles, stars."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final

Point = tuple[float, float]
Outline = tuple[Point, ...]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""

STEPS: Final = 14
"""Points on a curve."""
BEAM: Final = 0.47
"""The width of a beam, as a share of a beam and its gap."""
_WORD: Final = re.compile(r"[MLHVCQAZmlhvcqaz]|-?(?:\d+\.?\d*|\.\d+)")
_NEEDS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


@lru_cache(maxsize=512)
def path(text: str) -> tuple[Outline, ...]:
    """Return the outlines of a path, `M0 0L10 0Q10 10 0 10Z`, of M, L, H, V, C, Q, circular A, and Z."""
    outlines: list[list[Point]] = []
    here: Point = (0.0, 0.0)
    for letter, numbers in _commands(text):
        upper = letter.upper()
        if upper == "Z":
            outlines[-1].append(outlines[-1][0])
            here = outlines[-1][0]
            continue
        base = here if letter.islower() else (0.0, 0.0)
        if upper == "M":
            here = (base[0] + numbers[0], base[1] + numbers[1])
            outlines.append([here])
            continue
        added = _segment(upper, numbers, here, base)
        outlines[-1] += added
        here = added[-1]
    return tuple(tuple(one) for one in outlines)


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield letters with their numbers. A path can leave out a repeated letter."""
    words: list[str] = _WORD.findall(text)
    place, letter = 0, "M"
    while place < len(words):
        if words[place].isalpha():
            letter = words[place]
            place += 1
        needs = _NEEDS[letter.upper()]
        yield letter, [float(one) for one in words[place : place + needs]]
        place += needs


def _segment(letter: str, numbers: Sequence[float], here: Point, base: Point) -> list[Point]:
    """Return the points that one command adds to the pen's position."""
    if letter == "H":
        return [(base[0] + numbers[0], here[1])]
    if letter == "V":
        return [(here[0], base[1] + numbers[0])]
    if letter == "A":
        end = (base[0] + numbers[5], base[1] + numbers[6])
        return list(_arc(here, end, numbers[0], large=bool(numbers[3]), sweep=bool(numbers[4])))
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    points = [(base[0] + x, base[1] + y) for x, y in pairs]
    if letter == "L":
        return points
    return [_on_curve([here, *points], step / STEPS) for step in range(1, STEPS + 1)]


def _on_curve(points: Sequence[Point], share: float) -> Point:
    """Return a point of a Bézier curve of any degree."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(points)]
    return points[0]


def _arc(start: Point, end: Point, radius: float, *, large: bool, sweep: bool) -> Iterator[Point]:
    """Yield a piece of a circle between two points."""
    apart = hypot(end[0] - start[0], end[1] - start[1])
    high = sqrt(max(0.0, radius * radius - apart * apart / 4))
    side = 1 if large != sweep else -1
    across = ((end[0] - start[0]) / apart, (end[1] - start[1]) / apart)
    middle = (
        (start[0] + end[0]) / 2 - side * high * across[1],
        (start[1] + end[1]) / 2 + side * high * across[0],
    )
    first = atan2(start[1] - middle[1], start[0] - middle[0])
    turn = (atan2(end[1] - middle[1], end[0] - middle[0]) - first) % (2 * pi)
    if not sweep:
        turn -= 2 * pi
    for step in range(1, 2 * STEPS + 1):
        angle = first + turn * step / (2 * STEPS)
        yield middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)


def circle(x: float, y: float, across: float, down: float | None = None) -> Outline:
    """Return a circle by its middle and radius, or an ellipse by both radii."""
    down = across if down is None else down
    angles = (step * pi / 32 for step in range(64))
    return tuple((x + across * cos(angle), y + down * sin(angle)) for angle in angles)


def rectangle(x: float, y: float, wide: float, high: float, radius: float = 0) -> Outline:
    """Return a rectangle with round corners."""
    radius = min(radius, wide / 2, high / 2)
    if radius <= 0:
        return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    corners = (
        (x + wide - radius, y + radius, -pi / 2),
        (x + wide - radius, y + high - radius, 0.0),
        (x + radius, y + high - radius, pi / 2),
        (x + radius, y + radius, pi),
    )
    return tuple(
        (left + radius * cos(start + step * pi / 16), top + radius * sin(start + step * pi / 16))
        for left, top, start in corners
        for step in range(9)
    )


def star(x: float, y: float, tips: int, far: float, near: float) -> Outline:
    """Return a star with one tip at the top."""
    points = []
    for place in range(2 * tips):
        radius, angle = (near if place % 2 else far), place * pi / tips - pi / 2
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return tuple(points)


def rays(x: float, y: float, far: float, count: int) -> Iterator[Outline]:
    """Yield beams from a point, with a gap after each."""
    for place in range(count):
        first = place * 2 * pi / count - pi / count * BEAM
        last = first + 2 * pi / count * BEAM
        yield (x, y), (x + far * cos(first), y + far * sin(first)), (x + far * cos(last), y + far * sin(last))
