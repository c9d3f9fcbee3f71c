"""The policies of all games that computers can play, by the game's id."""

from collections.abc import Mapping
from typing import Any, Final

from bot.players.craits import CraitsPolicy
from bot.players.crap import CrapPolicy
from bot.players.crapette import CrapettePolicy
from bot.players.crazy_rummy import CrazyRummyPolicy
from bot.players.policy import Policy
from bot.players.skrap import SkrapPolicy

POLICIES: Final[Mapping[str, Policy[Any]]] = {
    "crap": CrapPolicy(),
    "skrap": SkrapPolicy(),
    "craits": CraitsPolicy(),
    "crazy-rummy": CrazyRummyPolicy(),
    "crapette": CrapettePolicy(),
}
