"""The score sheet of Crazy Rummy."""

from collections.abc import Sequence

from bot.games.crazy_rummy.ending import HandScored
from bot.rendering.scene import Scene
from bot.rendering.scores import NOT_IN, Round, gain


def score_lines(scene: Scene) -> Sequence[Round]:
    """A line a hand; players who had left scored nothing in it."""
    hands: list[dict[int, HandScored]] = []
    for event in scene.scores:
        if isinstance(event, HandScored):
            hands[-1][event.seat] = event
        else:  # it has ended: the scores follow
            hands.append({})
    return [_round(number, hand, len(scene.players)) for number, hand in enumerate(hands, start=1)]


def _round(number: int, hand: dict[int, HandScored], seats: int) -> Round:
    return Round(
        name=str(number),
        gains=tuple(gain(hand[seat].score) if seat in hand else NOT_IN for seat in range(seats)),
        totals=tuple(hand[seat].total if seat in hand else None for seat in range(seats)),
    )
