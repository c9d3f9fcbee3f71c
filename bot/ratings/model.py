"""The interface to the rating library: two numbers per player, and how a game changes them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

MEAN: Final = 25.0
DEVIATION: Final = MEAN / 3
CAUTION: Final = 2
"""The deviations that a shown rating is below the mean, so that a few games don't rank anyone too high."""
ZERO: Final = MEAN - CAUTION * DEVIATION
"""The cautious estimate for a player without games."""
SHOWN_ZERO: Final = 1000
SHOWN_STEP: Final = 40


class Rating(msgspec.Struct, frozen=True):
    """An estimate of a player's strength, and its uncertainty."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> int:
        """The number that people see. Everyone begins at 1000."""
        cautious = self.mean - CAUTION * self.deviation
        return round(SHOWN_ZERO + SHOWN_STEP * (cautious - ZERO))


def new_ratings(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after one game, in the same order. Lower ranks are better, and ties share one.

    A deviation never grows, so the shown number of a sole winner never falls.
    """
    model = _model()
    teams = [[model.rating(mu=one.mean, sigma=one.deviation)] for one in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks], limit_sigma=True)
    return [Rating(mean=team[0].mu, deviation=team[0].sigma) for team in after]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DEVIATION)
