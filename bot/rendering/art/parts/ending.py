"""The end of a game: the winner under a crown, everybody's result with a bar, what is worth remembering."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.fonts import printable
from bot.rendering.art.kit import writing
from bot.rendering.art.kit.canvas import GAP, MARGIN, SCALE, WIDE, Canvas, Mark, pixels
from bot.rendering.art.kit.colours import GOLD, ON_GOLD, WHITE
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import SIGNS
from bot.rendering.art.parts import pieces
from bot.rendering.art.parts.grounds import ray_ground
from bot.rendering.art.parts.table import FOOT, foot
from bot.rendering.art.plan import EndingPlan, Highlight, Ranked

STAGE: Final = 230
BAR_WIDE: Final = WIDE - 2 * MARGIN
FIRST: Final = 68
OTHERS: Final = 56
HIGHLIGHT: Final = 112
HEADLINES: Final = (64, 54, 46, 38)
CONFETTI: Final = (
    *((60, 60, "H"), (120, 150, "S"), (84, 200, "D"), (180, 50, "C"), (520, 70, "S")),
    *((470, 160, "H"), (556, 150, "C"), (420, 44, "D"), (36, 130, "C"), (566, 206, "H")),
)


def ending(plan: EndingPlan, notes: list[Mark] | None = None) -> Canvas:
    """The whole picture."""
    bars = sum(_bar_high(one) + GAP for one in plan.ranking)
    high = STAGE + 12 + bars + (HIGHLIGHT + 12 if plan.highlights else 0) + FOOT
    canvas = Canvas(high, plan.game, notes=notes)
    _stage(canvas, plan)
    top: float = STAGE + 12
    for one in plan.ranking:
        _bar(canvas, one, top)
        top += _bar_high(one) + GAP
    if plan.highlights:
        for place, highlight in enumerate(plan.highlights[:2]):
            _highlight(canvas, highlight, MARGIN + 288 * place, top + 4)
        top += HIGHLIGHT + 12
    foot(canvas, plan.foot, top - 1)
    return canvas


def _bar_high(one: Ranked) -> int:
    return FIRST if one.won else OTHERS


def _stage(canvas: Canvas, plan: EndingPlan) -> None:
    """Crown and winner among suits that rain; no crown where nobody has won."""
    canvas.lay(0, 0, _rain, plan.game)
    won = any(one.won for one in plan.ranking)
    if won:
        canvas.sign("crown", (WIDE / 2, 72), 110, GOLD)
    sizes = [pixels(one) for one in HEADLINES]
    fine, (line,) = writing.fitted(plan.headline, (WIDE - 80) * SCALE, sizes, "Bold", 1)
    canvas.text(WIDE / 2, 150 if won else 110, line, fine / SCALE, WHITE, align="middle")
    y = 202 if won else 166
    canvas.text(
        WIDE / 2, y, plan.line, 28, canvas.theme.quiet, align="middle", weight="Regular", room=WIDE - 40
    )


@lru_cache(maxsize=5)
def _rain(game: str) -> Image.Image:
    """The ground of the stage with its suits; it is shared."""
    ground = ray_ground(game, STAGE, 300, 96, 0.07).copy()
    pen = Pen(WIDE, STAGE, SCALE)
    for place, (x, y, suit) in enumerate(CONFETTI):
        colour = look_of(game).theme.accent if place % 2 else GOLD
        turned = place * 37 % 60 - 30
        SIGNS[suit](pen.at(x, y, (26 + place % 3 * 8) / 100, turned), colour, colour)
    suits = pen.done()
    ground.paste(suits, (0, 0), suits)
    return ground


def _bar(canvas: Canvas, one: Ranked, y: float) -> None:
    """Rank, name and points on a bar as long as the points are many."""
    theme, high, middle = canvas.theme, _bar_high(one), y + _bar_high(one) / 2
    canvas.box((MARGIN, y, BAR_WIDE, high), 14, GOLD if one.won else theme.panel)
    if not one.won and one.share > 0:
        canvas.box((MARGIN, y, max(28, BAR_WIDE * min(1, one.share)), high), 14, theme.slot)
    ink = ON_GOLD if one.won else WHITE
    sizes = (40, 42, 44) if one.won else (32, 34, 36)
    canvas.text(46, middle, one.rank, sizes[0], ink if one.won else theme.quiet, align="middle")
    wide = canvas.text(WIDE - 32, middle, one.points, sizes[2], ink, align="right")
    canvas.text(
        84, middle, printable(one.name) or one.unnamed, sizes[1], ink, room=WIDE - 32 - wide - 16 - 84
    )


def _highlight(canvas: Canvas, one: Highlight, x: float, y: float) -> None:
    """A title, and what it was in one line or two; beside a set where there is one."""
    theme, wide = canvas.theme, 280
    canvas.box((x, y, wide, HIGHLIGHT), 16, theme.slot)
    if one.tile:
        pieces.tiles(canvas, (x + 12, y + 29), (one.tile,), (46, 4), 78)
    left = x + (98 if one.tile else 18)
    room = x + wide - 12 - left
    _, lines = writing.fitted(one.second, room * SCALE, [pixels(26)], "Regular", 2)
    middles = (38, 76) if len(lines) == 1 else (26, 60, 88)
    canvas.text(left, y + middles[0], one.first, 28, WHITE, room=room)
    for middle, line in zip(middles[1:], lines, strict=True):
        canvas.text(left, y + middle, line, 26, theme.quiet, weight="Regular", room=room)
