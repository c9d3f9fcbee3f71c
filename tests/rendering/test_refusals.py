"""The bot's own refusals and those of the games have different error codes."""

import pytest

from bot.games import GAMES
from bot.rendering.faces import FACES
from bot.rendering.words import HOST_REFUSALS


@pytest.mark.parametrize("game_id", GAMES)
def test_no_game_reuses_hosts_error_codes(game_id: str) -> None:
    assert not HOST_REFUSALS.keys() & FACES[game_id].refusals.keys()
