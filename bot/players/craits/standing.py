"""A seat's chance to win a game of Craits, from all totals at the end of a hand."""

import math
from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.games.craits.state import State

SPREAD: Final = 29.0
"""The lead in points at which a win is e times as likely with one hand to come.

Found in games between computers. Every hand spreads the totals about equally, whatever its size.
"""
_MOST: Final = 50.0
"""The largest exponent used. Larger ones wouldn't change the result, but overflow."""


def prospect(state: State, totals: Sequence[int], seat: Seat, played: int) -> float:
    """Return the chance that this seat wins the game with these totals after this many hands of it."""
    own, others = totals[seat], [totals[other] for other in state.active]
    to_come = state.options.hands - played
    if to_come <= 0:
        return 1 / others.count(own) if own == min(others) else 0.0
    scale = SPREAD * math.sqrt(to_come)
    return 1 / sum([math.exp(min((own - other) / scale, _MOST)) for other in others])
