"""Crapette's table: far side, finishing piles, houses as columns, near side."""

from typing import Final

import msgspec

from bot.rendering.art.fonts import printable
from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import CORNER, MARGIN, WIDE, Canvas
from bot.rendering.art.kit.cards import COLUMN_STRIP, RATIO, Run
from bot.rendering.art.kit.colours import GOLD, WHITE, mixed
from bot.rendering.art.kit.laid import Look
from bot.rendering.art.palette import Colour
from bot.rendering.art.parts.grounds import head_ground
from bot.rendering.art.parts.rows import plate
from bot.rendering.art.plan import DuelPlan, Heap, House, Side

HEAD: Final = 62
SIDE: Final = 98
NEAR: Final = 114
"""The height of the near side, whose lower left corner stays empty."""
CARD: Final = 64
PILE_STEP: Final = 122
PILE_ROOM: Final = PILE_STEP
"""How wide the words under a pile may be."""
NAMES: Final = (25, 24)
"""Sizes of the name of a pile."""
LEFT: Final = (28, 26, 24)
"""Sizes of how many cards are left."""
STEP: Final = 72.5
FIRST: Final = 14
PILE: Final = 86
PILE_HIGH: Final = 52
TOP_HIGH: Final = 48
"""How much of a finishing pile is shown."""
STRIP: Final = round(COLUMN_STRIP * CARD)
NEWEST_RIM: Final = 4
RAISED: Final = 1.1
"""How much larger a card is that is raised from its pile; what it lies on stays in sight."""


def bands(plan: DuelPlan) -> list[Band]:
    """The whole table; each card more in the longest house makes it 35 units higher."""
    deep = max(map(_run, plan.houses), default=RATIO * CARD)
    return [
        Band(_shows("head", plan.headline), HEAD + 4, lambda canvas, _top: _head(canvas, plan)),
        Band(_shows("far", plan.far), SIDE + 12, lambda canvas, top: _side(canvas, plan.far, top + 6)),
        Band(
            _shows("finish", plan.finish, plan.finish_targets, plan.newest_finish),
            TOP_HIGH + 20,
            lambda canvas, top: _finish(canvas, plan, top + 8),
        ),
        Band(
            _shows("houses", plan.houses, plan.newest_at),
            48 + deep,
            lambda canvas, top: _houses(canvas, plan, top + 2),
        ),
        Band(
            _shows("near", plan.near),
            NEAR + 12,
            lambda canvas, top: _side(canvas, plan.near, top + 4, near=True),
        ),
    ]


def _shows(*what: object) -> bytes:
    return msgspec.json.encode(what)


def _head(canvas: Canvas, plan: DuelPlan) -> None:
    canvas.lay(0, 0, head_ground, plan.game, HEAD)
    canvas.text(20, 30, plan.headline, 34, WHITE, room=WIDE - 40)


def _run(one: House) -> float:
    """How high a column is."""
    top = RATIO * CARD * (RAISED if one.raised else 1)
    return max(0, len(one.cards) - 1) * STRIP + top


def _side(canvas: Canvas, side: Side, y: float, *, near: bool = False) -> None:
    """A player: name and what is left at the left, three piles at the right."""
    theme, high = canvas.theme, NEAR if near else SIDE
    canvas.panel(MARGIN, y, WIDE - 2 * MARGIN, high)
    if side.acts:
        plate(canvas, y, 176, 46 if near else SIDE)
    middle, below, down = (y + 23, y + 88, 8) if near else (y + 33, y + 71, 0)
    x: float = 30
    if side.acts:
        canvas.sign("play", (x + 9, middle), 22, theme.on_accent)
        x += 28
    ink = theme.on_accent if side.acts else WHITE
    canvas.text(x, middle, printable(side.name) or side.unnamed, 36, ink, room=MARGIN + 180 - x)
    quiet = theme.on_accent if side.acts and not near else theme.quiet
    left, room = (CORNER[0] + 4, 86) if near else (30, 150)
    fine = next((one for one in LEFT if canvas.measure(side.left, one, "Regular") <= room), LEFT[-1])
    canvas.text(left, below, side.left, fine, quiet, weight="Regular", room=room)
    for place, pile in enumerate(side.piles):
        size = RAISED if pile.name == side.raised else 1
        _pile(canvas, pile, (280 + PILE_STEP * place, y + down), size=size, rim=_rim(canvas, pile.name, side))


def _rim(canvas: Canvas, pile: str, side: Side) -> Colour | None:
    """Gold around what can move or take the raised card, the accent around that one or the newest."""
    if pile in (*side.movable, *side.targets):
        return GOLD
    return canvas.theme.accent if pile in (side.raised, side.newest) else None


def _pile(canvas: Canvas, pile: Heap, at: tuple[float, float], *, size: float, rim: Colour | None) -> None:
    """The upper part of a pile's card with name and number under it; `at`: its middle, the panel's top."""
    (middle, y), wide, high = at, size * PILE, size * PILE_HIGH
    x, top = middle - wide / 2, y + 10 + PILE_HIGH - high
    if pile.top is None:
        canvas.empty(x, top, wide, high)
    else:
        canvas.upper(pile.top, x, top, wide, high)
    if rim:
        canvas.rim((x, top, wide, high), rim, NEWEST_RIM, 8)
    count = "" if pile.count is None else str(pile.count)
    beside = 5 + canvas.measure(count, 28) if count else 0
    quiet, room = canvas.theme.quiet, PILE_ROOM - beside
    fine = next((one for one in NAMES if canvas.measure(pile.name, one, "Regular") <= room), NAMES[-1])
    wide = min(PILE_ROOM, canvas.measure(pile.name, fine, "Regular") + beside)
    canvas.text(middle - wide / 2, y + 80, pile.name, fine, quiet, weight="Regular", room=room)
    canvas.text(middle + wide / 2, y + 80, count, 28, WHITE, align="right")


def _finish(canvas: Canvas, plan: DuelPlan, y: float) -> None:
    """The tops of the finishing piles; the suit on those that have not begun."""
    theme = canvas.theme
    canvas.box((6, y - 6, WIDE - 12, TOP_HIGH + 12), 12, theme.slot)
    for place, (suit, top) in enumerate(plan.finish):
        x = FIRST + place * STEP
        if top is None:
            canvas.empty(x, y, CARD, TOP_HIGH)
            canvas.sign(suit, (x + CARD / 2, y + TOP_HIGH / 2), 28, mixed(theme.line, theme.ground, 0.5))
        else:
            canvas.upper(top, x, y, CARD, TOP_HIGH)
        if place in plan.finish_targets or (top is not None and place == plan.newest_finish):
            rim = GOLD if place in plan.finish_targets else theme.accent
            canvas.rim((x, y, CARD, TOP_HIGH), rim, NEWEST_RIM, 8)


def _houses(canvas: Canvas, plan: DuelPlan, y: float) -> None:
    for place, one in enumerate(plan.houses):
        x = FIRST + place * STEP
        canvas.box((x, y, CARD, 34), 8, canvas.theme.slot if place < 4 else canvas.theme.panel)
        canvas.text(x + CARD / 2, y + 17, one.name, 28, WHITE, align="middle")
        _house(canvas, one, (x, y + 40), newest=plan.newest_at == one.name)


def _house(canvas: Canvas, one: House, at: tuple[float, float], *, newest: bool) -> None:
    """A column, the last card on top; a raised one stands out from it."""
    x, y = at
    if not one.cards:
        canvas.empty(x, y, CARD, RATIO * CARD)
    for place, card in enumerate(one.cards):
        is_top = place == len(one.cards) - 1
        size = CARD * (RAISED if one.raised and is_top else 1)
        run: Run = "column" if is_top else "covered"
        canvas.card(card, x - (size - CARD) / 2, y + place * STRIP, size, Look(run))
    rim = _rim_of_house(canvas, one, newest=newest)
    if rim:
        size = CARD * (RAISED if one.raised else 1)
        low = y + max(0, len(one.cards) - 1) * STRIP
        canvas.rim((x - (size - CARD) / 2, low, size, RATIO * size), rim, 5, 7)


def _rim_of_house(canvas: Canvas, one: House, *, newest: bool) -> Colour | None:
    """As for the piles of a side; an empty house can only be gone to."""
    if one.target or (one.movable and one.cards):
        return GOLD
    return canvas.theme.accent if (one.raised or newest) and one.cards else None
