"""Craits: Crazy Eights in which almost every rank has a function. Each chapter of the rules has a module."""

from typing import Final

from bot.games.craits.game import Craits

GAME: Final = Craits()
