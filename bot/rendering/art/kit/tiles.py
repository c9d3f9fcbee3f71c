"""Pictures cut into slices. A slice that looks like an earlier one, in any picture, isn't drawn again."""

from collections.abc import Sequence
from itertools import chain, groupby
from typing import Final, NamedTuple

from bot.rendering.art.cache import SizedCache
from bot.rendering.art.kit.canvas import Canvas
from bot.rendering.art.kit.draw_list import number
from bot.rendering.art.kit.idat import Strip, lines
from bot.rendering.art.kit.palettes import reduce_colours
from bot.subprocesses.frames import give_way

HIGH: Final = 60
"""The height in pixels. Lower slices repeat more often, but there are more of them to find and compress."""
Key = tuple[str | int, ...]
"""The game, the height of a slice, and everything on it with its position."""
STRIPS: Final = SizedCache[Key, Strip](max_bytes=48 * 2**20, size=lambda strip: len(strip.chunk))


class Slice(NamedTuple):
    """The lines of a picture from `top` to before `low`. Those that show the same have the same key."""

    top: int
    low: int
    key: Key


def strips(canvas: Canvas) -> list[Strip]:
    """Return everything on a canvas as compressed strips. Only unknown slices are drawn."""
    slices = [_slice(canvas, top) for top in range(0, canvas.high_pixels, HIGH)]
    known = {one.key: strip for one in slices if (strip := STRIPS.find(one.key)) is not None}
    missing = {one.key for one in slices if one.key not in known}
    for is_missing, run in groupby(slices, lambda one: one.key in missing):
        if is_missing:
            give_way()
            known |= _draw(canvas, list(run))
    return [known[one.key] for one in slices]


def _slice(canvas: Canvas, top: int) -> Slice:
    low = min(top + HIGH, canvas.high_pixels)
    what = ((number(put.what), put.top - top) for put in canvas.puts if put.top < low and put.low > top)
    return Slice(top, low, (canvas.game, low - top, *chain.from_iterable(what)))


def _draw(canvas: Canvas, run: Sequence[Slice]) -> dict[Key, Strip]:
    """Draw adjacent slices together. Keep their strips, and return them by key."""
    first, length = run[0].top, canvas.wide_pixels + 1
    whole = lines(reduce_colours(canvas.part(first, run[-1].low), canvas.game))
    drawn = {
        one.key: Strip.of(whole[(one.top - first) * length : (one.low - first) * length], canvas.wide_pixels)
        for one in run
    }
    for key, strip in drawn.items():
        STRIPS.keep(key, strip)
    return drawn
