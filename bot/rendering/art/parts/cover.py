"""Covers of lobbies, and the strip of small ones from which a game is chosen."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from PIL import Image

from bot.rendering.art.kit import cards, writing
from bot.rendering.art.kit.backs import back
from bot.rendering.art.kit.canvas import SCALE, WIDE, Canvas, Mark, pixels
from bot.rendering.art.kit.cards import Run
from bot.rendering.art.kit.colours import GOLD, WHITE
from bot.rendering.art.kit.emblems import EMBLEMS
from bot.rendering.art.kit.looks import Looks
from bot.rendering.art.kit.outlines import rectangle
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour
from bot.rendering.art.parts.grounds import ray_ground
from bot.rendering.art.parts.middle import robot
from bot.rendering.art.plan import BACK, CoverPlan, StripPlan

HIGH: Final = 240
NAMES: Final = (50, 42, 36)
STRIP_HIGH: Final = 186


class Leaf:
    """A card to be laid at an angle; `mark`: a rim in this colour, with a star when it is gold."""

    def __init__(
        self, shown: str, wide: float, *, run: Run = "fan", mark: Colour = "", mask: bool = False
    ) -> None:
        self.shown, self.wide, self.run, self.mark, self.mask = shown, wide, run, mark, mask

    def sprite(self, canvas: Canvas) -> Image.Image:
        """The card with its marks on a ground with room for its rim."""
        fine, room = pixels(self.wide), pixels(6)
        card = (
            back(canvas.game, fine) if self.shown == BACK else cards.face(self.shown, fine, "two", self.run)
        )
        pen = Pen(card.width + 2 * room, card.height + 2 * room, 1)
        if self.mark:
            outline = rectangle(room - 1, room - 1, card.width + 2, card.height + 2, 0.1 * card.width)
            pen.stroke(outline, self.mark, pixels(5), closed=True)
        whole = pen.done()
        rim = whole.copy()
        whole.alpha_composite(card, (room, room))
        whole.alpha_composite(rim)
        if self.mark == GOLD:
            star = cards.wild_star(pixels(0.34 * self.wide))
            whole.alpha_composite(star, (room + round(0.65 * fine), room + round(0.01 * fine)))
        if self.mask:
            _masked(whole, fine, room)
        return whole

    def lay(self, canvas: Canvas, x: float, y: float, turned: float = 0) -> None:
        """Lay it with its middle there, turned clockwise by degrees, with its shadow."""
        shade = _turned(cards.shadow(pixels(self.wide)), turned)
        canvas.image.paste("#000000", _corner(shade, x, y), shade)
        card = _turned(self.sprite(canvas), turned)
        canvas.image.paste(card, _corner(card, x, y), card)


def _turned(image: Image.Image, turned: float) -> Image.Image:
    """An image turned clockwise by degrees."""
    return image.rotate(-turned, Image.Resampling.BICUBIC, expand=True)


def _corner(image: Image.Image, x: float, y: float) -> tuple[int, int]:
    """Where the upper left corner of an image lies whose middle is there."""
    return round(x * SCALE - image.width / 2), round(y * SCALE - image.height / 2)


def _masked(card: Image.Image, wide: int, room: int) -> None:
    """Put the emblem of C.R.A.P. before a queen's eyes."""
    pen = Pen(120, 120, 0.547 * wide / 100).at(60, 60)
    EMBLEMS["crap"](pen, "#16090D", "#F2C6A0")
    mask = pen.done()
    card.alpha_composite(
        mask, (room + round(0.613 * wide - mask.width / 2), room + round(0.773 * wide - mask.height / 2))
    )


def _around(
    middle: tuple[float, float], far: float, wide: float, turned: float
) -> tuple[float, float, float]:
    """Where the middle of a card lies whose upper edge is so far from a point, and its angle."""
    reach = far - 0.7 * wide
    return middle[0] + reach * sin(radians(turned)), middle[1] - reach * cos(radians(turned)), turned


def _crap(canvas: Canvas) -> None:
    for turned in (-25, 25):
        Leaf(BACK, 118).lay(canvas, *_around((462, 360), 310, 118, turned))
    Leaf("QH", 150, mask=True).lay(canvas, 463, 127, 4)


def _skrap(canvas: Canvas) -> None:
    robot(canvas, ("KS", "JH"), (13, 11), (336, 62), (92, 68))


def _craits(canvas: Canvas) -> None:
    for card, x, y, turned in (
        ("2S", 330, 22, -20),
        ("5D", 524, 14, 20),
        ("9C", 338, 132, -8),
        ("10H", 508, 134, 10),
    ):
        Leaf(card, 78).lay(canvas, x + 39, y + 55, turned)
    Leaf("8H", 124, mark=canvas.theme.accent).lay(canvas, 462, 121, 5)


def _crazy_rummy(canvas: Canvas) -> None:
    for card, turned in (("9D", -17), ("9H", 17)):
        Leaf(card, 112).lay(canvas, *_around((476, 420), 340, 112, turned))
    Leaf("6S", 120, mark=GOLD).lay(canvas, *_around((476, 420), 388, 120, 0))


def _crapette(canvas: Canvas) -> None:
    for names, left, turned in ((("QD", "JC", "10H"), 318, -6), (("KS", "QH", "JS"), 506, 6)):
        middle = left + 44, 130
        for place, card in enumerate(names):
            down = 26 + 42 * place + 61.6 - middle[1]
            x = middle[0] - down * sin(radians(turned))
            y = middle[1] + down * cos(radians(turned))
            Leaf(card, 88, run="column" if place == 2 else "covered").lay(canvas, x, y, turned)
    canvas.box((401.5, 73.5, 109, 109), 54.5, canvas.theme.accent)
    canvas.box((406.5, 78.5, 99, 99), 49.5, canvas.theme.low)
    canvas.emblem(456, 129, 74, canvas.theme.accent, canvas.theme.low)


def _backs(canvas: Canvas) -> None:
    for turned in (-20, 0, 20):
        Leaf(BACK, 112).lay(canvas, *_around((456, 400), 330, 104, turned))


Art = Callable[[Canvas], None]
_OWN: Final[Mapping[str, Art]] = {
    "crap": _crap,
    "skrap": _skrap,
    "craits": _craits,
    "crazy-rummy": _crazy_rummy,
    "crapette": _crapette,
}
ART: Final = Looks(_OWN, _backs)


FACTS: Final = (26, 24)
"""Sizes of the line about players and minutes."""
BESIDE_ART: Final = 290
"""The room for lines beside the still life."""


def cover(plan: CoverPlan, notes: list[Mark] | None = None) -> Canvas:
    """Emblem, name, mood, players and minutes, and what the game is about as a still life."""
    canvas = Canvas(HIGH, plan.game, notes=notes)
    theme = canvas.theme
    canvas.image.paste(ray_ground(plan.game, HIGH, 460, 130, 0.05, across=True), (0, 0))
    ART[plan.game](canvas)
    canvas.box((0, HIGH - 3, WIDE, 3), 0, theme.accent)
    canvas.emblem(42, 38, 48, theme.accent, theme.top)
    room = 20 + BESIDE_ART - 76
    size = next((one for one in NAMES if canvas.measure(plan.name, one, "Cover") <= room), NAMES[-1])
    canvas.text(76, 39, plan.name, size, WHITE, weight="Cover", room=room + 10)
    for place, line in enumerate(plan.mood[:2]):
        canvas.text(20, 80 + 31 * place, line, 28, theme.quiet, weight="Regular", room=BESIDE_ART)
    fine = next((one for one in FACTS if canvas.measure(plan.facts, one) <= BESIDE_ART), FACTS[-1])
    canvas.text(20, 143, plan.facts, fine, WHITE, room=BESIDE_ART)
    return canvas


def strip(plan: StripPlan, notes: list[Mark] | None = None) -> Canvas:
    """A small cover for each game, side by side, with emblem and name."""
    canvas = Canvas(STRIP_HIGH, plan.games[0][0], notes=notes)
    wide = WIDE / max(1, len(plan.games))
    for place, (game, name) in enumerate(plan.games):
        left, right = pixels(place * wide), pixels((place + 1) * wide)
        small = _small(game, right - left)
        canvas.image.paste(small, (left, 0))
        fine, lines = writing.fitted(name, (wide - 8) * SCALE, [pixels(30), pixels(26)], "Bold", 2)
        for line, text in enumerate(lines):
            canvas.text((place + 0.5) * wide, 88 + 32 * line, text, fine / SCALE, WHITE, align="middle")
    return canvas


@lru_cache(maxsize=8)
def _small(game: str, wide: int) -> Image.Image:
    """A game's part of the strip: ground with rays, emblem."""
    ground = ray_ground(game, STRIP_HIGH, 300, 60, 0.07)
    left = (ground.width - wide) // 2
    part = ground.crop((left, 0, left + wide, ground.height))
    canvas = Canvas(STRIP_HIGH, game)
    canvas.image.paste(part, (0, 0))
    canvas.emblem(wide / SCALE / 2, 40, 58, canvas.theme.accent, canvas.theme.top)
    return canvas.image.crop((0, 0, wide, ground.height))
