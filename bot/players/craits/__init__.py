"""How computers play Craits."""

from bot.players.craits.policy import CraitsPolicy

__all__ = ["CraitsPolicy"]
