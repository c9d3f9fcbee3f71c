"""The distance between a fan's cards, and their split into rows."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from bot.rendering.art.kit.cards import STRIP
from bot.rendering.art.plan import Part

RATIOS: Final = (1.28, 1.14, 1.0)
"""How much further apart than equal ones different ranks lie, where there's room for it."""
APART: Final = 6
"""Between cards that lie side by side."""
AFTER_LABEL: Final = 10
"""Behind cards that stand out as a whole the next one begins so far to their right."""
WHOLE: Final = 2.5
"""A row may have this many cards too many or too few if no part is split for it."""
MAX_ROWS: Final = 12


def spread(parts: Sequence[Part], room: float, card: float) -> list[float] | None:
    """The left edge of every card in one row. None where they would lie too close to be read."""
    beside = _steps(parts, 1.0)
    if sum(step[0] * (card + APART) + step[1] * (card + AFTER_LABEL) for step in beside) + card <= room:
        return _placed(beside, card + APART, card)
    for ratio in RATIOS:
        steps = _steps(parts, ratio)
        free = room - card - sum(step[1] * (card + AFTER_LABEL) for step in steps)
        flexible = sum(step[0] for step in steps)
        if free < 0:
            return None
        unit = min(free / flexible, (card + APART) / ratio) if flexible else 0
        if not flexible or unit >= STRIP * card:
            return _placed(steps, unit, card)
    return None


def _steps(parts: Sequence[Part], ratio: float) -> list[tuple[float, int]]:
    """After each card but the last: how many flexible units follow, or one whole card."""
    steps: list[tuple[float, int]] = []
    for part in parts:
        steps += [(1.0, 0)] * (len(part.cards) - 1)
        steps.append((0.0, 1) if part.label else (ratio, 0))
    return steps[:-1]


def _placed(steps: Sequence[tuple[float, int]], unit: float, card: float) -> list[float]:
    lefts = [0.0]
    for flexible, whole in steps:
        lefts.append(lefts[-1] + flexible * unit + whole * (card + AFTER_LABEL))
    return lefts


def divided(parts: Sequence[Part], rooms: Sequence[float], card: float) -> list[list[Part]] | None:
    """Return the parts in a row for each room, about evenly full. None where they don't fit."""
    tried = (_divided(parts, rooms, card, whole) for whole in (WHOLE, 0))
    return next((rows for rows in tried if rows is not None), None)


def _divided(
    parts: Sequence[Part], rooms: Sequence[float], card: float, whole: float
) -> list[list[Part]] | None:
    rows: list[list[Part]] = []
    left = [part for part in parts if part.cards]
    for place, room in enumerate(rooms[:-1]):
        wanted = room / sum(rooms[place:]) * sum(len(part.cards) for part in left)
        row, left = _row(left, (wanted, whole), room, card)
        if not row:
            return None
        rows.append(row)
    if not left or spread(left, rooms[-1], card) is None:
        return None
    return [*rows, left]


def _row(
    parts: Sequence[Part], goal: tuple[float, float], room: float, card: float
) -> tuple[list[Part], list[Part]]:
    """About as many cards as fit into a row, and the rest. `goal`: how many, what a split part costs."""
    wanted, whole = goal
    ends = set(accumulate(len(part.cards) for part in parts))
    total = max(ends, default=0)

    def worse(cut: int) -> tuple[float, float]:
        return abs(cut - wanted) + (0 if cut in ends else whole), -cut

    for cut in sorted(range(1, total), key=worse):
        row, rest = _split(parts, cut)
        if spread(row, room, card) is not None:
            return row, rest
    return [], list(parts)


def _split(parts: Sequence[Part], cut: int) -> tuple[list[Part], list[Part]]:
    row: list[Part] = []
    rest: list[Part] = []
    for part in parts:
        here = max(0, min(len(part.cards), cut - sum(len(one.cards) for one in row)))
        if rest:
            here = 0
        if here:
            row.append(Part(part.cards[:here], part.label))
        if here < len(part.cards):
            rest.append(Part(part.cards[here:], part.label))
    return row, rest
