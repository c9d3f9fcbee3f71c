"""The host's refusals and those of the games must not get into each other's way."""

import importlib

import pytest

from bot.games import GAMES
from bot.rendering.words import HOST_REFUSALS


@pytest.mark.parametrize("game_id", GAMES)
def test_no_game_has_an_error_code_that_the_host_words_for_it(game_id: str) -> None:
    module = importlib.import_module(f"bot.rendering.{game_id.replace('-', '_')}.refusals")

    assert not HOST_REFUSALS.keys() & module.REFUSALS.keys()
