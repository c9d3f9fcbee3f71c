"""The port to the library that rates: two numbers a player, and what one game makes of them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

MEAN: Final = 25.0
DEVIATION: Final = MEAN / 3
CAUTION: Final = 2
"""How many deviations below the mean players see, so that a few games do not praise anybody too early."""
ZERO: Final = MEAN - CAUTION * DEVIATION
"""The cautious strength of somebody who has not played yet."""
FRIENDLY_ZERO: Final = 1000
FRIENDLY_STEP: Final = 40


class Rating(msgspec.Struct, frozen=True):
    """How strong a player is likely to be, and how sure that is."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> int:
        """The number that people see; everybody begins at 1000."""
        cautious = self.mean - CAUTION * self.deviation
        return round(FRIENDLY_ZERO + FRIENDLY_STEP * (cautious - ZERO))


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after one game, in the same order; lower ranks are better, equal ones shared.

    A deviation never grows, so that no winner's number falls.
    """
    model = _model()
    teams = [[model.rating(mu=one.mean, sigma=one.deviation)] for one in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks], limit_sigma=True)
    return [Rating(mean=team[0].mu, deviation=team[0].sigma) for team in after]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DEVIATION)
