"""Crapette, also Crapaud or Russian Bank: a competitive patience for two."""

from bot.games.crapette.game import Crapette

GAME = Crapette()
