"""The score sheet of Skrap."""

from collections.abc import Sequence

from bot.games.skrap.scoring import Champion
from bot.rendering.scene import Scene
from bot.rendering.scores import NOT_IN, Round, gain


def score_lines(scene: Scene) -> Sequence[Round]:
    """A line a round with the heads of its champion; none are won in a round that was void."""
    heads = [0] * len(scene.players)
    lines = []
    for number, event in enumerate(scene.scores, start=1):
        gains = [NOT_IN] * len(heads)
        if isinstance(event, Champion):
            won = 0 if event.lost else event.heads
            heads[event.seat] += won
            gains = [gain(won if seat == event.seat else 0) for seat in range(len(heads))]
        lines.append(Round(name=str(number), gains=tuple(gains), totals=tuple(heads)))
    return lines
