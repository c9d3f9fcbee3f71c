"""A canvas measured in 600ths of a picture's width, and a note of everything that was put on it."""

from typing import Final, Literal, NamedTuple

from PIL import Image

from bot.rendering.art.fonts import Weight
from bot.rendering.art.kit import cards, writing
from bot.rendering.art.kit.backs import upper_back
from bot.rendering.art.kit.cards import RATIO
from bot.rendering.art.kit.colours import GOLD, THEMES, WHITE
from bot.rendering.art.kit.corners import corners, rounded
from bot.rendering.art.kit.emblems import emblem
from bot.rendering.art.kit.laid import BACK, Look, laid, upper, veil
from bot.rendering.art.kit.outlines import Box, Point
from bot.rendering.art.kit.signs import sign
from bot.rendering.art.palette import Colour, Deck

WIDE: Final = 600
"""The width of every picture in units; all measures are given in them."""
SCALE: Final = 1.5
"""Pixels a unit: sharp on a phone that shows 300 points with three pixels each, and quick to encode."""
MARGIN: Final = 16
GAP: Final = 8
COMMON: Final = Look()
SMALL: Final = 4000
"""Up to how many pixels one mask fills sooner than parts do."""

Kind = Literal["text", "card", "index", "sign", "box"]


class Mark(NamedTuple):
    """Something on a canvas: its box in units, what size it is, and its colours where it is text."""

    kind: Kind
    left: float
    top: float
    wide: float
    high: float
    text: str = ""
    colour: Colour = ""
    ground: Colour = ""


def pixels(units: float) -> int:
    """A number of units in whole pixels."""
    return round(units * SCALE)


class Canvas:
    """A picture while it is made. It notes what is put on it when `notes` is given a list."""

    def __init__(self, high: float, game: str, deck: Deck = "two", notes: list[Mark] | None = None) -> None:
        self.high, self.game, self.deck = high, game, deck
        self.theme = THEMES[game]
        self.notes = notes
        self.image = Image.new("RGB", (pixels(WIDE), pixels(high)), self.theme.ground)

    def note(self, mark: Mark) -> None:
        """Remember what was put here, if anybody wants to know."""
        if self.notes is not None:
            self.notes.append(mark)

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Lay a sprite with its upper left corner there."""
        box = pixels(x), pixels(y)
        self.image.paste(sprite, box, sprite if sprite.mode == "RGBA" else None)

    def centred(self, sprite: Image.Image, x: float, y: float) -> None:
        """Lay a sprite with its middle there."""
        at = round(x * SCALE - sprite.width / 2), round(y * SCALE - sprite.height / 2)
        self.image.paste(sprite, at, sprite)

    def tint(self, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
        """Lay a colour through a mask."""
        self.image.paste(colour, (pixels(x), pixels(y)), mask)

    def box(self, box: Box, radius: float, colour: Colour) -> None:
        """A rectangle with round corners in one colour."""
        x, y, wide, high = box
        left, top, right, low = pixels(x), pixels(y), pixels(x + wide), pixels(y + high)
        round_by = min(pixels(radius), (right - left) // 2, (low - top) // 2)
        image = self.image
        if round_by < 1:
            image.paste(colour, (left, top, right, low))
            return
        if (right - left) * (low - top) <= SMALL:
            image.paste(colour, (left, top), rounded(right - left, low - top, round_by))
            return
        image.paste(colour, (left + round_by, top, right - round_by, low))
        for side in (left, right - round_by):
            image.paste(colour, (side, top + round_by, side + round_by, low - round_by))
        for (across, down), corner in corners(round_by).items():
            at = left + across * (right - left - round_by), top + down * (low - top - round_by)
            image.paste(colour, at, corner)

    def panel(self, x: float, y: float, wide: float, high: float, radius: float = 16) -> None:
        """A box in the panel's colour, on which a row lies."""
        self.box((x, y, wide, high), radius, self.theme.panel)
        self.note(Mark("box", x, y, wide, high))

    def text(
        self,
        x: float,
        middle: float,
        text: str,
        size: float,
        colour: Colour = WHITE,
        *,
        align: writing.Align = "left",
        weight: Weight = "Bold",
        room: float = 0,
    ) -> float:
        """One line by the middle of its capitals; how wide it is. `room` cuts what is longer."""
        fine = pixels(size)
        shown = writing.cut(text, room * SCALE, fine, weight) if room else writing.drawable(text)
        wide = writing.width(shown, fine, weight) / SCALE
        left = x - {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * wide
        top = round((middle + writing.CAPITAL * size) * SCALE) - writing.ascent(fine, weight)
        if self.notes is not None and shown:
            self._note_text(shown, (left, middle, wide, size), colour)
        self.image.paste(colour, (pixels(left), top), writing.mask(shown, fine, weight))
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
        """How wide a text is in units."""
        return writing.width(writing.drawable(text), pixels(size), weight) / SCALE

    def sign(self, name: str, middle: Point, size: float, colour: Colour, hole: Colour = "#000000") -> None:
        """A sign with its middle there."""
        x, y = middle
        self.note(Mark("sign", x - size / 2, y - size / 2, size, size, name, colour))
        self.centred(sign(name, pixels(size), colour, hole), x, y)

    def emblem(self, x: float, y: float, size: float, colour: Colour, hole: Colour) -> None:
        """The game's emblem with its middle there."""
        self.centred(emblem(self.game, pixels(size), colour, hole), x, y)

    def card(self, shown: str, x: float, y: float, wide: float, look: Look = COMMON) -> None:
        """A card or a back with its upper left corner there."""
        sprite = laid(shown, pixels(wide), self.game, self.deck, look)
        sprite.lay(self.image, pixels(x), pixels(y))
        self.note(Mark("card", x, y, wide, RATIO * wide, shown))
        if shown != BACK:
            index = cards.FAN_RANK if look.run == "fan" else cards.COLUMN_RANK
            self.note(Mark("index", x, y, wide, index * wide / 100, shown))

    def upper(self, shown: str, x: float, y: float, wide: float, high: float) -> None:
        """The upper part of a card, for a pile of which no more is shown."""
        fine = pixels(wide), pixels(high)
        if shown == BACK:
            self.paste(upper_back(self.game, *fine), x, y)
        else:
            upper(shown, fine, pixels(8), self.deck).lay(self.image, pixels(x), pixels(y))
        self.note(Mark("card", x, y, wide, high, shown))

    def dimmed(self, x: float, y: float, wide: float, share: float) -> None:
        """Cover a card's place with the ground, so that `share` of its light is lost."""
        self.tint(veil(pixels(wide), share), x, y, self.theme.ground)

    def rim(self, box: Box, colour: Colour, thick: float = 5, radius: float = 10) -> None:
        """A frame around a box."""
        x, y, wide, high = box
        out = 1 + thick / 2
        mask = cards.rim(pixels(wide + 2 * out), pixels(high + 2 * out), pixels(thick), pixels(radius + out))
        self.tint(mask, x - out, y - out, colour)

    def wild(self, shown: str, x: float, y: float, wide: float) -> None:
        """A wild card: gold rim and star."""
        self.card(shown, x, y, wide, Look(star=True))
        self.rim((x, y, wide, RATIO * wide), GOLD, radius=0.1 * wide)

    def empty(self, x: float, y: float, wide: float, high: float) -> None:
        """The place of a pile without cards."""
        radius = 0.1 * wide
        self.box((x, y, wide, high), radius, self.theme.slot)
        self.box((x + 3, y + 3, wide - 6, high - 6), radius - 2, self.theme.ground)
        self.note(Mark("card", x, y, wide, high, ""))

    def pill(self, x: float, y: float, text: str, size: float = 26, colour: Colour = WHITE) -> None:
        """Text in the middle of a dark pill."""
        wide, high = max(44, self.measure(text, size) + 22), size + 10
        self.box((x - wide / 2 - 1, y - high / 2 - 1, wide + 2, high + 2), high, self.theme.line)
        self.box((x - wide / 2 + 1, y - high / 2 + 1, wide - 2, high - 2), high, "#0B0B10")
        self.text(x, y, text, size, colour, align="middle")
