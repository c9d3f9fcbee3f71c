"""A canvas measured in 600ths of a picture's width, which can record everything put on it."""

from collections.abc import Callable, Hashable, Sequence
from typing import Final, Literal, NamedTuple

from PIL import Image

from bot.rendering.art.fonts import Weight
from bot.rendering.art.kit import cards, writing
from bot.rendering.art.kit.backs import emblem, upper_back
from bot.rendering.art.kit.card_sprites import Look, side_sprite, upper, veil
from bot.rendering.art.kit.cards import RATIO
from bot.rendering.art.kit.colours import GOLD, WHITE
from bot.rendering.art.kit.draw_list import Filled, Laid, Make, Put, Tinted, size
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.outlines import Box, Point
from bot.rendering.art.kit.signs import sign
from bot.rendering.art.palette import Colour, Deck
from bot.rendering.art.plan import BACK

WIDE: Final = 600
"""The width of every picture in units. All measures are given in them."""
SCALE: Final = 1.5
"""Pixels per unit: sharp on a phone that shows 300 points with three pixels each, and quick to encode."""
MARGIN: Final = 16
GAP: Final = 8
CORNER: Final = 140, 80
"""The lower left corner that a picture leaves empty, because Discord puts its ALT badge there."""
DEFAULT: Final = Look()

Kind = Literal["text", "card", "index", "sign", "box"]


class Mark(NamedTuple):
    """Something on a canvas: its box in units, its size, and its colours if it's text."""

    kind: Kind
    left: float
    top: float
    wide: float
    high: float
    text: str = ""
    colour: Colour = ""
    ground: Colour = ""


def pixels(units: float) -> int:
    """Return a number of units in whole pixels."""
    return round(units * SCALE)


def fitted(
    text: str, room: float, sizes: Sequence[float], most: int = 1, weight: Weight = "Bold", *, spare: int = 0
) -> tuple[float, list[str]]:
    """Return the first size in which the text takes at most `most` lines, and those lines.

    In the last size it may take `spare` lines more before it's cut.
    """
    fine, lines = writing.fitted(
        text, room * SCALE, [pixels(size) for size in sizes], weight, most, spare=spare
    )
    return fine / SCALE, lines


class Canvas:
    """A picture in the making: everything put on it, in order, and marks of it if `notes` is a list."""

    def __init__(self, high: float, game: str, deck: Deck = "two", notes: list[Mark] | None = None) -> None:
        self.high, self.game, self.deck = high, game, deck
        self.theme = look_of(game).theme
        self.notes = notes
        self.wide_pixels, self.high_pixels = pixels(WIDE), pixels(high)
        self.puts: list[Put] = []
        self._image: Image.Image | None = None
        self._drawn_count = 0

    @property
    def image(self) -> Image.Image:
        """The picture with everything that was put on it so far."""
        if self._image is None:
            self._image = Image.new("RGB", (self.wide_pixels, self.high_pixels), self.theme.ground)
        for put in self.puts[self._drawn_count :]:
            put.what.draw(self._image, put.top)
        self._drawn_count = len(self.puts)
        return self._image

    def part(self, top: int, low: int) -> Image.Image:
        """Return the part of the picture between two lines of pixels."""
        image = Image.new("RGB", (self.wide_pixels, low - top), self.theme.ground)
        for put in self.puts:
            if put.top < low and put.low > top:
                put.what.draw(image, put.top - top)
        return image

    def note(self, mark: Mark) -> None:
        """Add a mark to the notes, if there are any."""
        if self.notes is not None:
            self.notes.append(mark)

    def lay(self, x: float, y: float, make: Make, *facts: Hashable) -> None:
        """Lay a sprite with its upper left corner at a point. `facts` are the arguments of `make`."""
        top = pixels(y)
        self.puts.append(Put(Laid(make, facts, pixels(x)), top, top + size(make, facts)[1]))

    def centred(self, x: float, y: float, make: Make, *facts: Hashable) -> None:
        """Lay a sprite with its middle at a point. `facts` are the arguments of `make`."""
        wide, high = size(make, facts)
        left, top = round(x * SCALE - wide / 2), round(y * SCALE - high / 2)
        self.puts.append(Put(Laid(make, facts, left), top, top + high))

    def tint(
        self, x: float, y: float, colour: Colour, make: Callable[..., Image.Image], *facts: Hashable
    ) -> None:
        """Lay a colour through a mask with its upper left corner at a point. `facts` are as for `lay`."""
        top = pixels(y)
        self.puts.append(Put(Tinted(make, facts, pixels(x), colour), top, top + size(make, facts)[1]))

    def box(self, box: Box, radius: float, colour: Colour) -> None:
        """Lay a rectangle with round corners in one colour."""
        x, y, wide, high = box
        left, top, right, low = pixels(x), pixels(y), pixels(x + wide), pixels(y + high)
        round_by = min(pixels(radius), (right - left) // 2, (low - top) // 2)
        self.puts.append(Put(Filled(left, (right - left, low - top), round_by, colour), top, low))

    def panel(self, x: float, y: float, wide: float, high: float, radius: float = 16) -> None:
        """Lay a box in the panel's colour, the ground of a row."""
        self.box((x, y, wide, high), radius, self.theme.panel)
        self.note(Mark("box", x, y, wide, high))

    def text(
        self,
        x: float,
        middle: float,
        text: str,
        size: float | Sequence[float],
        colour: Colour = WHITE,
        *,
        align: writing.Align = "left",
        weight: Weight = "Bold",
        room: float = 0,
    ) -> float:
        """Write one line around the middle of its capitals, and return its width. `room` cuts longer text.

        Of several sizes, the first that fits is taken.
        """
        if isinstance(size, Sequence):
            size = next((one for one in size if self.measure(text, one, weight) <= room), size[-1])
        fine = pixels(size)
        shown = writing.cut(text, room * SCALE, fine, weight) if room else writing.drawable(text)
        wide = writing.width(shown, fine, weight) / SCALE
        left = x - {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * wide
        top = round((middle + writing.CAPITAL * size) * SCALE) - writing.ascent(fine, weight)
        if self.notes is not None and shown:
            self._note_text(shown, (left, middle, wide, size), colour)
        what = Tinted(writing.mask, (shown, fine, weight), pixels(left), colour)
        self.puts.append(Put(what, top, top + writing.height(fine, weight)))
        return wide

    def _note_text(self, text: str, place: tuple[float, float, float, float], colour: Colour) -> None:
        left, middle, wide, size = place
        corner = pixels(left + wide / 2), pixels(middle - 0.4 * size)
        inside = min(max(corner[0], 0), self.image.width - 1), min(max(corner[1], 0), self.image.height - 1)
        ground = self.image.getpixel(inside)
        assert isinstance(ground, tuple)
        shade = "#{:02X}{:02X}{:02X}".format(*ground)
        self.note(Mark("text", left, middle - size / 2, wide, size, text, colour, shade))

    def measure(self, text: str, size: float, weight: Weight = "Bold") -> float:
        """Return the width of a text in units."""
        return writing.width(writing.drawable(text), pixels(size), weight) / SCALE

    def sign(self, name: str, middle: Point, size: float, colour: Colour, hole: Colour = "#000000") -> None:
        """Lay a sign with its middle at a point."""
        x, y = middle
        self.note(Mark("sign", x - size / 2, y - size / 2, size, size, name, colour))
        self.centred(x, y, sign, name, pixels(size), colour, hole)

    def emblem(self, x: float, y: float, size: float, colour: Colour, hole: Colour) -> None:
        """Lay the game's emblem with its middle at a point."""
        self.centred(x, y, emblem, self.game, pixels(size), colour, hole)

    def card(self, shown: str, x: float, y: float, wide: float, look: Look = DEFAULT) -> None:
        """Lay a card or a back with its upper left corner at a point."""
        self.lay(x, y, side_sprite, shown, pixels(wide), self.game, self.deck, look)
        self.note(Mark("card", x, y, wide, RATIO * wide, shown))
        if shown != BACK:
            index = cards.FAN_RANK if look.run == "fan" else cards.COLUMN_RANK
            self.note(Mark("index", x, y, wide, index * wide / 100, shown))

    def upper(self, shown: str, x: float, y: float, wide: float, high: float) -> None:
        """Lay the upper part of a card, for a pile that shows no more."""
        fine = pixels(wide), pixels(high)
        if shown == BACK:
            self.lay(x, y, upper_back, self.game, *fine)
        else:
            self.lay(x, y, upper, shown, fine, pixels(8), self.deck)
        self.note(Mark("card", x, y, wide, high, shown))

    def dim(self, x: float, y: float, wide: float, share: float) -> None:
        """Dim a card: cover its place with the ground, so that `share` of its light is lost."""
        self.tint(x, y, self.theme.ground, veil, pixels(wide), share)

    def rim(self, box: Box, colour: Colour, thick: float = 5, radius: float = 10) -> None:
        """Lay a frame around a box."""
        x, y, wide, high = box
        out = 1 + thick / 2
        frame = pixels(wide + 2 * out), pixels(high + 2 * out), pixels(thick), pixels(radius + out)
        left, top = pixels(x - out), pixels(y - out)
        for part in cards.rim_boxes(*frame):
            what = Tinted(cards.rim_part, (frame, part), left + part[0], colour)
            self.puts.append(Put(what, top + part[1], top + part[3]))

    def wild(self, shown: str, x: float, y: float, wide: float) -> None:
        """Lay a wild card with a gold rim and a star."""
        self.card(shown, x, y, wide, Look(star=True))
        self.rim((x, y, wide, RATIO * wide), GOLD, radius=0.1 * wide)

    def empty(self, x: float, y: float, wide: float, high: float) -> None:
        """Lay the place of a pile without cards."""
        radius = 0.1 * wide
        self.box((x, y, wide, high), radius, self.theme.slot)
        self.box((x + 3, y + 3, wide - 6, high - 6), radius - 2, self.theme.ground)
        self.note(Mark("card", x, y, wide, high, ""))

    def pill(self, x: float, y: float, text: str, size: float = 26, colour: Colour = WHITE) -> None:
        """Write text in the middle of a dark pill."""
        wide, high = max(44, self.measure(text, size) + 22), size + 10
        self.box((x - wide / 2 - 1, y - high / 2 - 1, wide + 2, high + 2), high, self.theme.line)
        self.box((x - wide / 2 + 1, y - high / 2 + 1, wide - 2, high - 2), high, "#0B0B10")
        self.text(x, y, text, size, colour, align="middle")
