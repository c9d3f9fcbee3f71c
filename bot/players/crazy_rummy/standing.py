"""How likely a seat is to win the game, from all totals at the end of a hand."""

import math
from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.games.crazy_rummy.state import State

GAIN: Final = 150
"""About what the leader gains in a hand."""
SPREAD: Final = 245
"""About how far the scores of two players in one hand lie apart: the standard deviation."""
MIN_HANDS: Final = 0.3
"""A game that isn't over is taken to last this many more hands at least."""


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
