"""How computers play C.R.A.P."""

from bot.players.crap.policy import CrapPolicy

__all__ = ["CrapPolicy"]
