"""How likely a seat is to win a game of Craits, from all totals at the end of a hand."""

import math
from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.games.craits.state import State

SPREAD: Final = 29.0
"""How many points less make a win e times as likely, one hand before the end. From games between computers.

Each hand to come scatters totals about alike, whatever its size.
"""
_MOST: Final = 50.0
"""Odds so long that one more point changes nothing. Without a limit they couldn't be counted."""


def prospect(state: State, totals: Sequence[int], seat: Seat, played: int) -> float:
    """Return the chance that this seat wins the game with these totals after this many hands of it."""
    own, others = totals[seat], [totals[other] for other in state.active]
    to_come = state.options.hands - played
    if to_come <= 0:
        return 1 / others.count(own) if own == min(others) else 0.0
    scale = SPREAD * math.sqrt(to_come)
    return 1 / sum([math.exp(min((own - other) / scale, _MOST)) for other in others])
