"""The policy of each game that computers can play, by the game's id."""

from typing import Any, Final

from bot.games import GAMES
from bot.players.policy import Policy
from bot.registry import module

POLICIES: Final[dict[str, Policy[Any]]] = {
    game.id: module("bot.players.{}", game.id).POLICY for game in GAMES.values() if game.notes is not None
}
