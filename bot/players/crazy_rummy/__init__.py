"""The policy of Crazy Rummy."""

from typing import Final

from bot.players.crazy_rummy.policy import CrazyRummyPolicy

POLICY: Final = CrazyRummyPolicy()
