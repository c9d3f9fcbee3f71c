"""The policy of C.R.A.P."""

from typing import Final

from bot.players.crap.policy import CrapPolicy

POLICY: Final = CrapPolicy()
