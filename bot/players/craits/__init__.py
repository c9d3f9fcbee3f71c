"""The policy of Craits."""

from typing import Final

from bot.players.craits.policy import CraitsPolicy

POLICY: Final = CraitsPolicy()
