"""The distance between a fan's cards, and their split into rows."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from bot.rendering.art.kit.cards import STRIP
from bot.rendering.art.plan import Part

RATIOS: Final = (1.28, 1.14, 1.0)
"""The distances between different ranks, relative to equal ones. The first with enough room is used."""
APART: Final = 6
"""The gap between cards side by side."""
AFTER_LABEL: Final = 10
"""The gap after cards that are framed as a whole."""
SPLIT_COST: Final = 2.5
"""The number of cards that a row may have too many or too few so that no part is split."""
MAX_ROWS: Final = 12


def spread(parts: Sequence[Part], room: float, card: float) -> list[float] | None:
    """Return the left edge of every card in one row. None if they would be too close to read."""
    beside = _steps(parts, 1.0)
    if sum(step[0] * (card + APART) + step[1] * (card + AFTER_LABEL) for step in beside) + card <= room:
        return _left_edges(beside, card + APART, card)
    for ratio in RATIOS:
        steps = _steps(parts, ratio)
        free = room - card - sum(step[1] * (card + AFTER_LABEL) for step in steps)
        flexible = sum(step[0] for step in steps)
        if free < 0:
            return None
        unit = min(free / flexible, (card + APART) / ratio) if flexible else 0
        if not flexible or unit >= STRIP * card:
            return _left_edges(steps, unit, card)
    return None


def _steps(parts: Sequence[Part], ratio: float) -> list[tuple[float, int]]:
    """Return what follows each card but the last: flexible units, or a whole card."""
    steps: list[tuple[float, int]] = []
    for part in parts:
        steps += [(1.0, 0)] * (len(part.cards) - 1)
        steps.append((0.0, 1) if part.label else (ratio, 0))
    return steps[:-1]


def _left_edges(steps: Sequence[tuple[float, int]], unit: float, card: float) -> list[float]:
    lefts = [0.0]
    for flexible, whole in steps:
        lefts.append(lefts[-1] + flexible * unit + whole * (card + AFTER_LABEL))
    return lefts


def split_rows(parts: Sequence[Part], rooms: Sequence[float], card: float) -> list[list[Part]] | None:
    """Return the parts in a row for each room, about evenly full. None if they don't fit."""
    tried = (_split_rows(parts, rooms, card, cost) for cost in (SPLIT_COST, 0))
    return next((rows for rows in tried if rows is not None), None)


def _split_rows(
    parts: Sequence[Part], rooms: Sequence[float], card: float, split_cost: float
) -> list[list[Part]] | None:
    rows: list[list[Part]] = []
    left = [part for part in parts if part.cards]
    for place, room in enumerate(rooms[:-1]):
        wanted = room / sum(rooms[place:]) * sum(len(part.cards) for part in left)
        row, left = _row(left, (wanted, split_cost), room, card)
        if not row:
            return None
        rows.append(row)
    if not left or spread(left, rooms[-1], card) is None:
        return None
    return [*rows, left]


def _row(
    parts: Sequence[Part], goal: tuple[float, float], room: float, card: float
) -> tuple[list[Part], list[Part]]:
    """Return a row of about the wanted number of cards, and the rest. `goal`: that number, a split's cost."""
    wanted, split_cost = goal
    ends = set(accumulate(len(part.cards) for part in parts))
    total = max(ends, default=0)

    def cost(cut: int) -> tuple[float, float]:
        return abs(cut - wanted) + (0 if cut in ends else split_cost), -cut

    for cut in sorted(range(1, total), key=cost):
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
