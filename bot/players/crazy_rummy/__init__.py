"""How computers play Crazy Rummy."""

from bot.players.crazy_rummy.policy import CrazyRummyPolicy

__all__ = ["CrazyRummyPolicy"]
