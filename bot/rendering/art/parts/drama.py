"""The newest event as a picture, in the middle of a stage: fans, masks, dice, matches."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from PIL import Image

from bot.rendering.art.dramas import (
    Bars,
    Caught,
    Counted,
    Drama,
    Fanned,
    Matched,
    Portrait,
    Proven,
    Shared,
    Swept,
    Turned,
)
from bot.rendering.art.kit import cards
from bot.rendering.art.kit.canvas import Canvas, Mark, pixels
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.cards import RATIO
from bot.rendering.art.kit.colours import GOLD, PILL
from bot.rendering.art.kit.fans import Spread, fan
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.outlines import Box
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour
from bot.rendering.art.parts import portraits
from bot.rendering.art.parts.pieces import die
from bot.rendering.art.parts.portraits import BURST, LEFT, MIDDLE, RIGHT, TRIUMPHS, disc, shout
from bot.rendering.art.plan import BACK, CardPile, Middle, Played

HIGH: Final = 204
PILE: Final = 46
PILE_X: Final = 536
MANY_PILES: Final = 3
HALF_PILE: Final = 46
"""The height of each pile if there are `MANY_PILES` or more."""
FANS: Final = {1: (104, 0.0), 2: (100, 14.0), 3: (98, 14.0), 4: (90, 11.2)}
"""The width and degrees of fanned cards, by their number. More of them are closer."""
RADIUS: Final = 249
LOST: Final = 84
MAX_SWEPT: Final = 5


def draw(canvas: Canvas, one: Drama) -> None:
    """Draw an event on the stage."""
    DRAW[type(one)](canvas, one)


def has_rays(one: Drama | None) -> bool:
    """Whether rays lie behind an event."""
    return isinstance(one, Portrait) and one.mood in TRIUMPHS


def piles(canvas: Canvas, middle: Sequence[Middle], high: float, seen: Drama) -> None:
    """Draw the table's piles small at the right edge, but not the last card played if the event shows it."""
    shown = [one for one in middle if isinstance(one, CardPile | Played) and not _is_seen(one, seen)]
    each = RATIO * PILE if len(shown) < MANY_PILES else HALF_PILE
    gap = (high - 3 - len(shown) * each) / (len(shown) + 1)
    for place, one in enumerate(shown):
        y = gap + place * (each + gap) - 4
        _pile(canvas, one, (PILE_X, y, PILE, each))
        low = PILE_X + PILE / 2, y + each - 2
        if isinstance(one, CardPile) and one.count is not None:
            canvas.pill(*low, str(one.count), 24)
        elif isinstance(one, Played) and one.suit:
            canvas.centred(*low, disc, one.suit, pixels(34), canvas.deck)


def _pile(canvas: Canvas, one: CardPile | Played, box: Box) -> None:
    """Draw a pile's card, or its upper part if there are many piles."""
    x, y, wide, high = box
    if one.top is None:
        canvas.empty(*box)
    elif high < RATIO * wide:
        canvas.upper(one.top, *box)
    else:
        canvas.card(one.top, x, y, wide, Look(shadow=False))
    if isinstance(one, CardPile) and one.wild:
        canvas.rim(box, GOLD, 4, 8)


def _is_seen(one: CardPile | Played, drama: Drama) -> bool:
    """Whether an event shows the last card played, and the suit that was named with it."""
    if isinstance(one, CardPile) or (one.suit and not (isinstance(drama, Portrait) and drama.suit)):
        return False
    match drama:
        case Portrait(cards=cards) | Counted(cards=cards):
            return one.top in cards
        case Turned(card=card):
            return one.top == card
    return False


def _fanned(canvas: Canvas, one: Fanned) -> None:
    count = len(one.cards)
    wide, turn = FANS.get(count, (84, 36 / max(1, count - 1)))
    spread = Spread(pixels(wide), turn, pixels(RADIUS))
    x, y = MIDDLE
    canvas.centred(x, y, fan, one.cards, spread, canvas.game, canvas.deck, one.wild)
    for card in one.cards:
        canvas.note(Mark("card", x - wide / 2, y - 0.7 * wide, wide, RATIO * wide, card))
    shout(canvas, (486, 150), one.burst)


def _counted(canvas: Canvas, one: Counted) -> None:
    """Draw the earlier cards small and overlapping, the last one large with a rim."""
    wide, last, count = 80, 96, len(one.cards)
    step = min(40.0, (RIGHT - LEFT - last - 30) / max(1, count - 1))
    left = (LEFT + RIGHT - last - step * (count - 1)) / 2 - 10
    for place, card in enumerate(one.cards[:-1]):
        canvas.card(card, left + place * step, 48, wide, Look(shadow=place > 0))
    x = left + (count - 1) * step
    for card in one.cards[-1:]:
        canvas.card(card, x, 30, last)
        canvas.rim((x, 30, last, RATIO * last), canvas.theme.accent, radius=10)
    shout(canvas, (min(x + last + 6, BURST[0]), BURST[1] - 2), one.burst)


def _caught(canvas: Canvas, one: Caught) -> None:
    theme = canvas.theme
    look = theme.deep, theme.line, theme.accent
    x = 318 if one.lost else MIDDLE[0]
    canvas.centred(x, 96, cards.dashed_card, one.rank, pixels(92), *look)
    canvas.centred(x, 118, _torn_mask, canvas.game, pixels(108))
    _lost_card(canvas, one.lost)


def _proven(canvas: Canvas, one: Proven) -> None:
    x = 272 if one.lost else MIDDLE[0] - 46
    canvas.card(one.card, x, 44, 96)
    canvas.rim((x, 44, 96, RATIO * 96), canvas.theme.accent, radius=10)
    canvas.emblem(x + 86, 50, 72, canvas.theme.accent, canvas.theme.deep)
    canvas.box((x + 70, 146, 44, 44), 22, PILL)
    canvas.box((x + 73, 149, 38, 38), 19, canvas.theme.accent)
    canvas.sign("check", (x + 92, 168), 24, canvas.theme.on_accent)
    _lost_card(canvas, one.lost)


def _lost_card(canvas: Canvas, card: str | None) -> None:
    """Draw a card on its way to the discard pile."""
    if card is None:
        return
    canvas.centred(458, 92, fan, (card,), Spread(pixels(LOST), 0, 0), canvas.game, canvas.deck)
    canvas.note(Mark("card", 416, 33, LOST, RATIO * LOST, card))
    canvas.centred(490, 172, _arrow, canvas.theme.accent, pixels(54))


def _swept(canvas: Canvas, one: Swept) -> None:
    """Draw the hand as backs in an arc, as many as there's room for, over the dice."""
    if backs := (BACK,) * min(one.count, MAX_SWEPT):
        spread = Spread(pixels(56), 17, pixels(120))
        canvas.centred(MIDDLE[0], 62, fan, backs, spread, canvas.game, canvas.deck)
    step, y = 84, 148 if one.count else MIDDLE[1]
    for place, number in enumerate(one.dice):
        x = MIDDLE[0] + (place - (len(one.dice) - 1) / 2) * step
        canvas.centred(x, y, die, number, pixels(66), -12 if place % 2 == 0 else 10)


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
            canvas.dim(x, y, wide, 0.45)
    for place, matches in enumerate(one.matches):
        if matches:
            canvas.pill(left + place * step + 20, 152, str(matches), 24)


@lru_cache(maxsize=8)
def _arrow(colour: Colour, wide: int) -> Image.Image:
    """Return an arrow to the discard pile."""
    pen = Pen(64, 40, wide / 64).at(32, 20)
    pen.line("M-24 0C-10 12 4 10 12-2", colour, 7)
    pen.path("M2-10L24-16L20 8Z", colour)
    return pen.done()


@lru_cache(maxsize=8)
def _torn_mask(game: str, wide: int) -> Image.Image:
    """Return the emblem torn in two halves, which fall apart."""
    theme, look = look_of(game).theme, look_of(game)
    tear = ((2, -60), (-7, -22), (6, -8), (-6, 6), (5, 20), (-2, 60))
    pen = Pen(150, 120, wide / 100)
    for side, x, y, turned in ((-1, 75 - 18, 56, -24), (1, 75 + 18, 64, 28)):
        half = pen.at(x, y, turned=turned)
        outline = (*tear, (70 * side, 60), (70 * side, -60))
        half.inside(outline, lambda inside: look.emblem(inside, PILL, PILL))
        half.inside(outline, lambda inside: look.emblem(inside.at(0, 0, 0.94), theme.accent, theme.deep))
    return pen.done()


DRAW: Final[Mapping[type[Drama], Callable[[Canvas, Any], None]]] = {
    Fanned: _fanned,
    Caught: _caught,
    Proven: _proven,
    Swept: _swept,
    Matched: _matched,
    Counted: _counted,
    Portrait: portraits.portrait,
    Turned: portraits.turned,
    Shared: portraits.shared,
    Bars: portraits.bars,
}
"""The functions that draw each kind of event on a stage."""
