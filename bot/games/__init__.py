"""The rules of all games, one package for each game."""

from typing import Final

from bot.engine.contract import AnyGame
from bot.registry import IDS, module

GAMES: Final[dict[str, AnyGame]] = {game: module("bot.games.{}", game).GAME for game in IDS}
"""All games by id."""
