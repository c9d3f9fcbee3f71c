"""The heads of the ten characters, in a box of 100 around their middle, as shapes in one colour each."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from bot.rendering.art.kit.outlines import Box, Outline, circle, path, rectangle
from bot.rendering.art.palette import Colour

EYE: Final[Colour] = "#17131A"
WHITE: Final[Colour] = "#FFFFFF"


class Shape(NamedTuple):
    """An outline in a colour: filled, or drawn as a line if it has a thickness."""

    outline: Outline
    colour: Colour
    thick: float = 0


class Animal(NamedTuple):
    """A head, and the colour of the disc behind it."""

    disc: Colour
    head: tuple[Shape, ...]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """All colours of the head and its disc."""
        return tuple(dict.fromkeys((self.disc, *(one.colour for one in self.head))))


Shapes = Iterable[Shape]


def _filled(text: str, colour: Colour) -> Iterator[Shape]:
    return (Shape(outline, colour) for outline in path(text))


def _line(text: str, colour: Colour, thick: float) -> Iterator[Shape]:
    return (Shape(outline, colour, thick) for outline in path(text))


def _oval(x: float, y: float, across: float, down: float, colour: Colour) -> Iterator[Shape]:
    yield Shape(circle(x, y, across, down), colour)


def _dot(x: float, y: float, radius: float, colour: Colour) -> Iterator[Shape]:
    yield Shape(circle(x, y, radius), colour)


def _box(box: Box, radius: float, colour: Colour) -> Iterator[Shape]:
    yield Shape(rectangle(*box, radius), colour)


def _eye(x: float, y: float, radius: float) -> Iterator[Shape]:
    yield Shape(circle(x, y, radius), EYE)
    yield Shape(circle(x - 0.3 * radius, y - 0.35 * radius, 0.34 * radius), WHITE)


def _mirrored(*shapes: Shapes) -> Iterator[Shape]:
    """Yield the shapes and their mirror images."""
    left = tuple(chain(*shapes))
    yield from left
    for one in left:
        yield one._replace(outline=tuple((-x, y) for x, y in one.outline))


def _shrunk(shapes: Shapes, down: float, scale: float = 0.9) -> Iterator[Shape]:
    """Yield the shapes shrunk around the middle and moved down."""
    for one in shapes:
        outline = tuple((scale * x, scale * y + down) for x, y in one.outline)
        yield one._replace(outline=outline, thick=scale * one.thick)


def _animal(disc: Colour, *shapes: Shapes) -> Animal:
    return Animal(disc, tuple(chain(*shapes)))


_FOX = _animal(
    "#0F4A4E",
    _mirrored(
        _filled("M-41-44C-38-26-38-14-30-4L-4-22C-16-32-30-38-41-44Z", "#F5832E"),
        _filled("M-35-34C-33-24-31-17-27-11L-13-20C-20-27-28-31-35-34Z", "#7A2E12"),
    ),
    _filled("M-42-2C-34-24-16-27 0-27C16-27 34-24 42-2C36 16 14 32 0 41C-14 32-36 16-42-2Z", "#F5832E"),
    _mirrored(_filled("M-42-2C-28-4-10 6 0 41C-14 32-36 16-42-2Z", "#FFF3E2")),
    _mirrored(_eye(-17, 0, 6.5)),
    _oval(0, 36, 9, 7, EYE),
)
_MAGPIE = _animal(
    "#A5D6F0",
    _filled(
        "M-44 20C-34 6-34-8-30-18C-24-36-6-40 8-34C22-28 26-14 24 0C24 14 30 24 34 32L20 44L-24 40Z",
        "#191D2E",
    ),
    _filled("M-30 44C-26 28-8 22 6 26C18 30 24 38 24 46C8 50-16 50-30 44Z", WHITE),
    _filled("M-32-2C-28-16-20-26-8-30C-18-20-22-8-22 8C-26 10-32 8-32-2Z", "#3F6FD8"),
    _filled("M20-24C34-20 44-12 49-1C40 1 30 4 21 6Z", "#4A5063"),
    _filled("M21-7L49-1C40 1 30 4 21 6Z", "#2D3142"),
    _dot(6, -13, 8, WHITE),
    _dot(8, -13, 4.8, EYE),
)
_WASP = _animal(
    "#6B46C1",
    _mirrored(_line("M-9-24C-12-38-22-44-32-40", EYE, 5.5), _dot(-33, -40, 4.5, EYE)),
    _filled("M0-28C24-28 36-14 36 2C36 22 18 42 0 42C-18 42-36 22-36 2C-36-14-24-28 0-28Z", "#FFCC2E"),
    _filled("M-14-26C-6-29 6-29 14-26L0-6Z", EYE),
    _filled("M-17 15H17L12 24H-12Z", EYE),
    _mirrored(
        _filled("M-37-4C-36-20-24-22-17-14C-11-6-13 10-22 14C-32 14-37 6-37-4Z", EYE),
        _oval(-26, -9, 4, 6, "#8E77D6"),
    ),
    _mirrored(_filled("M-1 30C-6 31-12 34-10 44C-6 42-3 40-1 38Z", "#C9871A")),
)
_HARE = _animal(
    "#25613A",
    _shrunk(
        chain(
            _filled("M-7-16C-20-24-28-40-22-50C-10-48-2-34-1-18Z", "#CFA981"),
            _filled("M-10-20C-18-28-22-38-19-44C-12-40-7-30-6-20Z", "#F3B9B0"),
            _filled(
                "M3-18C4-34 14-46 24-45C31-44 32-32 42-28C34-20 24-22 20-26C18-20 14-16 9-14Z", "#CFA981"
            ),
            _filled("M22-27C25-34 26-40 24-45C31-44 32-32 42-28C35-22 28-22 22-27Z", "#A97F58"),
            _filled("M0-22C20-22 32-8 32 8C32 28 18 40 0 40C-18 40-32 28-32 8C-32-8-20-22 0-22Z", "#CFA981"),
            _mirrored(_oval(-11, 21, 13, 12, "#FFF5E8")),
            _box((-7, 27, 6.5, 14), 2, WHITE),
            _box((0.5, 27, 6.5, 14), 2, WHITE),
            _mirrored(_eye(-17, 0, 6.5)),
            _filled("M-7 10H7L0 18Z", "#8E3B46"),
        ),
        3,
    ),
)
_TORTOISE = _animal(
    "#9C3A22",
    _filled("M-48 48C-50 8-34-12-10-10C10-8 20 16 20 48Z", "#6B4527"),
    _filled("M-30 2L-12-4L2 6L-2 22L-20 26L-32 16Z", "#B9854B"),
    _filled("M-38 20L-23 31L-26 48H-46Z", "#97683A"),
    _filled("M-18 31L0 27L8 36L6 48H-20Z", "#97683A"),
    _filled(
        "M-4 22C6 14 8 6 6-6C0-24 12-38 28-36C42-34 48-20 44-8C42 0 34 4 28 4C26 18 22 34 12 48H0Z", "#9CCB5A"
    ),
    _line("M30-5C36-4 41-7 43-11", "#3E5E1B", 4),
    _dot(27, -19, 8.5, WHITE),
    _dot(29, -18, 5.4, EYE),
    _filled("M17-24C21-31 31-31 36-24L36-22H17Z", "#6E9B36"),
    _dot(41, -20, 1.8, "#3E5E1B"),
)
_OWL = _animal(
    "#1C2862",
    _shrunk(
        chain(
            _filled(
                "M-38-42C-26-36-12-32 0-32C12-32 26-36 38-42C40-28 40 0 36 16C32 34 16 43 0 43"
                "C-16 43-32 34-36 16C-40 0-40-28-38-42Z",
                "#A8703C",
            ),
            _filled(
                "M-38-42C-22-36-8-30 0-12C8-30 22-36 38-42C32-24 20-12 0 6C-20-12-32-24-38-42Z", "#6F4420"
            ),
            _mirrored(
                _dot(-17, 0, 18, "#F6E3C2"),
                _dot(-17, 0, 11.5, "#FFB02E"),
                _dot(-16, 0, 7, EYE),
                _dot(-19, -3, 2.4, WHITE),
            ),
            _filled("M-7 8H7L0 24Z", "#E58A1F"),
            _mirrored(_filled("M-20 28L-14 36L-8 28Z", "#F6E3C2")),
            _filled("M-6 34L0 42L6 34Z", "#F6E3C2"),
        ),
        1,
    ),
)
_BADGER = _animal(
    "#B83A4B",
    _mirrored(_dot(-29, -27, 11, "#2A2B33"), _dot(-29, -27, 5.5, "#F4EFE6")),
    _filled(
        "M0-40C22-40 38-24 36 0C34 16 20 26 14 36C10 43-10 43-14 36C-20 26-34 16-36 0C-38-24-22-40 0-40Z",
        "#F4EFE6",
    ),
    _mirrored(
        _filled("M-28-30C-20-38-12-38-9-34C-8-14-8 6-12 24C-15 30-20 24-26 16C-33 8-35-18-28-30Z", "#2A2B33"),
        _dot(-18, -2, 5.6, WHITE),
        _dot(-17.5, -1.5, 3.6, EYE),
    ),
    _oval(0, 33, 12, 9, "#2A2B33"),
    _oval(-3, 30, 3, 2, "#7A7C88"),
)
_RAM = _animal(
    "#3A70C4",
    _mirrored(
        _line("M-16-22C-36-34-49-16-44 4C-40 20-24 20-24 6C-24-2-31-4-33 2", "#7A4E2A", 12),
        _line("M-20-25C-36-31-46-16-43 0", "#A87645", 4),
    ),
    _mirrored(_filled("M-22-4C-32-4-38 4-36 10C-28 12-22 8-20 4Z", "#D9C4A4")),
    _filled("M-20-18C-20-30 20-30 20-18C24 4 18 26 12 36C6 43-6 43-12 36C-18 26-24 4-20-18Z", "#F5E9D4"),
    *(_dot(x, y, 10, WHITE) for x, y in ((-16, -24), (-6, -29), (6, -29), (16, -24))),
    _mirrored(_eye(-10, 0, 5.5)),
    _filled("M-9 25C-5 22 5 22 9 25L0 34Z", "#6B4A3C"),
    _line("M0 34V38", "#6B4A3C", 3),
)
_BEAR = _animal(
    "#A6DCB4",
    _mirrored(_dot(-28, -26, 15, "#7E4B28"), _dot(-28, -26, 8, "#C98F63")),
    _filled("M0-34C24-34 40-16 40 6C40 28 22 43 0 43C-22 43-40 28-40 6C-40-16-24-34 0-34Z", "#7E4B28"),
    _oval(0, 22, 22, 18, "#E0BC90"),
    _mirrored(_eye(-17, -4, 6)),
    _filled("M-11 11C-6 7 6 7 11 11C11 19 4 22 0 22C-4 22-11 19-11 11Z", EYE),
    _line("M0 22V28", EYE, 4),
    _line("M-9 31C-4 34 4 34 9 31", EYE, 4),
)
_WALRUS = _animal(
    "#F7BAC8",
    _filled("M0-42C24-42 38-24 38 0C38 22 24 34 0 34C-24 34-38 22-38 0C-38-24-24-42 0-42Z", "#80605A"),
    _mirrored(_filled("M-19 18L-9 18L-10 48C-16 46-20 34-19 18Z", WHITE)),
    _mirrored(
        _oval(-14, 10, 19, 16, "#C19A8C"),
        _dot(-20, 7, 2.6, "#5B3F3A"),
        _dot(-12, 14, 2.6, "#5B3F3A"),
        _dot(-23, 15, 2.6, "#5B3F3A"),
    ),
    _oval(0, -3, 10, 7, EYE),
    _mirrored(_eye(-18, -18, 6)),
    _mirrored(_line("M-26-29L-13-30", "#5B3F3A", 4.5)),
)

ANIMALS: Final[Mapping[str, Animal]] = {
    "fox": _FOX,
    "magpie": _MAGPIE,
    "wasp": _WASP,
    "hare": _HARE,
    "tortoise": _TORTOISE,
    "owl": _OWL,
    "badger": _BADGER,
    "ram": _RAM,
    "bear": _BEAR,
    "walrus": _WALRUS,
}
"""The animals by the character of a computer."""
