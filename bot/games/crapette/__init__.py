"""Crapette, also Crapaud or Russian Bank: a patience for two. One module per chapter of the rules."""

from typing import Final

from bot.games.crapette.game import Crapette

GAME: Final = Crapette()
