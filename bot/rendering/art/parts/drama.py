"""The newest event as a picture, in the middle of a stage: fans, masks, dice, matches."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit import cards
from bot.rendering.art.kit.canvas import Canvas, Mark, pixels
from bot.rendering.art.kit.cards import RATIO
from bot.rendering.art.kit.colours import PILL
from bot.rendering.art.kit.fans import Spread, fan
from bot.rendering.art.kit.laid import BACK, Look
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.outlines import Point
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import burst
from bot.rendering.art.palette import Colour
from bot.rendering.art.parts.pieces import die
from bot.rendering.art.plan import Caught, Drama, Fanned, Heap, Matched, Proven, Swept

LEFT: Final = 262
"""Where the picture of an event begins."""
RIGHT: Final = 524
HIGH: Final = 204
PILE: Final = 46
PILE_X: Final = 536
FANS: Final = {1: (104, 0.0), 2: (100, 14.0), 3: (98, 14.0), 4: (90, 11.2)}
"""Width and degrees of fanned cards, by their number; more of them are closer."""
RADIUS: Final = 249
LOST: Final = 84
MIDDLE: Final[Point] = (393, 98)


def draw(canvas: Canvas, one: Drama) -> None:
    """Lay an event on the stage."""
    match one:
        case Fanned():
            _fanned(canvas, one)
        case Caught():
            _caught(canvas, one)
        case Proven():
            _proven(canvas, one)
        case Swept():
            _swept(canvas, one)
        case Matched():
            _matched(canvas, one)


def piles(canvas: Canvas, heaps: Sequence[Heap], high: float) -> None:
    """The table's piles, small at the right edge."""
    gap = (high - 3 - len(heaps) * RATIO * PILE) / (len(heaps) + 1) if heaps else 0
    for place, one in enumerate(heaps):
        y = gap + place * (RATIO * PILE + gap) - 4
        if one.top is None:
            canvas.empty(PILE_X, y, PILE, RATIO * PILE)
        else:
            canvas.card(one.top, PILE_X, y, PILE, Look(shadow=False))
        if one.count is not None:
            canvas.pill(PILE_X + PILE / 2, y + RATIO * PILE - 2, str(one.count), 24)


def _fanned(canvas: Canvas, one: Fanned) -> None:
    count = len(one.cards)
    wide, turn = FANS.get(count, (84, 44 / max(1, count - 1)))
    spread = Spread(pixels(wide), turn, pixels(RADIUS))
    x, y = MIDDLE
    canvas.centred(x, y, fan, one.cards, spread, canvas.game, canvas.deck, one.wild)
    for card in one.cards:
        canvas.note(Mark("card", x - wide / 2, y - 0.7 * wide, wide, RATIO * wide, card))
    _burst(canvas, (486, 150), one.burst)


def _caught(canvas: Canvas, one: Caught) -> None:
    theme = canvas.theme
    look = theme.deep, theme.line, theme.accent
    x = 318 if one.lost else MIDDLE[0]
    canvas.centred(x, 96, cards.asked, one.rank, pixels(92), *look)
    canvas.centred(x, 118, _torn_mask, canvas.game, pixels(108))
    _lost(canvas, one.lost)


def _proven(canvas: Canvas, one: Proven) -> None:
    x = 272 if one.lost else MIDDLE[0] - 46
    canvas.card(one.card, x, 44, 96)
    canvas.rim((x, 44, 96, RATIO * 96), canvas.theme.accent, radius=10)
    canvas.emblem(x + 86, 50, 72, canvas.theme.accent, canvas.theme.deep)
    canvas.box((x + 70, 146, 44, 44), 22, PILL)
    canvas.box((x + 73, 149, 38, 38), 19, canvas.theme.accent)
    canvas.sign("check", (x + 92, 168), 24, canvas.theme.on_accent)
    _lost(canvas, one.lost)


def _lost(canvas: Canvas, card: str | None) -> None:
    """A card on its way to the discard pile."""
    if card is None:
        return
    canvas.centred(458, 92, fan, (card,), Spread(pixels(LOST), 0, 0), canvas.game, canvas.deck)
    canvas.note(Mark("card", 416, 33, LOST, RATIO * LOST, card))
    canvas.centred(490, 172, _arrow, canvas.theme.accent, pixels(54))


def _swept(canvas: Canvas, one: Swept) -> None:
    spread = Spread(pixels(56), 17, pixels(120))
    canvas.centred(MIDDLE[0], 62, fan, (BACK,) * 5, spread, canvas.game, canvas.deck)
    step = 84
    for place, number in enumerate(one.dice):
        x = MIDDLE[0] + (place - (len(one.dice) - 1) / 2) * step
        canvas.centred(x, 148, die, number, pixels(66), -12 if place % 2 == 0 else 10)


def _matched(canvas: Canvas, one: Matched) -> None:
    wide, count = 94, len(one.cards)
    step = min(56.0, (RIGHT - LEFT - wide) / max(1, count - 1))
    left = LEFT + (RIGHT - LEFT - wide - step * (count - 1)) / 2
    for place, (card, matches) in enumerate(zip(one.cards, one.matches, strict=True)):
        x, y = left + place * step, 22 if matches else 46
        canvas.card(card, x, y, wide, Look(shadow=place > 0))
        if matches:
            canvas.rim((x, y, wide, RATIO * wide), canvas.theme.accent, radius=10)
        else:
            canvas.dimmed(x, y, wide, 0.45)
    for place, matches in enumerate(one.matches):
        if matches:
            canvas.pill(left + place * step + 20, 152, str(matches), 24)


def _burst(canvas: Canvas, at: Point, text: str) -> None:
    if not text:
        return
    size = 88 if len(text) < 4 else 98
    canvas.centred(*at, burst, pixels(size), canvas.theme.accent, canvas.theme.low)
    fine = 54 if len(text) < 2 else 38 if len(text) < 4 else 32 if len(text) < 5 else 26
    canvas.text(at[0] - 1, at[1], text, fine, canvas.theme.on_accent, align="middle")


@lru_cache(maxsize=8)
def _arrow(colour: Colour, wide: int) -> Image.Image:
    """An arrow to the discard pile."""
    pen = Pen(64, 40, wide / 64).at(32, 20)
    pen.line("M-24 0C-10 12 4 10 12-2", colour, 7)
    pen.path("M2-10L24-16L20 8Z", colour)
    return pen.done()


@lru_cache(maxsize=8)
def _torn_mask(game: str, wide: int) -> Image.Image:
    """The emblem torn in two halves, which fall apart."""
    theme, look = look_of(game).theme, look_of(game)
    tear = ((2, -60), (-7, -22), (6, -8), (-6, 6), (5, 20), (-2, 60))
    pen = Pen(150, 120, wide / 100)
    for side, x, y, turned in ((-1, 75 - 18, 56, -24), (1, 75 + 18, 64, 28)):
        half = pen.at(x, y, turned=turned)
        outline = (*tear, (70 * side, 60), (70 * side, -60))
        half.inside(outline, lambda inside: look.emblem(inside, PILL, PILL))
        half.inside(outline, lambda inside: look.emblem(inside.at(0, 0, 0.94), theme.accent, theme.deep))
    return pen.done()
