"""The faces of all games, by the game's id."""

from typing import Final

from bot.registry import IDS, module_name
from bot.rendering.face import Face

FACES: Final[dict[str, Face]] = {game: Face(module_name("bot.rendering.{}", game)) for game in IDS}
