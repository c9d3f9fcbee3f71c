"""A hand: a head, and cards in rows, trays and words, all clear of the lower left corner."""

from collections.abc import Sequence

from bot.rendering.art.fonts import Weight
from bot.rendering.art.kit.canvas import CORNER, WIDE, Canvas, Mark
from bot.rendering.art.kit.colours import mixed
from bot.rendering.art.parts import cards_in_rows
from bot.rendering.art.parts.cards_in_rows import Line
from bot.rendering.art.plan import HandPlan

HEAD = 60
TOP = 18
HEAD_ROOM = WIDE - 18 - 72 - 20
"""The width for the title and the task together."""
EMPTY = 104
"""The height below the head of a hand without cards."""
CLEAR_ROOM = WIDE - 2 * CORNER[0]
"""The width for words in the middle that leaves the lower left corner empty."""
SIZES = ((34, 28), (30, 26), (27, 24))
"""The sizes of the title and the task. The first pair that fits is used."""
RAISED = 26
"""The greatest height by which cards and their frames are raised."""


def hand(plan: HandPlan, notes: list[Mark] | None = None) -> Canvas:
    """Return the picture of a player's own hand."""
    canvas = Canvas(HEAD + height(plan), plan.game, plan.deck, notes)
    _head(canvas, plan)
    cards(canvas, plan, HEAD)
    return canvas


def height(plan: HandPlan, *, small: bool = False) -> int:
    """Return the height of a hand below its head."""
    if plan.is_empty:
        return EMPTY
    lines = cards_in_rows.lines(plan.sections, small=small)
    clear = bool(lines) and lines[-1].left >= CORNER[0]
    return round(_bottom(lines) + ((46 if plan.foot else 18) if clear else CORNER[1]))


def _first(lines: Sequence[Line]) -> float:
    """Return the distance from the head to the first line."""
    return TOP + (RAISED if lines and lines[0].rises else -2)


def _bottom(lines: Sequence[Line]) -> float:
    return _first(lines) + sum(one.pitch for one in lines[:-1]) + (lines[-1].high if lines else 0)


def cards(canvas: Canvas, plan: HandPlan, head: float, *, small: bool = False) -> None:
    """Draw a hand, or words in place of cards, below a head whose lower edge is at `head`."""
    if plan.is_empty:
        middle, colour = head + EMPTY / 2, canvas.theme.quiet
        canvas.text(WIDE / 2, middle, plan.instead, 34, colour, align="middle", room=CLEAR_ROOM)
        return
    lines = cards_in_rows.lines(plan.sections, small=small)
    top = head + _first(lines)
    for line in lines:
        _line(canvas, line, top)
        top += line.pitch
    if plan.foot:
        room = WIDE - 18 - CORNER[0]
        canvas.text(
            WIDE - 18,
            head + (_bottom(lines) + height(plan, small=small)) / 2,
            plan.foot,
            26,
            canvas.theme.quiet,
            align="right",
            weight="Regular",
            room=room,
        )


def _head(canvas: Canvas, plan: HandPlan) -> None:
    """Draw the head: emblem, title and task."""
    theme = canvas.theme
    canvas.box((0, 0, WIDE, HEAD), 0, theme.low)
    canvas.box((0, HEAD - 3, WIDE, 3), 0, mixed(theme.accent, theme.low, 0.55))
    canvas.emblem(38, 29, 44, theme.accent, theme.low)
    colour = theme.accent if plan.acts else theme.quiet
    weight: Weight = "Bold" if plan.acts else "Regular"
    large, small = _head_sizes(canvas, plan, weight)
    wide = canvas.text(72, 29, plan.title, large, room=WIDE - 90)
    canvas.text(WIDE - 18, 29, plan.asked, small, colour, align="right", weight=weight, room=HEAD_ROOM - wide)


def _head_sizes(canvas: Canvas, plan: HandPlan, weight: Weight) -> tuple[int, int]:
    """Return the largest sizes of the title and the task that fit uncut, or else the smallest."""
    for large, small in SIZES:
        if canvas.measure(plan.title, large) + canvas.measure(plan.asked, small, weight) <= HEAD_ROOM:
            return large, small
    return SIZES[-1]


def _line(canvas: Canvas, line: Line, top: float) -> None:
    for piece in line.pieces:
        piece(canvas, top)
