"""A hand: a head, and cards in rows, trays and words, of which none lies in the lower left corner."""

from bot.rendering.art.kit.canvas import WIDE, Canvas, Mark
from bot.rendering.art.kit.colours import mixed
from bot.rendering.art.parts import cards_in_rows
from bot.rendering.art.parts.cards_in_rows import Line
from bot.rendering.art.plan import HandPlan

HEAD = 60
TOP = 78
RAISED = 26
"""How far cards stand up at most, and their frame."""


def hand(plan: HandPlan, notes: list[Mark] | None = None) -> Canvas:
    """What one player alone sees."""
    lines = cards_in_rows.lines(plan.sections)
    top: float = TOP + (RAISED if lines and lines[0].rises else -2)
    bottom = top + sum(one.pitch for one in lines[:-1]) + (lines[-1].high if lines else 0)
    clear = bool(lines) and lines[-1].left >= cards_in_rows.CLEAR
    high = bottom + (46 if plan.foot or not clear else 18)
    canvas = Canvas(round(high), plan.game, plan.deck, notes)
    _head(canvas, plan)
    for line in lines:
        _line(canvas, line, top)
        top += line.pitch
    if plan.foot:
        room = WIDE - 18 - 96
        canvas.text(
            WIDE - 18,
            high - 24,
            plan.foot,
            26,
            canvas.theme.quiet,
            align="right",
            weight="Regular",
            room=room,
        )
    return canvas


def _head(canvas: Canvas, plan: HandPlan) -> None:
    """The emblem, whose cards these are, and what is asked."""
    theme = canvas.theme
    canvas.box((0, 0, WIDE, HEAD), 0, theme.low)
    canvas.box((0, HEAD - 3, WIDE, 3), 0, mixed(theme.accent, theme.low, 0.55))
    canvas.emblem(38, 29, 44, theme.accent, theme.low)
    wide = canvas.text(72, 29, plan.title, 34, room=WIDE - 90)
    colour = theme.accent if plan.acts else theme.quiet
    canvas.text(
        WIDE - 18,
        29,
        plan.asked,
        28,
        colour,
        align="right",
        weight="Bold" if plan.acts else "Regular",
        room=WIDE - 18 - 72 - wide - 20,
    )


def _line(canvas: Canvas, line: Line, top: float) -> None:
    for piece in line.pieces:
        piece(canvas, top)
