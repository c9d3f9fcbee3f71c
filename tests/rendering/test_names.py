"""Finding a game by any of its names."""

import pytest

from bot.games import GAMES
from bot.rendering.names import OTHER_NAMES, game_called, names_with


@pytest.mark.parametrize(
    ("typed", "game_id"),
    [
        ("crap", "crap"),
        ("C.R.A.P.", "crap"),
        ("crazy rummy", "crazy-rummy"),
        ("RUSSIAN BANK", "crapette"),
        ("creights", "craits"),
        ("1500 rummy", "crazy-rummy"),
    ],
)
def test_a_game_is_found_by_its_id_and_by_every_name(typed: str, game_id: str) -> None:
    assert game_called(typed) is GAMES[game_id]


@pytest.mark.parametrize("typed", ["", " ", "poker", "cra", "rummy"])
def test_half_a_name_is_no_name(typed: str) -> None:
    assert game_called(typed) is None


def test_with_nothing_typed_all_games_are_offered_under_their_own_names() -> None:
    assert list(names_with("")) == [(game.name, game) for game in GAMES.values()]


def test_other_names_are_offered_with_the_game_that_has_them() -> None:
    assert list(names_with("bank")) == [("Russian Bank (Crapette)", GAMES["crapette"])]
    assert [name for name, _ in names_with("cr")] == [
        "C.R.A.P.", "Craits", "Crazy Rummy", "Crapette"
    ]  # fmt: skip


def test_every_game_has_other_names_and_no_two_share_one() -> None:
    names = [name for others in OTHER_NAMES.values() for name in others]

    assert set(OTHER_NAMES) == set(GAMES)
    assert len(set(names)) == len(names)
