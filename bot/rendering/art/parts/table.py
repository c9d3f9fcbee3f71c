"""A whole table: stage, rows, foot."""

import msgspec

from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import CORNER, WIDE, Canvas
from bot.rendering.art.parts import rows, stage
from bot.rendering.art.plan import TablePlan

AFTER_STAGE = 12
BELOW_ROWS = 8
FOOT = CORNER[1] - BELOW_ROWS


def bands(plan: TablePlan) -> list[Band]:
    """The table of any game that has players in rows."""
    first = Band(
        msgspec.json.encode(("stage", plan.stage)),
        stage.height(plan.stage) + AFTER_STAGE - rows.above(len(plan.rows)),
        lambda canvas, _top: stage.draw(canvas, plan.stage),
    )
    last = Band(
        msgspec.json.encode(("foot", plan.foot, plan.turning)),
        BELOW_ROWS + FOOT - rows.BELOW,
        lambda canvas, top: foot(canvas, plan.foot, top + BELOW_ROWS - rows.BELOW - 3, plan.turning),
    )
    return [first, *rows.bands(plan.rows, plan.style), last]


def foot(
    canvas: Canvas, text: str, top: float, turning: str = "", *, left: float = CORNER[0], size: int = 26
) -> None:
    """A quiet line at the right end, with a sign before it, that begins right of `left`."""
    right, middle = WIDE - 18, top + FOOT / 2
    room = right - left - (32 if turning else 0)
    wide = canvas.text(
        right, middle, text, size, canvas.theme.quiet, align="right", weight="Regular", room=room
    )
    if turning:
        canvas.sign(turning, (right - wide - 20, middle), 26, canvas.theme.accent)
