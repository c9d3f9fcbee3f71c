"""The score sheet of C.R.A.P."""

from collections.abc import Sequence

from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.rendering.scene import Scene
from bot.rendering.scores import Round, gain


def score_lines(scene: Scene) -> Sequence[Round]:
    """A line for each scoring round, and for the count at the turn limit."""
    return [
        Round(
            name=str(event.number) if isinstance(event, ScoringRound) else "end",
            gains=tuple(map(gain, event.gained)),
            totals=event.totals,
        )
        for event in scene.scores
        if isinstance(event, ScoringRound | FinalCount)
    ]
