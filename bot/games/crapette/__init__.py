"""Crapette, also called Crapaud or Russian Bank, for two. Each chapter of the rules has a module."""

from typing import Final

from bot.games.crapette.game import Crapette

GAME: Final = Crapette()
