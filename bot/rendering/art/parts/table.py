"""A whole table: stage, rows, foot."""

from bot.rendering.art.kit.canvas import WIDE, Canvas, Mark
from bot.rendering.art.parts import rows, stage
from bot.rendering.art.plan import TablePlan

FOOT = 44
"""Its left end stays empty: Discord lays its ALT badge there."""
CORNER = 96
AFTER_STAGE = 12


def table(plan: TablePlan, notes: list[Mark] | None = None) -> Canvas:
    """The table of any game that has players in rows."""
    top = stage.height(plan.stage) + AFTER_STAGE
    high = top + rows.height(plan.rows, plan.style) + 8 + FOOT
    canvas = Canvas(high, plan.game, plan.deck, notes)
    stage.draw(canvas, plan.stage)
    low = rows.draw(canvas, plan.rows, plan.style, top) + 8
    foot(canvas, plan.foot, low - 3, plan.turning)
    return canvas


def foot(canvas: Canvas, text: str, top: float, turning: str = "") -> None:
    """A quiet line at the right end, with a sign before it."""
    right, size = WIDE - 18, 26
    room = right - CORNER - (32 if turning else 0)
    wide = canvas.text(
        right, top + 22, text, size, canvas.theme.quiet, align="right", weight="Regular", room=room
    )
    if turning:
        canvas.sign(turning, (right - wide - 20, top + 22), 26, canvas.theme.accent)
