"""Skrap: players build bots of two cards and destroy each other's. The last bot's owner gets heads."""

from typing import Final

from bot.games.skrap.game import Skrap

GAME: Final = Skrap()
