"""Games of Craits in positions that are quick to write and read."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.chance import seat_letter
from bot.games.craits import GAME
from bot.games.craits.state import State
from tests.games.driver import Driver, Script

PILES = ("stock", "under")


def placed(hands: str, **position: Any) -> dict[str, Any]:
    """Return a position. Hands are written as `KS QD / 4C`, seat by seat, piles as text."""
    held = {seat_letter(seat): hand.split() for seat, hand in enumerate(hands.split("/"))}
    piles = {name: value.split() if name in PILES else value for name, value in position.items()}
    return {"hands": held, **piles}


def table(
    hands: str, *shuffles: str, options: Mapping[str, Any] | None = None, **position: Any
) -> Driver[State]:
    """Return a game in a position like that of `placed`, with the shuffles to come."""
    given = placed(hands, **position)
    return Driver(GAME, len(given["hands"]), given, chance=_script(shuffles), options=options)


def new_game(seats: int, *shuffles: str, **options: Any) -> Driver[State]:
    """Return a new game with its two shuffles."""
    return Driver(GAME, seats, chance=_script(shuffles), options=options)


def asked(game: Driver[State]) -> tuple[str, str]:
    """Return the phase and the deciders: `("turn", "A")`."""
    return game.phase, game.deciders


def _script(shuffles: Sequence[str]) -> Script:
    return [{"shuffle": cards.split()} for cards in shuffles]
