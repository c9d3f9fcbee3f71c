"""Crazy Rummy: sets of one rank, one wild rank per hand, 1500 points. One module per chapter of the rules."""

from typing import Final

from bot.games.crazy_rummy.game import CrazyRummy

GAME: Final = CrazyRummy()
