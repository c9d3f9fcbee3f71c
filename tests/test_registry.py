"""The list of games names every game, and each game's modules are found through it."""

import pytest

from bot.games import GAMES
from bot.registry import IDS, module


def test_games_have_the_ids_of_the_list() -> None:
    assert [game.id for game in GAMES.values()] == list(IDS)


def test_a_module_that_a_game_lacks_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"bot\.rendering\.old_maid"):
        module("bot.rendering.{}.look", "old-maid")
