"""Sets in a row: open fans, closed ones where room is scarce, then single cards, then a number."""

from collections.abc import Sequence
from typing import Final

from bot.rendering.art.kit import colours
from bot.rendering.art.kit.canvas import SCALE, Canvas, Mark
from bot.rendering.art.kit.colours import PAPER, PILL, WHITE
from bot.rendering.art.kit.sets import EDGE, HIGH, OPEN, WIDE, set_fan, single
from bot.rendering.art.plan import Tile

STEPS: Final = ((17, 14), (15, 9), (5, 9), (3, 5))
"""How far cards of a set, and sets, are apart: the first that fits."""
MANY: Final = 4
"""More cards than this close a fan further."""
SINGLE: Final = 34
LEAST: Final = 24
"""Units between single cards at least."""


def closing(sets: Sequence[Tile], room: float) -> int:
    """Return how far sets must close to fit: 0 for open fans, the number of steps for single cards."""
    fits = (sum(_wide(one, step) for one in sets) + gap * (len(sets) - 1) <= room for step, gap in STEPS)
    return next((place for place, has_room in enumerate(fits) if has_room), len(STEPS))


def fans(
    canvas: Canvas, x: float, middle: float, sets: Sequence[Tile], room: float, *, closed: int = 0
) -> None:
    """Sets from left to right around a line, as open as there's room for, but closed this far at least."""
    closed = max(closed, closing(sets, room))
    if closed == len(STEPS):
        singles(canvas, x, middle, sets, room)
        return
    step, gap = STEPS[closed]
    for one in sets:
        facts = one.rank, one.count, one.wilds, _step(one, step), SCALE
        canvas.lay(x - EDGE, middle - HIGH / 2 - EDGE, set_fan, *facts)
        _note(canvas, one, (x, middle, WIDE, HIGH))
        x += _wide(one, step) + gap


def singles(canvas: Canvas, x: float, middle: float, sets: Sequence[Tile], room: float) -> None:
    """Sets as a card each, with the number of their cards where it isn't the usual one."""
    if not sets or room < SINGLE:
        return
    step = min(44.0, (room - SINGLE) / max(1, len(sets) - 1))
    shown = len(sets) if step >= LEAST else max(1, int((room - SINGLE - 30) // LEAST) + 1)
    step = max(step, LEAST)
    for one in sets[:shown]:
        canvas.lay(x - EDGE, middle - 24 - EDGE, single, one.rank, one.wilds, SCALE)
        _note(canvas, one, (x, middle, SINGLE, 48))
        if one.count > MANY:
            canvas.box((x + 19, middle + 3, 26, 26), 13, PILL)
            canvas.text(x + 32, middle + 16, str(one.count), 24, WHITE, align="middle")
        x += step
    if shown < len(sets):
        canvas.text(x + SINGLE - step + 8, middle, f"+{len(sets) - shown}", 26, canvas.theme.quiet)


def least_width(count: int) -> float:
    """Return how much room this many sets need at least, to be all shown."""
    return SINGLE + LEAST * (count - 1) + 10


def _step(one: Tile, step: float) -> float:
    if one.count <= MANY:
        return step
    return step * (0.62 if step >= OPEN else 0.5)


def _wide(one: Tile, step: float) -> float:
    return WIDE + (one.count - 1) * _step(one, step)


def _note(canvas: Canvas, one: Tile, box: tuple[float, float, float, float]) -> None:
    x, middle, wide, high = box
    canvas.note(Mark("text", x, middle - high / 2, wide, high, one.rank, colours.INK, PAPER))
