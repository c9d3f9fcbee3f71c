"""Skrap: scrap robots of two cards fight until one is left. Its owner collects the others' heads."""

from typing import Final

from bot.games.skrap.game import Skrap

GAME: Final = Skrap()
