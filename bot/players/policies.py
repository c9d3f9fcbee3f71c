"""The policies of all games that computers can play, by the game's id."""

from collections.abc import Mapping
from typing import Any, Final

from bot.players.crapette import CrapettePolicy
from bot.players.policy import Policy

POLICIES: Final[Mapping[str, Policy[Any]]] = {
    "crapette": CrapettePolicy(),
}
