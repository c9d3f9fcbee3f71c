"""Sets in a row: open fans, closed ones if room is scarce, then single cards, then a number."""

from collections.abc import Sequence
from typing import Final

from bot.rendering.art.kit import colours
from bot.rendering.art.kit.canvas import SCALE, Canvas, Mark
from bot.rendering.art.kit.colours import PAPER, PILL, WHITE
from bot.rendering.art.kit.sets import EDGE, HIGH, MIN_RANK_STRIP, WIDE, set_fan, single
from bot.rendering.art.plan import Tile

STEPS: Final = ((17, 14), (15, 9), (5, 9), (3, 5))
"""The distances from card to card, and the gaps between sets. The first pair that fits is used."""
MAX_OPEN: Final = 4
"""The most cards in a fan that isn't closed further."""
SINGLE: Final = 34
STEP: Final = 44
MIN_STEP: Final = 24
"""The least distance from one single card to the next. With enough room it's `STEP`."""
DISC: Final = 26
DISC_ROOM: Final = 16
"""The extra distance after a card with a number, if cards are close."""


def closed_step(sets: Sequence[Tile], room: float) -> int:
    """Return the first place in `STEPS` at which sets fit, or the number of places for single cards."""
    fits = (sum(_wide(one, step) for one in sets) + gap * (len(sets) - 1) <= room for step, gap in STEPS)
    return next((place for place, has_room in enumerate(fits) if has_room), len(STEPS))


def fans(
    canvas: Canvas, x: float, middle: float, sets: Sequence[Tile], room: float, *, closed: int = 0
) -> None:
    """Draw sets from left to right, as open as they fit. `closed` is the first place in `STEPS` to try."""
    closed = max(closed, closed_step(sets, room))
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
    """Draw each set as a card, with the number of its cards if it's more than usual."""
    if not sets or room < SINGLE:
        return
    numbers = _numbers(sets)
    step = min(STEP, (room - SINGLE - numbers) / max(1, len(sets) - 1))
    shown = len(sets)
    if step < MIN_STEP:
        shown = max(1, int((room - SINGLE - 30 - numbers) // MIN_STEP) + 1)
    step = max(step, MIN_STEP)
    discs: list[tuple[float, str]] = []
    for one in sets[:shown]:
        canvas.lay(x - EDGE, middle - 24 - EDGE, single, one.rank, one.wilds, SCALE)
        _note(canvas, one, (x, middle, SINGLE, 48))
        if one.count > MAX_OPEN:
            discs.append((x + 29, str(one.count)))
        x += step + (DISC_ROOM if one.count > MAX_OPEN and step < STEP else 0)
    for at, number in discs:  # Numbers come last, so no card covers them.
        canvas.box((at - DISC / 2, middle + 3, DISC, DISC), DISC / 2, PILL)
        canvas.text(at, middle + 3 + DISC / 2, number, 24, WHITE, align="middle")
    if shown < len(sets):
        canvas.text(x + SINGLE - step + 8, middle, f"+{len(sets) - shown}", 26, canvas.theme.quiet)


def min_width(sets: Sequence[Tile]) -> float:
    """Return the least width in which all sets can be shown."""
    return SINGLE + MIN_STEP * (len(sets) - 1) + _numbers(sets) + 10


def _numbers(sets: Sequence[Tile]) -> float:
    """Return the width of the numbers on all cards before the last one."""
    return DISC_ROOM * sum(one.count > MAX_OPEN for one in sets[:-1])


def _step(one: Tile, step: float) -> float:
    if one.count <= MAX_OPEN:
        return step
    return step * (0.62 if step >= MIN_RANK_STRIP else 0.5)


def _wide(one: Tile, step: float) -> float:
    return WIDE + (one.count - 1) * _step(one, step)


def _note(canvas: Canvas, one: Tile, box: tuple[float, float, float, float]) -> None:
    x, middle, wide, high = box
    canvas.note(Mark("text", x, middle - high / 2, wide, high, one.rank, colours.INK, PAPER))
