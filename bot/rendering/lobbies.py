"""The words of each game before its deal, in the order in which people choose."""

from typing import Final

from bot.registry import IDS, module
from bot.rendering.lobby_words import LobbyWords

_WORDS: Final[dict[str, LobbyWords]] = {game: module("bot.rendering.{}.lobby", game).LOBBY for game in IDS}
LOBBIES: Final = dict(sorted(_WORDS.items(), key=lambda one: not one[1].is_learned_quickly))
"""By the game's id, the quickest to learn first."""
