"""Craits: Crazy Eights in which almost every rank does something. One module per chapter of the rules."""

from typing import Final

from bot.games.craits.game import Craits

GAME: Final = Craits()
