"""A seat's chance to win a game of Crazy Rummy, from all totals at the end of a hand."""

import math
from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.games.crazy_rummy.state import State

GAIN: Final = 150
"""The leader's average gain in a hand."""
SPREAD: Final = 245
"""The standard deviation of the difference between two players' scores in a hand."""
MIN_HANDS: Final = 0.3
"""The least number of further hands to assume for a game that isn't over."""


def prospect(state: State, totals: Sequence[int], seat: Seat, played: int) -> float:
    """Return the chance that this seat wins the game with these totals after this many hands of it."""
    own, others = totals[seat], [totals[other] for other in state.active if other != seat]
    best = max((own, *others))
    is_last = state.last_hand or best >= state.options.target
    leaders = (own, *others).count(best)
    if (is_last and leaders == 1) or played >= state.options.max_hands:
        return 1 / leaders if own == best else 0.0
    to_go = (state.options.target - best) / GAIN
    hands = min(max(to_go, MIN_HANDS), state.options.max_hands - played)
    scale = SPREAD * math.sqrt(2 * hands)
    chance = 1.0
    for other in others:
        chance *= (1 + math.erf((own - other) / scale)) / 2
    return chance
