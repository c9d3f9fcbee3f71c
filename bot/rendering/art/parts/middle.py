"""The middle of the table, on the right of a stage."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit import cards, colours
from bot.rendering.art.kit.avatars import avatar
from bot.rendering.art.kit.canvas import WIDE, Canvas, pixels
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.colours import GOLD, SUITS, WHITE, mixed
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import burst, sign
from bot.rendering.art.palette import Deck
from bot.rendering.art.parts import pieces
from bot.rendering.art.plan import BACK, Bot, CardPile, Die, Middle, Played, Wanted

RIGHT: Final = 582
PILE: Final = 78
SMALL_PILE: Final = 66
WANTED: Final = 84
DIE: Final = 84
PLAYED: Final = 116
UNDER: Final = 76
"""The visible width of the turned card under the last one."""
BOT: Final = 98
BOT_GAP: Final = 76
WRECK: Final = 48


def left_edge(middle: Sequence[Middle]) -> float:
    """Return the left edge of the middle of the table."""
    return min((x for x, _ in _places(middle)), default=WIDE - 6)


def draw(canvas: Canvas, middle: Sequence[Middle], high: float) -> None:
    """Draw the middle of the table on a stage of this height."""
    for (x, wide), one in zip(_places(middle), middle, strict=True):
        match one:
            case CardPile():
                top = 28 if wide == SMALL_PILE else (high - 3 - 1.4 * wide) / 2
                card_pile(canvas, one, x, top, wide)
            case Wanted():
                _wanted(canvas, one, x, (high - 3 - 1.4 * WANTED) / 2)
            case Die():
                canvas.lay(x, (high - 3 - DIE) / 2, pieces.die, one.number, pixels(DIE))
            case Played():
                _played(canvas, one, x)
            case Bot():
                _bot(canvas, one, x, 108 if one.crowned else 46 if one.beaten else 66)


def _places(middle: Sequence[Middle]) -> list[tuple[float, float]]:
    """Return the left edge and the width of each thing, placed from the right."""
    pile_wide = SMALL_PILE if any(isinstance(one, Played | Bot) for one in middle) else PILE
    places: list[tuple[float, float]] = []
    x: float = RIGHT + 16
    for one in reversed(middle):
        wide, gap = _room(one, pile_wide)
        x -= wide + gap
        places.append((x, wide))
    return places[::-1]


def _room(one: Middle, pile_wide: int) -> tuple[float, float]:
    """Return the width of a thing and the gap to its right."""
    match one:
        case CardPile():
            return pile_wide, 16
        case Wanted():
            return WANTED, 22
        case Die():
            return DIE, 22
        case Played():
            return PLAYED + (UNDER if one.under else 0), 28
    return 2 * BOT + BOT_GAP, 16


def card_pile(canvas: Canvas, one: CardPile, x: float, y: float, wide: float) -> None:
    """Draw a pile: two edges under its top, and its number of cards on a pill."""
    high, theme = 1.4 * wide, canvas.theme
    if one.top is None:
        canvas.empty(x, y, wide, high)
    elif one.wild:
        canvas.wild(one.top, x, y, wide)
    else:
        edges = (theme.line, theme.deep) if one.top == BACK else (colours.PAPER_SHADE, colours.PAPER_UNDER)
        if one.count is None or one.count > 1:
            canvas.box((x + 6, y + 6, wide, high), wide / 10, edges[0])
            canvas.box((x + 3, y + 3, wide, high), wide / 10, edges[1])
        canvas.card(one.top, x, y, wide, Look(shadow=False))
    label = one.label or ("" if one.count is None else str(one.count))
    if label:
        canvas.pill(x + wide / 2, y + high - 2, label, 26, GOLD if one.wild else WHITE)


def _wanted(canvas: Canvas, one: Wanted, x: float, y: float) -> None:
    theme = canvas.theme
    look = theme.deep, theme.line, theme.accent
    canvas.centred(x + WANTED / 2, y + 0.7 * WANTED, cards.dashed_card, one.rank, pixels(WANTED), *look)


def _played(canvas: Canvas, one: Played, x: float) -> None:
    """Draw the last card over the one before, with a burst or the named suit at its lower right."""
    theme, right = canvas.theme, x
    if one.under:
        canvas.centred(x + UNDER - 10, 106, _tilted, one.under, pixels(PLAYED - 4), canvas.deck)
        right = x + UNDER
    canvas.card(one.top, right, 28, PLAYED)
    corner = right + PLAYED - 2, 160
    if one.suit:
        canvas.box((corner[0] - 45, corner[1] - 45, 90, 90), 45, theme.low)
        canvas.box((corner[0] - 42, corner[1] - 42, 84, 84), 42, WHITE)
        canvas.centred(*corner, sign, one.suit, pixels(56), SUITS[canvas.deck][one.suit])
    elif one.shout:
        canvas.centred(*corner, burst, pixels(90), theme.accent, theme.low)
        size = 42 if len(one.shout) < 3 else 34
        canvas.text(corner[0] - 1, corner[1], one.shout, size, theme.on_accent, align="middle")


@lru_cache(maxsize=64)
def _tilted(card: str, wide: int, deck: Deck) -> Image.Image:
    """Return the turned card under the one played last."""
    return cards.face(card, wide, deck).rotate(15, Image.Resampling.BICUBIC, expand=True)


def _bot(canvas: Canvas, one: Bot, x: float, y: float) -> None:
    """Draw a robot with a weapon card and an armour card as arms, perhaps above the one that it destroyed."""
    if one.beaten:
        middle = x + BOT + BOT_GAP / 2
        canvas.centred(middle - 26, y + 184, _wreck, canvas.game, pixels(WRECK))
        canvas.centred(middle + 26, y + 183, avatar, one.beaten, pixels(44), canvas.game)
    robot(canvas, (one.weapon, one.armour), (one.weapon_value, one.armour_value), (x, y))
    if one.avatar:
        canvas.centred(x + BOT + BOT_GAP / 2, y + 92, avatar, one.avatar, pixels(64), canvas.game)
    if one.crowned:
        canvas.sign("crown", (x + BOT + BOT_GAP / 2, y - 72), 70, GOLD)


@lru_cache(maxsize=2)
def _wreck(game: str, wide: int) -> Image.Image:
    """Return the emblem fallen over, with a crack."""
    look = look_of(game)
    pen = Pen(120, 120, wide / 100).at(60, 60, turned=-32)
    look.emblem(pen, mixed(look.theme.accent, look.theme.low, 0.75), look.theme.low)
    pen.line("M8-36L-4-16L8-4L-6 14L4 24L-2 40", look.theme.low, 5)
    return pen.done()


def robot(
    canvas: Canvas,
    arms: tuple[str, str],
    values: tuple[int, int],
    at: tuple[float, float],
    size: tuple[float, float] = (BOT, BOT_GAP),
) -> None:
    """Draw a robot between its two cards, with their values. `size` is a card's width and the gap."""
    (x, y), (wide, gap), theme = at, size, canvas.theme
    mid, low = x + wide + gap / 2, y + 1.4 * wide
    canvas.box((mid - gap / 2 - 6, y + 52, gap + 12, 1.4 * wide - 62), 10, theme.slot)
    for place in range(3):
        canvas.box((mid - 18, y + 74 + 18 * place, 36, 8), 4, theme.low)
    canvas.card(arms[0], x, y, wide)
    canvas.card(arms[1], x + wide + gap, y, wide)
    canvas.emblem(mid, y + 6, 0.9 * wide, theme.accent, "#20130A")
    for middle, name, value in (
        (x + wide / 2, "sword", values[0]),
        (x + 1.5 * wide + gap, "shield", values[1]),
    ):
        canvas.box((middle - 53, low - 25, 106, 48), 24, theme.accent)
        canvas.box((middle - 50, low - 22, 100, 42), 21, colours.PILL)
        canvas.sign(name, (middle - 23, low - 1), 32, theme.accent)
        canvas.text(middle + 19, low - 1, str(value), 36, WHITE, align="middle")
