"""The end of a game: the winner's avatar and cards under a crown, every result, and the best moment."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.fonts import printable
from bot.rendering.art.kit.avatars import avatar
from bot.rendering.art.kit.canvas import MARGIN, SCALE, WIDE, Canvas, Mark, fitted, pixels
from bot.rendering.art.kit.colours import GOLD, ON_GOLD, PILL, WHITE
from bot.rendering.art.kit.fans import Spread, fan
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.outlines import Box, Point
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import SIGNS, worn_crown
from bot.rendering.art.parts.grounds import ray_ground, stage_ground
from bot.rendering.art.parts.table import FOOT, foot
from bot.rendering.art.plan import BACK, EndingPlan, Highlight, Ranked

STAGE: Final = 232
AVATAR: Final[Point] = (116, 92)
AVATAR_SIZE: Final = 94
FANS: Final = {1: (64, 0.0, 182), 2: (64, 14.0, 180), 3: (62, 12.0, 178), 4: (58, 11.0, 176)}
"""The width, degrees and middle of the winner's cards below the avatar, by their number. All are legible."""
RADIUS: Final = 240
"""The distance between the middle of a card and the point around which it's turned."""
WORDS: Final[Box] = (240, 40, 344, 160)
HEADLINES: Final = (64, 60, 56, 52, 48, 44)
LINE: Final = 34
CONFETTI: Final = (
    *((256, 22, "D", 20), (330, 214, "H", 22), (420, 24, "S", 26), (516, 16, "H", 20), (576, 30, "C", 22)),
    *((560, 212, "D", 24), (458, 216, "S", 18), (20, 26, "H", 24), (26, 96, "C", 26), (204, 62, "S", 22)),
)
"""Raining suits, clear of words, avatar and cards: the middle, the suit and its size."""
ROW: Final = 58
LOW_ROW: Final = 46
MAX_AVATARS: Final = 3
"""The most avatars of players who share the win."""
MIN_TWO_COLUMNS: Final = 7
"""The least number of players with two columns."""
BETWEEN: Final = 6
HIGHLIGHT: Final = 92
BEST: Final = Spread(pixels(44), 8.0, pixels(150))
"""The fan of a highlight's cards."""


def ending(plan: EndingPlan, notes: list[Mark] | None = None) -> Canvas:
    """Return the picture of a game's end."""
    count = len(plan.ranking)
    lines, row = (count, ROW) if count < MIN_TWO_COLUMNS else ((count + 1) // 2, LOW_ROW)
    high = STAGE + 10 + lines * (row + BETWEEN) + (HIGHLIGHT + 8 if plan.highlight else 0) + FOOT
    canvas = Canvas(high, plan.game, notes=notes)
    _stage(canvas, plan)
    wide = WIDE - 2 * MARGIN if count < MIN_TWO_COLUMNS else (WIDE - 2 * MARGIN - BETWEEN) / 2
    for place, one in enumerate(plan.ranking):
        column, line = divmod(place, lines)
        box = MARGIN + column * (wide + BETWEEN), STAGE + 10 + line * (row + BETWEEN), wide, row
        _row(canvas, one, box, is_wide=count < MIN_TWO_COLUMNS)
    top = STAGE + 10 + lines * (row + BETWEEN)
    if plan.highlight:
        _highlight(canvas, plan.highlight, top)
        top += HIGHLIGHT + 8
    foot(canvas, plan.foot, top - 1)
    return canvas


def _stage(canvas: Canvas, plan: EndingPlan) -> None:
    """Draw the words, and the winners among raining suits. If nobody has won, draw two backs and a pause."""
    winners = [one.avatar for one in plan.ranking if one.won]
    if winners:
        canvas.lay(0, 0, _rain, plan.game)
        if len(winners) == 1:
            _winner(canvas, plan, winners[0])
        else:
            _winners(canvas, winners[:MAX_AVATARS])
    else:
        canvas.lay(0, 0, stage_ground, plan.game, STAGE)
        _pause(canvas)
    x, top, wide, high = WORDS
    size, lines = fitted(plan.headline, wide, HEADLINES)
    if size == fitted("", wide, HEADLINES[-1:])[0]:
        _, lines = fitted(plan.headline, wide, HEADLINES[-1:], 2)
    _, below = fitted(plan.line, wide, (28,), 2, "Regular")
    y = top + (high - len(lines) * size - len(below) * LINE) / 2 + size / 2
    for line in lines:
        canvas.text(x, y, line, size, WHITE, room=wide)
        y += size
    y += (LINE - size) / 2 + 4
    for line in below:
        canvas.text(x, y, line, 28, canvas.theme.quiet, weight="Regular", room=wide)
        y += LINE


def _winners(canvas: Canvas, avatars: Sequence[str]) -> None:
    """Draw the avatars of several winners side by side, each with a crown."""
    apart = 84 if len(avatars) == 2 else 68
    size = 92 if len(avatars) == 2 else 76
    for place, one in enumerate(avatars):
        x = AVATAR[0] + (place - (len(avatars) - 1) / 2) * apart
        canvas.centred(x, 136, avatar, one, pixels(size), canvas.game)
        canvas.centred(x, 136 - size / 2 - 12, worn_crown, pixels(40), GOLD, PILL)


def _winner(canvas: Canvas, plan: EndingPlan, winner: str) -> None:
    """Draw one winner's avatar with a crown and the winning cards."""
    x, y = AVATAR
    canvas.centred(x, y, avatar, winner, pixels(AVATAR_SIZE), plan.game)
    canvas.centred(x, y - AVATAR_SIZE / 2 - 10, worn_crown, pixels(50), GOLD, PILL)
    if not plan.cards:
        return
    wide, turn, y = FANS.get(len(plan.cards), FANS[4])
    spread = Spread(pixels(wide), turn, pixels(RADIUS))
    canvas.centred(x, y, fan, plan.cards, spread, plan.game, canvas.deck, plan.wild)
    for card in plan.cards:
        canvas.note(Mark("card", x - wide / 2, y - 0.7 * wide, wide, 1.4 * wide, card))


def _pause(canvas: Canvas) -> None:
    spread = Spread(pixels(76), 24, pixels(96))
    canvas.centred(120, 126, fan, (BACK, BACK), spread, canvas.game, canvas.deck)
    canvas.centred(120, 182, _pause_sign, canvas.game, pixels(56))


@lru_cache(maxsize=8)
def _pause_sign(game: str, wide: int) -> Image.Image:
    """Return two bars on a dark disc."""
    pen = Pen(60, 60, wide / 56).at(30, 30)
    pen.disc(0, 0, 28, look_of(game).theme.line)
    pen.disc(0, 0, 25, PILL)
    for x in (-11, 3):
        pen.box((x, -12, 8, 24), 3, WHITE)
    return pen.done()


@lru_cache(maxsize=5)
def _rain(game: str) -> Image.Image:
    """Return the ground of the stage with raining suits. It's shared."""
    ground = ray_ground(game, STAGE, *map(int, AVATAR), 0.07).copy()
    pen = Pen(WIDE, STAGE, SCALE)
    for place, (x, y, suit, size) in enumerate(CONFETTI):
        colour = look_of(game).theme.accent if place % 2 else GOLD
        SIGNS[suit](pen.at(x, y, size / 100, place * 37 % 60 - 30), colour, colour)
    suits = pen.done()
    ground.paste(suits, (0, 0), suits)
    return ground


def _row(canvas: Canvas, one: Ranked, box: Box, *, is_wide: bool) -> None:
    """Draw a player's rank, avatar, name and points: a winner's on gold, the viewer's in a frame."""
    x, y, wide, high = box
    theme, middle = canvas.theme, y + high / 2
    ink, quiet = (ON_GOLD, "#5A4200") if one.won else (WHITE, theme.quiet)
    canvas.box(box, 13, GOLD if one.won else theme.panel)
    if one.own:
        canvas.rim((x + 3, y + 3, wide - 6, high - 6), ON_GOLD if one.won else theme.accent, 4, 10)
    size = 46 if is_wide else 38
    pad, gap = (8, 12) if is_wide else (4, 6)
    left = x + pad
    if one.rank:
        canvas.text(
            left + 17, middle, one.rank, 32 if is_wide else 28, ink if one.won else quiet, align="middle"
        )
        left += 38 if is_wide else 33
    canvas.centred(left + size / 2, middle, avatar, one.avatar, pixels(size), canvas.game)
    left += size + gap
    right = x + wide - (16 if is_wide else 10)
    right -= gap + canvas.text(right, middle, one.points, 36 if is_wide else 28, ink, align="right")
    chip = canvas.measure(one.own, 24) + 34 if one.own and is_wide else 0
    shown = printable(one.name) or one.unnamed
    note = canvas.measure(one.note, 26, "Regular") if one.note and is_wide else 0
    if note and note + 14 + chip + canvas.measure(shown, 34) <= right - left:
        canvas.text(right, middle, one.note, 26, quiet, align="right", weight="Regular")
        right -= note + 14
    sizes = (34, 32, 30, 28, 26) if is_wide else (30, 28, 26, 24)
    left += canvas.text(left, middle, shown, sizes, ink, room=right - left - chip)
    if chip:
        own = left + 12, middle - 17, chip - 14, 34
        canvas.box(own, 17, ON_GOLD if one.won else theme.accent)
        canvas.text(
            own[0] + own[2] / 2, middle, one.own, 24, GOLD if one.won else theme.on_accent, align="middle"
        )


def _highlight(canvas: Canvas, one: Highlight, y: float) -> None:
    """Draw the best moment's title and event, with its cards or the game's emblem."""
    theme = canvas.theme
    canvas.box((MARGIN, y, WIDE - 2 * MARGIN, HIGHLIGHT), 15, theme.slot)
    middle = MARGIN + 66, y + HIGHLIGHT / 2
    if one.cards:
        canvas.centred(*middle, fan, one.cards, BEST, canvas.game, canvas.deck, one.wild)
    else:
        canvas.emblem(*middle, 62, theme.accent, theme.slot)
    left = MARGIN + 132
    room = WIDE - MARGIN - 14 - left
    canvas.text(left, y + 30, one.first, 30, WHITE, room=room)
    canvas.text(left, y + 64, one.second, (28, 26, 24), theme.quiet, weight="Regular", room=room)
