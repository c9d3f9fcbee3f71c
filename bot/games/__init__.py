"""The list of games. A new game is a package here, and a line in this list."""

from typing import Final

from bot.engine.contract import AnyGame
from bot.games import craits, crap, crapette, crazy_rummy, skrap

_ALL: Final[tuple[AnyGame, ...]] = (crap.GAME, skrap.GAME, craits.GAME, crazy_rummy.GAME, crapette.GAME)

GAMES: Final[dict[str, AnyGame]] = {game.id: game for game in _ALL}
"""All games by id, in the order in which they are offered."""
