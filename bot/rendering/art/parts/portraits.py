"""Avatars on the stage: the players of an event, with its cards."""

from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from PIL import Image

from bot.engine.cards import Suit
from bot.rendering.art.dramas import Bars, Portrait, Shared, Turned
from bot.rendering.art.kit import cards
from bot.rendering.art.kit.avatars import avatar
from bot.rendering.art.kit.canvas import SCALE, Canvas, Mark, pixels
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.cards import RATIO
from bot.rendering.art.kit.colours import GOLD, PILL, SUITS, WHITE
from bot.rendering.art.kit.fans import Spread, fan
from bot.rendering.art.kit.outlines import Point
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import SIGNS, burst, worn_crown
from bot.rendering.art.palette import Colour, Deck

LEFT: Final = 262
"""The left edge of an event's picture."""
RIGHT: Final = 524
MIDDLE: Final[Point] = (393, 98)
AVATAR: Final = 108
CARD: Final = 96
PAIR: Final = 84
"""The size of each of two avatars."""
OVAL: Final[Point] = (112, 70)
"""The distances from the middle to the avatars around a card, across and down."""
BAR: Final = 96
"""The height of the tallest bar."""
BURST: Final[Point] = (492, 160)
CAP: Final = (
    "M36 68C30 52 18 50 10 62C8 40 26 28 44 38C48 26 54 18 58 18C62 18 68 26 72 38C90 28 108 40 106 62"
    "C98 50 86 52 80 68C70 58 46 58 36 68Z"
)
CAP_RIGHT: Final = "M58 18C62 18 68 26 72 38C90 28 108 40 106 62C98 50 86 52 80 68C74 61 66 60 58 60Z"
TRIUMPHS: Final = ("out", "idiot", "champion")
"""The moods with rays behind them."""


def portrait(canvas: Canvas, one: Portrait) -> None:
    """Draw one avatar next to its cards, or two with the cards between them."""
    if len(one.avatars) > 1:
        _pair(canvas, one)
    elif one.mood == "idiot":
        _idiot(canvas, one)
    elif one.mood == "champion":
        _champion(canvas, one)
    else:
        _avatar_and_card(canvas, one)
    shout(canvas, BURST, one.burst)


def _avatar_and_card(canvas: Canvas, one: Portrait) -> None:
    """Draw an avatar, and the card at its right."""
    is_alone = not (one.cards or one.rank)
    size = AVATAR + 10 if one.mood == "out" or is_alone else AVATAR
    x = MIDDLE[0] if is_alone else 322
    canvas.centred(x, MIDDLE[1], avatar, one.avatars[0], pixels(size), canvas.game)
    if one.mood == "skipped":
        canvas.tint(x - size / 2, MIDDLE[1] - size / 2, canvas.theme.top, _veil, size)
    if one.rank:
        theme = canvas.theme
        canvas.centred(
            444, MIDDLE[1], cards.dashed_card, one.rank, pixels(CARD), theme.deep, theme.line, theme.accent
        )
    elif one.cards:
        _card(canvas, one.cards[-1], (392, 30))
    if one.sign:
        _sign(canvas, one, (480, 146))
    if one.suit:
        canvas.centred(486, 152, disc, one.suit, pixels(78), canvas.deck)
    if one.mood == "out":
        canvas.tint(494, 46, canvas.theme.accent, _strokes)


def _pair(canvas: Canvas, one: Portrait) -> None:
    """Draw two avatars, and backs or a card between them."""
    for x, who in zip((LEFT + 44, RIGHT - 44), one.avatars, strict=False):
        canvas.centred(x, MIDDLE[1], avatar, who, pixels(PAIR), canvas.game)
    if one.cards:
        spread = Spread(pixels(60), 18 if len(one.cards) > 1 else 0, pixels(100))
        canvas.centred(*MIDDLE, fan, one.cards, spread, canvas.game, canvas.deck)


def _idiot(canvas: Canvas, one: Portrait) -> None:
    """Draw an avatar under a fool's cap, with the card that was forgotten."""
    for shown in one.cards[-1:]:
        canvas.card(shown, 272, 72, 64)
    canvas.centred(404, 118, avatar, one.avatars[0], pixels(128), canvas.game)
    canvas.centred(404, 46, _cap, pixels(150))


def _champion(canvas: Canvas, one: Portrait) -> None:
    """Draw a crowned avatar in front of the two winning cards."""
    for shown, x in zip(one.cards, (LEFT - 4, RIGHT - CARD + 12), strict=False):
        canvas.card(shown, x, 52, CARD)
    canvas.centred(MIDDLE[0], 112, avatar, one.avatars[0], pixels(PAIR), canvas.game)
    canvas.centred(MIDDLE[0], 56, worn_crown, pixels(46), GOLD, PILL)


def _card(canvas: Canvas, shown: str, at: Point) -> None:
    """Draw the card of an event, with a rim."""
    canvas.card(shown, *at, CARD)
    canvas.rim((*at, CARD, RATIO * CARD), canvas.theme.accent, radius=10)


def _sign(canvas: Canvas, one: Portrait, at: Point) -> None:
    x, y = at
    canvas.box((x - 24, y - 24, 48, 48), 24, PILL)
    canvas.box((x - 21, y - 21, 42, 42), 21, canvas.theme.accent)
    canvas.sign(one.sign, at, 26, canvas.theme.on_accent)


def shout(canvas: Canvas, at: Point, text: str) -> None:
    """Write a gain or a debt in a burst."""
    if not text:
        return
    size = 88 if len(text) < 4 else 98
    canvas.centred(*at, burst, pixels(size), canvas.theme.accent, canvas.theme.low)
    fine = 54 if len(text) < 2 else 38 if len(text) < 4 else 32 if len(text) < 5 else 26
    canvas.text(at[0] - 1, at[1], text, fine, canvas.theme.on_accent, align="middle")


def turned(canvas: Canvas, one: Turned) -> None:
    """Draw avatars on an oval around the card, with arrows in the new direction."""
    size = 52 if len(one.avatars) < 5 else 40
    way = 1 if one.way == "clockwise" else -1
    canvas.centred(*MIDDLE, _ring, canvas.theme.accent, way)
    canvas.card(one.card, MIDDLE[0] - 29, MIDDLE[1] - 36, 58)  # It fits between the avatars above and below.
    for place, who in enumerate(one.avatars):
        angle = 2 * pi * place / len(one.avatars) - pi / 2
        x, y = MIDDLE[0] + OVAL[0] * cos(angle), MIDDLE[1] + 4 + OVAL[1] * sin(angle)
        canvas.centred(x, y, avatar, who, pixels(size), canvas.game)


def shared(canvas: Canvas, one: Shared) -> None:
    """Draw a card of each player with the avatar at its foot."""
    count = len(one.cards)
    wide = 84 if count < 4 else 74
    step = min(wide + 10, (RIGHT - LEFT - wide) / max(1, count - 1))
    left = MIDDLE[0] - (step * (count - 1) + wide) / 2
    for place, card in enumerate(one.cards):
        canvas.card(card, left + place * step, 30, wide, Look(shadow=place > 0))
    for place in one.marked:
        canvas.rim((left + place * step, 30, wide, RATIO * wide), canvas.theme.accent, radius=8)
    for place, who in enumerate(one.avatars):
        x = left + place * step + min(step, wide) / 2
        canvas.centred(x, 30 + RATIO * wide + 8, avatar, who, pixels(44), canvas.game)


def bars(canvas: Canvas, one: Bars) -> None:
    """Draw a bar for each player, the best in the accent, with the avatar at its foot."""
    count, most, theme = len(one.gains), max(1, *one.gains), canvas.theme
    step = min(82, (RIGHT - LEFT + 8) / count)
    wide, face = step - (18 if count < 5 else 4), 48 if count < 5 else min(40, step - 2)
    left = MIDDLE[0] - (step * count - (step - wide)) / 2
    for place, (who, gain) in enumerate(zip(one.avatars, one.gains, strict=True)):
        x, high = left + place * step, BAR * max(0, gain) / most
        canvas.box((x, 152 - high, wide, high + 26), 10, theme.accent if gain == most else theme.back)
        if gain > 0 and (count < 5 or gain == most):
            at = min(max(x + wide / 2, LEFT + 34), RIGHT - 34)
            canvas.text(at, 134 - high, f"+{gain}", 32 if count < 5 else 28, WHITE, align="middle")
        canvas.centred(x + wide / 2, 170, avatar, who, pixels(face), canvas.game)
        canvas.note(Mark("sign", x, 152 - high, wide, high + 26, "bar"))


@lru_cache(maxsize=16)
def disc(suit: Suit, wide: int, deck: Deck) -> Image.Image:
    """Return a suit that was named, on a white disc."""
    pen = Pen(80, 80, wide / 80).at(40, 40)
    pen.disc(0, 0, 39, PILL)
    pen.disc(0, 0, 36, WHITE)
    SIGNS[suit](pen.at(0, 0, 0.48), SUITS[deck][suit], WHITE)
    return pen.done()


@lru_cache(maxsize=4)
def _veil(size: float) -> Image.Image:
    """Return the mask that takes half of an avatar's light."""
    pen = Pen(size, size, SCALE)
    pen.disc(size / 2, size / 2, size / 2, "#FFFFFF")
    return pen.done().getchannel("A").point(lambda light: light // 2)


@lru_cache(maxsize=1)
def _strokes() -> Image.Image:
    """Return three strokes that fly off to the right."""
    pen = Pen(40, 104, SCALE)
    pen.line("M4 14L24 7M6 52L26 52M4 90L24 97", "#FFFFFF", 6)
    return pen.done().getchannel("A")


@lru_cache(maxsize=2)
def _cap(wide: int) -> Image.Image:
    """Return a fool's cap with three bells."""
    pen = Pen(116, 80, wide / 116)
    pen.path(CAP, PILL, swell=6)
    pen.path(CAP, "#7E57E8")
    pen.path(CAP_RIGHT, "#21B59F")
    for x, y in ((10, 65), (106, 65), (58, 13)):
        pen.disc(x, y, 8.5, PILL)
        pen.disc(x, y, 7, GOLD)
    return pen.done()


@lru_cache(maxsize=4)
def _ring(colour: Colour, way: int) -> Image.Image:
    """Return two arrows along an oval. `way` is 1 for clockwise and -1 for the other direction."""
    wide, high = 2 * OVAL[0] + 40, 2 * OVAL[1] + 40
    pen = Pen(wide, high, SCALE).at(wide / 2, high / 2)
    for start in (0.16 * pi, 1.16 * pi):
        angles = [way * (start + step / 20 * 0.62 * pi) for step in range(21)]
        points = [(OVAL[0] * cos(one), OVAL[1] * sin(one)) for one in angles]
        for pair in pairwise(points):
            pen.stroke(pair, colour, 8)
        (x1, y1), (x2, y2) = points[-4], points[-1]
        far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / far, (y2 - y1) / far
        head = ((x2 + 16 * dx, y2 + 16 * dy), (x2 - 14 * dy, y2 + 14 * dx), (x2 + 14 * dy, y2 - 14 * dx))
        pen.fill(head, colour)
    return pen.done()
