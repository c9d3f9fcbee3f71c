"""Positions for the tests, and the driver that plays from them."""

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
    """A game from this position, or a new one."""
    return Driver(GAME, seats, position, chance=chance, options=options)


def sevens_of(owner: str) -> dict[str, object]:
    """Four 7s on the table."""
    return {"owner": owner, "rank": "7", "cards": SEVENS}


SEVENS_OF_B: Final = sevens_of("B")
