"""The host's refusals and those of the games mustn't get into each other's way."""

import pytest

from bot.games import GAMES
from bot.rendering.faces import FACES
from bot.rendering.words import HOST_REFUSALS


@pytest.mark.parametrize("game_id", GAMES)
def test_no_game_has_an_error_code_that_the_host_words_for_it(game_id: str) -> None:
    assert not HOST_REFUSALS.keys() & FACES[game_id].refusals.keys()
