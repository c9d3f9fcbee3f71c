"""A table and the hand of the one person at it: the rows, a line between, the cards."""

import msgspec

from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import SCALE, WIDE, Canvas, pixels
from bot.rendering.art.kit.colours import WHITE, mixed
from bot.rendering.art.kit.writing import width
from bot.rendering.art.parts import cards_in_rows, hand, table
from bot.rendering.art.plan import LonePlan

BETWEEN = 44
LINE = 36
"""How much higher it's with words in two lines."""
CLOSER = 8
"""How much nearer the cards lie to the line than to the head of a hand automatically."""
TITLE = 28
LEFT = 20
APART = 20
"""Between the words at both ends of the line."""
FOOTS = (26, 24)
"""Sizes of the table's foot, the first one for which there's room."""


def bands(plan: LonePlan) -> list[Band]:
    """The table without its foot, then a line with the foot, then the hand."""
    *above, _ = table.bands(plan.table)
    small = len(cards_in_rows.lines(plan.hand.sections)) > 1
    line = Band(
        msgspec.json.encode(("between", plan.hand.title, plan.table.foot, plan.table.turning)),
        table.BELOW_ROWS + BETWEEN + (0 if _foot_size(plan) else LINE),
        lambda canvas, top: _between(canvas, plan, top + table.BELOW_ROWS),
    )
    own = Band(
        msgspec.json.encode(msgspec.structs.replace(plan.hand, title="")),
        hand.height(plan.hand, small=small) - CLOSER,
        lambda canvas, top: hand.cards(canvas, plan.hand, top - CLOSER, small=small),
    )
    return [*above, line, own]


def _foot_size(plan: LonePlan) -> int:
    """Return the size in which the table's foot fits next to the hand's title, or 0."""
    title = width(plan.hand.title, pixels(TITLE), "Bold") / SCALE
    room = WIDE - LEFT - title - APART - 18 - (32 if plan.table.turning else 0)
    foots = (size for size in FOOTS if width(plan.table.foot, pixels(size), "Regular") / SCALE <= room)
    return next(foots, 0)


def _between(canvas: Canvas, plan: LonePlan, top: float) -> None:
    """Draw the line between table and hand: the hand's title and the table's foot."""
    theme, size = canvas.theme, _foot_size(plan)
    canvas.box((0, top, WIDE, BETWEEN + (0 if size else LINE)), 0, theme.low)
    canvas.box((0, top, WIDE, 3), 0, mixed(theme.accent, theme.low, 0.55))
    middle = top + BETWEEN / 2 + 1
    canvas.text(LEFT, middle, plan.hand.title, TITLE, WHITE, room=WIDE - 2 * LEFT)
    high = middle - table.FOOT / 2 + (0 if size else LINE)
    table.foot(canvas, plan.table.foot, high, plan.table.turning, left=LEFT, size=size or FOOTS[0])
