"""Covers, the strip of games, and endings say who plays what, and who has won."""

import pytest

from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.rendering.art.plan import Highlight
from bot.rendering.covers import Standing, cover, ending, strip


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_cover_with_its_players(game: AnyGame) -> None:
    shown = cover(game)

    assert shown.png.startswith(b"\x89PNG")
    assert shown.alt.startswith(f"{game.name}: ")
    assert f"{game.seats[-1]} players" in shown.alt


def test_a_cover_says_how_long_a_game_takes_where_that_is_known() -> None:
    assert "3–6 players · 25 min" in cover(GAMES["crap"], 25).alt
    assert "2 players · 20 min" in cover(GAMES["crapette"], 20).alt
    assert "min" not in cover(GAMES["crap"]).alt


def test_the_strip_names_all_games() -> None:
    shown = strip(list(GAMES.values()))

    assert [one.name for one in GAMES.values() if one.name not in shown.alt] == []
    assert shown.png


def test_an_ending_crowns_the_winner_and_ranks_everybody() -> None:
    standings = [
        Standing("Ben", 2, 1070, won=True),
        Standing("Ann", 1, 690),
        Standing("Cyd", 3, 690),
        Standing("Dan", 4, -20),
    ]
    told = ending(GAMES["crap"], "in 4 scoring rounds", standings, [Highlight("Eight kings", "worth 280")])

    assert told.alt.splitlines() == [
        "Ben wins. in 4 scoring rounds.",
        "1. Ben: 1,070",
        "2. Ann: 690",
        "2. Cyd: 690",
        "4. Dan: −20",
        "Eight kings worth 280.",
    ]


@pytest.mark.parametrize(
    ("won", "said"),
    [((True, True), "2 players win"), ((False, False), "Nobody wins"), ((False, True), "B wins")],
)
def test_an_ending_knows_shared_wins_and_none(won: tuple[bool, bool], said: str) -> None:
    standings = [
        Standing(name, place, 0, one) for place, (name, one) in enumerate(zip("AB", won, strict=True), 1)
    ]

    assert ending(GAMES["crap"], "", standings).alt.startswith(said)
