"""Crazy Rummy: players lay sets of one rank, and every hand of the game has another wild rank."""

from typing import Final

from bot.games.crazy_rummy.game import CrazyRummy

GAME: Final = CrazyRummy()
