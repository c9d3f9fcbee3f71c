"""The policies of all games that computers can play, by the game's id."""

from collections.abc import Mapping
from typing import Any, Final

from bot.players.crap.policy import CrapPolicy
from bot.players.policy import Policy

POLICIES: Final[Mapping[str, Policy[Any]]] = {
    "crap": CrapPolicy(),
}
