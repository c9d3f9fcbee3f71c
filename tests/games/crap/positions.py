"""Games of C.R.A.P. in positions for tests."""

from collections.abc import Mapping
from typing import Any, Final

from bot.games.crap import GAME
from bot.games.crap.state import State
from tests.games.driver import Driver, Script

SEVENS: Final = ["7C", "7D", "7H", "7S"]
ACES: Final = ["AC", "AD", "AH", "AS"]
FORCE: Final = {"force-recycle": True}


def game_at(
    position: Mapping[str, Any] | None = None,
    *,
    seats: int = 3,
    chance: Script = (),
    options: Mapping[str, Any] | None = None,
) -> Driver[State]:
    """Return a game in this position, or a new one."""
    return Driver(GAME, seats, position, chance=chance, options=options)


def sevens_of(owner: str) -> dict[str, object]:
    """Return a set of four 7s on the table."""
    return {"owner": owner, "rank": "7", "cards": SEVENS}


SEVENS_OF_B: Final = sevens_of("B")
