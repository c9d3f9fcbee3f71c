"""The stage: the headline at the left, the middle of the table at the right."""

from bot.rendering.art.kit.canvas import Canvas, fitted
from bot.rendering.art.kit.colours import WHITE
from bot.rendering.art.parts import drama, middle
from bot.rendering.art.parts.grounds import ray_ground, stage_ground
from bot.rendering.art.parts.portraits import LEFT as ART
from bot.rendering.art.parts.portraits import MIDDLE
from bot.rendering.art.plan import Bot, Played, Stage, Wanted

LEFT = 20
MIN_HIGH = 164
"""The least height of a stage, in units."""
HEADLINES = (44, 38, 34, 30)
"""The sizes of a headline. The first with at most two lines is used, or the last with three."""
LINE = 28
LINES = (LINE, 26, 24)
"""The sizes of the line below, chosen in the same way."""
APART = {1: 34, 2: 34, 3: 29}
"""The distance between the middles of these lines, by their number."""


class Words:
    """The headline and the line under it, broken into lines."""

    def __init__(self, stage: Stage, room: float) -> None:
        sizes = (52, *HEADLINES) if stage.gain else HEADLINES
        self.size, self.head = fitted(stage.headline, room, sizes, 2, spare=1)
        self.fine, self.under = fitted(stage.line, room, LINES, 2, "Regular", spare=1)
        first = 36 if len(self.head) > 1 else 52
        self.heads = [first + place * 1.1 * self.size for place in range(len(self.head))]
        below = first + len(self.head) * 1.1 * self.size + (4 if self.size > 40 else 8)
        self.lines = [below + APART[len(self.under)] * place for place in range(len(self.under))]
        self.low = (self.lines or self.heads)[-1] + 27

    def write(self, canvas: Canvas, down: float) -> None:
        """Write both, moved down by `down` units."""
        for y, text in zip(self.heads, self.head, strict=True):
            canvas.text(LEFT, y + down, text, self.size, WHITE)
        for y, text in zip(self.lines, self.under, strict=True):
            canvas.text(LEFT, y + down, text, self.fine, canvas.theme.quiet, weight="Regular")


def words(stage: Stage) -> Words:
    """Return the stage's words in the room that the middle of the table leaves."""
    left = ART if stage.drama else middle.left_edge(stage.middle)
    return Words(stage, left - LEFT - 14)


def height(stage: Stage) -> int:
    """Return the height of the stage."""
    if stage.gain:
        return 292 + _extra_height(stage)
    if stage.drama:
        return max(drama.HIGH, round(words(stage).low) + (52 if stage.stake else 0))
    if any(isinstance(one, Bot) for one in stage.middle):
        least = 258
    elif any(isinstance(one, Played) for one in stage.middle):
        least = 214
    else:
        least = 182 if any(isinstance(one, Wanted) for one in stage.middle) else MIN_HIGH
    return max(least, round(words(stage).low) + (52 if stage.stake else 0))


def _extra_height(stage: Stage) -> int:
    """Return the distance by which the words at the end of a round push down everything below."""
    return max(0, round(words(stage).low) - 150)


def draw(canvas: Canvas, stage: Stage) -> None:
    """Draw the stage along the upper edge."""
    high = height(stage)
    if stage.gain:
        canvas.lay(0, 0, ray_ground, canvas.game, high, 440, 130, 0.06)
    elif drama.has_rays(stage.drama):
        canvas.lay(0, 0, ray_ground, canvas.game, high, *map(int, MIDDLE), 0.07)
    else:
        canvas.lay(0, 0, stage_ground, canvas.game, high)
    text = words(stage)
    room = high - (58 if stage.stake else 0)
    text.write(canvas, -6 if stage.gain else min(8, max(0, (room - text.low) / 2)))
    if stage.drama:
        drama.draw(canvas, stage.drama)
        drama.piles(canvas, stage.middle, high, stage.drama)
    else:
        middle.draw(canvas, stage.middle, high)
    if stage.stake:
        _stake(canvas, stage, high)
    if stage.gain:
        canvas.text(LEFT, 240 + _extra_height(stage), stage.gain, (60, 54, 48), canvas.theme.accent, room=270)


def _stake(canvas: Canvas, stage: Stage, high: int) -> None:
    """Draw the heads at stake under the line, or those won in a larger size."""
    theme = canvas.theme
    size, step, y = (52, 60, 170 + _extra_height(stage)) if stage.gain else (38, 43, high - 36)
    shown = stage.stake if stage.stake <= 4 else 1
    for place in range(shown):
        canvas.emblem(LEFT + size / 2 + place * step, y, size, theme.accent, theme.low)
    x: float = LEFT + shown * step + 6
    if shown < stage.stake:
        x += canvas.text(x - 4, y + 3, f"× {stage.stake}", 30, WHITE) + 8
    if not stage.gain:
        canvas.text(x, y + 3, stage.stake_label, LINE, theme.quiet, weight="Regular", room=290 - x)
