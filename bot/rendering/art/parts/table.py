"""The picture of a table: stage, rows and foot."""

import msgspec

from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import CORNER, WIDE, Canvas
from bot.rendering.art.parts import rows, stage
from bot.rendering.art.plan import Stage, TablePlan

AFTER_STAGE = 12
BELOW_ROWS = 8
FOOT = CORNER[1] - BELOW_ROWS


def bands(plan: TablePlan) -> list[Band]:
    """Return the bands of a table with players in rows."""
    first = stage_band(plan.stage, AFTER_STAGE - rows.gap_above(len(plan.rows)))
    last = Band(
        msgspec.json.encode(("foot", plan.foot, plan.turning)),
        BELOW_ROWS + FOOT - rows.BELOW,
        lambda canvas, top: foot(canvas, plan.foot, top + BELOW_ROWS - rows.BELOW - 3, plan.turning),
    )
    return [first, *rows.bands(plan.rows, plan.style), last]


def stage_band(shown: Stage, below: float) -> Band:
    """Return the band of the stage, with some room below it."""
    return Band(
        msgspec.json.encode(("stage", below, shown)),
        stage.height(shown) + below,
        lambda canvas, _top: stage.draw(canvas, shown),
    )


def foot(canvas: Canvas, text: str, top: float, turning: str = "", *, left: float = CORNER[0]) -> None:
    """Write a quiet line at the right edge that begins right of `left`, with a sign of direction if any."""
    right, middle = WIDE - 18, top + FOOT / 2
    room = right - left - (32 if turning else 0)
    wide = canvas.text(
        right, middle, text, (26, 24), canvas.theme.quiet, align="right", weight="Regular", room=room
    )
    if turning:
        canvas.sign(turning, (right - wide - 20, middle), 26, canvas.theme.accent)
