"""Covers tell how many people can play a game and how long it takes. The strip names all games."""

import pytest

from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.rendering.covers import cover, games


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_cover_with_its_players(game: AnyGame) -> None:
    shown = cover(game)

    assert shown.png.startswith(b"\x89PNG")
    assert shown.alt.startswith(f"{game.name}: ")
    assert f"{game.seats[-1]} players" in shown.alt


def test_cover_tells_length_where_known() -> None:
    assert "3–6 players · 25 min" in cover(GAMES["crap"], 25).alt
    assert "2 players · 20 min" in cover(GAMES["crapette"], 20).alt
    assert "min" not in cover(GAMES["crap"]).alt


def test_the_strip_names_all_games() -> None:
    shown = games(list(GAMES.values()))

    assert [one.name for one in GAMES.values() if one.name not in shown.alt] == []
    assert shown.png
