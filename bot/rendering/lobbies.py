"""What each game says before its deal, in the order in which people choose: the quickest to learn first."""

from typing import Final

from bot.rendering.craits import lobby as craits
from bot.rendering.crap import lobby as crap
from bot.rendering.crapette import lobby as crapette
from bot.rendering.crazy_rummy import lobby as crazy_rummy
from bot.rendering.lobby_words import LobbyWords
from bot.rendering.skrap import lobby as skrap

LOBBIES: Final[dict[str, LobbyWords]] = {
    "skrap": skrap.LOBBY,
    "crap": crap.LOBBY,
    "craits": craits.LOBBY,
    "crazy-rummy": crazy_rummy.LOBBY,
    "crapette": crapette.LOBBY,
}
