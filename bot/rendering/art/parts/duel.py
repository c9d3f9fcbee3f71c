"""Crapette's table: far side, finishing piles, houses as columns, near side."""

from collections.abc import Mapping
from typing import Final

import msgspec

from bot.rendering.art.fonts import printable
from bot.rendering.art.kit.avatars import avatar
from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import CORNER, MARGIN, WIDE, Canvas, fitted, pixels
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.cards import COLUMN_STRIP, RATIO
from bot.rendering.art.kit.colours import GOLD, PILL, WHITE, mixed
from bot.rendering.art.kit.outlines import Point
from bot.rendering.art.palette import Colour
from bot.rendering.art.parts.grounds import head_ground
from bot.rendering.art.parts.rows import plate
from bot.rendering.art.plan import CardPile, DuelPlan, House, Side

HEAD: Final = 62
LINED_HEAD: Final = 94
"""The height of a head with a line below the headline."""
STEP_DISC: Final = 16
"""The radius of the disc with the number of a move."""
SIDE: Final = 98
NEAR: Final = 114
"""The height of the near side, whose lower left corner stays empty."""
CARD: Final = 64
PILE_X: Final = 296
"""The middle of a side's first pile."""
PILE_STEP: Final = 118
PILE_ROOM: Final = PILE_STEP
"""The width for the words under a pile."""
AVATAR: Final = 38
NAME: Final = MARGIN + 6 + AVATAR + 8
"""The left edge of a side's name."""
NAME_ROOM: Final = 136
NAME_SIZES: Final = (34, 32, 30, 28, 26)
PLATE_END: Final = 22
"""The distance from the name to the point of its plate, with room for a sign."""
NAMES: Final = (25, 24)
"""The sizes of a pile's name. The first that fits is used."""
LEFT_SIZES: Final = (28, 26, 24)
"""The sizes of the number of cards left. The first that fits is used."""
STEP: Final = 72.5
FIRST: Final = 14
PILE: Final = 62
PILE_HIGH: Final = 52
PILE_LEFT: Final = 57
"""The distance from the left edge of a pile's card to the middle of its name."""
COUNT: Final = 30
"""The distance from the middle of a pile's name to that of its number, right of the card."""
TOP_HIGH: Final = 48
"""The visible height of a finishing pile."""
STRIP: Final = round(COLUMN_STRIP * CARD)
MIN_STRIP: Final = 28
MAX_WHOLE: Final = 10
"""The most cards of a column whose last card is shown whole."""
CUT_LAST: Final = 62
RUN_HIGH: Final = 7 * STRIP
"""The height above a column's last card up to which its cards keep their full distance."""
NEWEST_RIM: Final = 4
RAISED: Final = 1.1
"""The enlargement of a raised card. The card below it stays visible."""


def bands(plan: DuelPlan) -> list[Band]:
    """Return the bands of the table, as high as its longest house requires."""
    deep = max(map(_column_high, plan.houses), default=RATIO * CARD)
    return [
        Band(
            _key("head", plan.headline, plan.line),
            _head_height(plan) + 4,
            lambda canvas, _top: _head(canvas, plan),
        ),
        Band(
            _key("far", plan.far, _numbers(plan, "far ")),
            SIDE + 12,
            lambda canvas, top: _side(canvas, plan.far, top + 6, _numbers(plan, "far ")),
        ),
        Band(
            _key("finish", plan.finish, plan.finish_targets, plan.newest_finish, _numbers(plan, "finish ")),
            TOP_HIGH + 20,
            lambda canvas, top: _finish(canvas, plan, top + 8),
        ),
        Band(
            _key("houses", plan.houses, plan.newest_at, _numbers(plan)),
            48 + deep,
            lambda canvas, top: _houses(canvas, plan, top + 2),
        ),
        Band(
            _key("near", plan.near, _numbers(plan, "near ")),
            NEAR + 12,
            lambda canvas, top: _side(canvas, plan.near, top + 4, _numbers(plan, "near "), near=True),
        ),
    ]


def _key(*what: object) -> bytes:
    return msgspec.json.encode(what)


def _numbers(plan: DuelPlan, prefix: str = "") -> dict[str, int]:
    """Return the numbers of a turn's moves by place, for the places that begin with `prefix`."""
    return {place.removeprefix(prefix): number for number, place, _ in plan.chain if place.startswith(prefix)}


def _head_height(plan: DuelPlan) -> int:
    return LINED_HEAD if plan.line else HEAD


def _head(canvas: Canvas, plan: DuelPlan) -> None:
    canvas.lay(0, 0, head_ground, plan.game, _head_height(plan))
    canvas.text(20, 30, plan.headline, 34, WHITE, room=WIDE - 40)
    if plan.line:
        canvas.text(20, 66, plan.line, 28, canvas.theme.quiet, weight="Regular", room=WIDE - 40)


def _draw_number(canvas: Canvas, number: int | None, at: Point) -> None:
    """Draw the number of the move that put a card there this turn."""
    if number is None:
        return
    x, y = at
    for radius, colour in ((STEP_DISC + 2, canvas.theme.accent), (STEP_DISC, PILL)):
        canvas.box((x - radius, y - radius, 2 * radius, 2 * radius), radius, colour)
    canvas.text(x, y, str(number), 24, WHITE, align="middle")


def _strip(one: House) -> float:
    """Return the visible height of each covered card, less in a long column."""
    return min(STRIP, max(MIN_STRIP, RUN_HIGH / max(1, len(one.cards) - 1)))


def _above_last(one: House) -> float:
    """Return the distance from the top of a column to its last card."""
    return max(0, len(one.cards) - 1) * _strip(one)


def _last_high(one: House) -> float:
    """Return the height of the last card of a column."""
    high = CUT_LAST if len(one.cards) > MAX_WHOLE else RATIO * CARD
    return high * (RAISED if one.raised else 1)


def _column_high(one: House) -> float:
    """Return the height of a column."""
    return _above_last(one) + _last_high(one)


def _side(canvas: Canvas, side: Side, y: float, steps: Mapping[str, int], *, near: bool = False) -> None:
    """Draw a player: name and cards left at the left, three piles at the right."""
    theme, high = canvas.theme, NEAR if near else SIDE
    canvas.panel(MARGIN, y, WIDE - 2 * MARGIN, high)
    middle, below, down = (y + 23, y + 88, 8) if near else (y + 33, y + 71, 0)
    fine, lines = fitted(printable(side.name) or side.unnamed, NAME_ROOM, NAME_SIZES)
    name = "".join(lines)
    end = NAME + canvas.measure(name, fine) + PLATE_END
    if side.acts:
        plate(canvas, y, end - MARGIN, 46 if near else SIDE)
        canvas.sign("play", (end - 8, middle), 22, theme.on_accent)
    canvas.centred(
        MARGIN + 6 + AVATAR / 2,
        middle if near else y + SIDE / 2,
        avatar,
        side.avatar,
        pixels(AVATAR),
        canvas.game,
    )
    canvas.text(NAME, middle, name, fine, theme.on_accent if side.acts else WHITE)
    quiet = theme.on_accent if side.acts and not near else theme.quiet
    left, room = (CORNER[0] + 4, 92) if near else (NAME, 150)
    canvas.text(left, below, side.left, LEFT_SIZES, quiet, weight="Regular", room=room)
    for place, pile in enumerate(side.piles):
        size = RAISED if pile.name == side.raised else 1
        x = PILE_X + PILE_STEP * place
        _pile(canvas, pile, (x, y + down), size=size, rim=_rim(canvas, pile.name, side))
        _draw_number(canvas, steps.get(pile.name), (x + PILE / 2 - PILE_LEFT + 3, y + down + PILE_HIGH))


def _rim(canvas: Canvas, pile: str, side: Side) -> Colour | None:
    """Return gold for a pile that can move or take the raised card, the accent for that or the newest one."""
    if pile in (*side.movable, *side.targets):
        return GOLD
    return canvas.theme.accent if pile in (side.raised, side.newest) else None


def _pile(
    canvas: Canvas, pile: CardPile, at: tuple[float, float], *, size: float, rim: Colour | None
) -> None:
    """Draw the upper part of a pile's card, with its number at the right and its name below.

    `at` is the middle of the name and the top of the panel.
    """
    (middle, y), wide, high = at, size * PILE, size * PILE_HIGH
    x, top = middle - PILE_LEFT - (wide - PILE) / 2, y + 10 + PILE_HIGH - high
    if pile.top is None:
        canvas.empty(x, top, wide, high)
    else:
        canvas.upper(pile.top, x, top, wide, high)
    if rim:
        canvas.rim((x, top, wide, high), rim, NEWEST_RIM, 8)
    name, quiet = pile.name, canvas.theme.quiet
    canvas.text(middle, y + 80, name, NAMES, quiet, weight="Regular", room=PILE_ROOM, align="middle")
    if pile.count:
        canvas.pill(middle + COUNT, y + 28, str(pile.count), 24)


def _finish(canvas: Canvas, plan: DuelPlan, y: float) -> None:
    """Draw the tops of the finishing piles, and the suit of those that haven't begun."""
    theme, steps = canvas.theme, _numbers(plan, "finish ")
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
        _draw_number(canvas, steps.get(str(place)), (x + CARD - 6, y + TOP_HIGH - 8))


def _houses(canvas: Canvas, plan: DuelPlan, y: float) -> None:
    steps = _numbers(plan)
    for place, one in enumerate(plan.houses):
        x = FIRST + place * STEP
        canvas.box((x, y, CARD, 34), 8, canvas.theme.slot if place < 4 else canvas.theme.panel)
        canvas.text(x + CARD / 2, y + 17, one.name, 28, WHITE, align="middle")
        _house(canvas, one, (x, y + 40), newest=plan.newest_at == one.name)
        low = y + 40 + _column_high(one)
        _draw_number(canvas, steps.get(one.name), (x + CARD - 10, low - 14))


def _house(canvas: Canvas, one: House, at: tuple[float, float], *, newest: bool) -> None:
    """Draw a column, the last card on top. A raised card stands out from it."""
    x, y = at
    if not one.cards:
        canvas.empty(x, y, CARD, RATIO * CARD)
    for place, card in enumerate(one.cards[:-1]):
        canvas.card(card, x, y + place * _strip(one), CARD, Look("covered"))
    size = CARD * (RAISED if one.raised else 1)
    last = x - (size - CARD) / 2, y + _above_last(one), size, _last_high(one)
    for card in one.cards[-1:]:
        if len(one.cards) > MAX_WHOLE:
            canvas.upper(card, *last)
        else:
            canvas.card(card, *last[:3], Look("column"))
    rim = _rim_of_house(canvas, one, newest=newest)
    if rim:
        canvas.rim(last, rim, 5, 7)


def _rim_of_house(canvas: Canvas, one: House, *, newest: bool) -> Colour | None:
    """Return the rim of a house, as `_rim` does for a pile. An empty house can only be a target."""
    if one.target or (one.movable and one.cards):
        return GOLD
    return canvas.theme.accent if (one.raised or newest) and one.cards else None
