"""Crazy Rummy: sets of one rank, another wild rank in every hand, 1500 points."""

from typing import Final

from bot.games.crazy_rummy.game import CrazyRummy

GAME: Final = CrazyRummy()
