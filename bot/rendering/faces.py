"""The faces of all games, by the game's id."""

from typing import Final

from bot.registry import IDS, module
from bot.rendering.face import Face

FACES: Final[dict[str, Face]] = {game: module("bot.rendering.{}.face", game).FACE for game in IDS}
