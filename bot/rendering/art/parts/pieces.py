"""Small pieces that rows and endings share: small open cards, little fans, dots, chips, dice."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.engine.cards import JOKER, RANK_OF, SUIT_OF
from bot.rendering.art.kit import colours
from bot.rendering.art.kit.canvas import SCALE, Canvas, Mark, pixels
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.cards import write
from bot.rendering.art.kit.colours import PAPER, SUITS, WHITE
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import SIGNS
from bot.rendering.art.palette import Deck
from bot.rendering.art.plan import BACK, Chip, ProgressDots

MINI: Final = 54
MINI_HIGH: Final = 42
MINI_GAP: Final = 5
BACK_WIDE: Final = 34
"""The width of a back in a little fan. `STEP` is the distance from one to the next."""
STEP: Final = 15


@lru_cache(maxsize=128)
def _mini(card: str, wide: int, deck: Deck) -> Image.Image:
    """Return a card that shows only its rank and suit, next to each other."""
    pen = Pen(MINI, MINI_HIGH, wide / MINI)
    pen.box((0, 0, MINI, MINI_HIGH), 7, colours.PAPER_SHADE)
    pen.box((1.5, 1.5, MINI - 3, MINI_HIGH - 3), 6, PAPER)
    if card == JOKER:
        SIGNS["star"](pen.at(MINI / 2, MINI_HIGH / 2, 0.3), colours.JOKER, PAPER)
    else:
        ink = SUITS[deck][SUIT_OF[card]]
        write(pen, RANK_OF[card], (15, MINI_HIGH / 2 + 0.356 * 32), 32, ink, most=23)
        SIGNS[SUIT_OF[card]](pen.at(40, MINI_HIGH / 2, 0.22), ink, ink)
    return pen.done()


def mini(canvas: Canvas, card: str, x: float, y: float) -> None:
    """Draw an open card in little room, 54 x 42."""
    canvas.lay(x, y, _mini, card, pixels(MINI), canvas.deck)
    canvas.note(Mark("text", x, y, MINI, 32, card, colours.INK, PAPER))


def minis(canvas: Canvas, x: float, y: float, shown: Sequence[str], room: float) -> float:
    """Draw open cards in lines, then hidden ones as a little fan. Return the y below the last line."""
    each = MINI + MINI_GAP
    per_line = max(1, int((room + MINI_GAP) // each))
    open_cards = [one for one in shown if one != BACK]
    for place, card in enumerate(open_cards):
        line, column = divmod(place, per_line)
        mini(canvas, card, x + column * each, y + line * (MINI_HIGH + 4))
    hidden = len(shown) - len(open_cards)
    line, column = divmod(len(open_cards), per_line)
    if hidden:
        little_fan(canvas, hidden, x + column * each, y + line * (MINI_HIGH + 4) - 3)
    return y + minis_height(shown, room)


def minis_height(shown: Sequence[str], room: float) -> float:
    """Return the height of the cards that `minis` draws."""
    per_line = max(1, int((room + MINI_GAP) // (MINI + MINI_GAP)))
    places = sum(one != BACK for one in shown) + any(one == BACK for one in shown)
    return -(-places // per_line) * (MINI_HIGH + 4)


def little_fan(canvas: Canvas, count: int, x: float, y: float, most: int = 10) -> float:
    """Draw a hand's backs, at most `most`. Return their right edge."""
    shown = min(count, most)
    if not shown:
        return x
    canvas.lay(x, y, _little_fan, canvas.game, shown)
    return x + (shown - 1) * STEP + BACK_WIDE


@lru_cache(maxsize=64)
def _little_fan(game: str, count: int) -> Image.Image:
    theme, high = look_of(game).theme, 1.4 * BACK_WIDE
    pen = Pen((count - 1) * STEP + BACK_WIDE, high, SCALE)
    for place in range(count):
        x = place * STEP
        pen.box((x - 1, 0, BACK_WIDE + 1, high), 4, theme.line)
        pen.box((x + 1.5, 2, BACK_WIDE - 3.5, high - 4), 3, theme.back)
    look_of(game).emblem(pen.at((count - 1) * STEP + BACK_WIDE / 2, high / 2, 0.24), theme.line, theme.back)
    return pen.done()


def dots(canvas: Canvas, x: float, y: float, one: ProgressDots, room: float) -> None:
    """Draw a dot for each head needed. Won ones are lit, new ones white."""
    step = min(17, room / max(1, one.goal))
    for place in range(one.goal):
        lit, fresh = place < one.lit, one.lit - one.fresh <= place < one.lit
        colour = WHITE if fresh else canvas.theme.accent if lit else canvas.theme.slot
        canvas.box((x + step * place, y - 11, max(3, step - 4), 22), 4, colour)


def chip(canvas: Canvas, x: float, y: float, one: Chip, room: float, *, size: int = 26) -> None:
    """Draw a few words in a rounded box, by its left edge."""
    theme = canvas.theme
    ground, ink = (theme.accent, theme.on_accent) if one.loud else (theme.slot, WHITE)
    size = next((s for s in (size, 24) if canvas.measure(one.text, s) + 22 <= room), 24)
    wide, high = min(room, canvas.measure(one.text, size) + 24), 3.7 * size - 59
    canvas.box((x, y - high / 2, wide, high), high / 2, ground)
    canvas.text(x + 12, y, one.text, size, ink, room=wide - 22)


def surge(canvas: Canvas, card: str, x: float, y: float) -> None:
    """Draw a surge card: rank and suit over its bonus, or a back while it's hidden."""
    if card == BACK:
        canvas.card(BACK, x + 9, y, 48, Look(shadow=False))
        return
    canvas.box((x, y, 66, 68), 10, PAPER)
    canvas.box((x, y + 38, 66, 30), 10, canvas.theme.deep)
    canvas.box((x, y + 38, 66, 10), 0, canvas.theme.deep)
    ink = SUITS[canvas.deck][SUIT_OF[card]]
    canvas.text(x + 22, y + 20, RANK_OF[card], 32, ink, align="middle")
    canvas.sign(SUIT_OF[card], (x + 48, y + 20), 25, ink)
    canvas.text(x + 33, y + 54, "+1", 26, WHITE, align="middle")


PIPS: Final = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""The places of a die's pips, numbered like the keys of a telephone."""


@lru_cache(maxsize=24)
def die(number: int, wide: int, turned: int = 0) -> Image.Image:
    """Return a die, perhaps turned by some degrees."""
    pen = Pen(100, 100, wide / 100) if not turned else Pen(124, 124, wide / 100).at(12, 12)
    pen = pen.at(50, 50, turned=turned).at(-50, -50) if turned else pen
    pen.box((0, 0, 100, 100), 18, colours.PAPER_SHADE)
    pen.box((2, 2, 96, 96), 17, PAPER)
    for key in PIPS[number]:
        down, across = divmod(int(key) - 1, 3)
        pen.disc(25 + 25 * across, 25 + 25 * down, 10, colours.INK)
    return pen.done()
