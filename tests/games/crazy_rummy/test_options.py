"""Options before the game (section 7)."""

from typing import Any

import pytest

from bot.engine.contract import Malformed
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.options import CrazyRummyOptions, packs_for
from tests.games.driver import Driver


def test_the_usual_game() -> None:
    assert CrazyRummyOptions() == CrazyRummyOptions(
        target=1500, packs="auto", dealer_wild="marker", reshuffles=1, max_hands=50
    )


@pytest.mark.parametrize(
    "given",
    [
        {"target": 299}, {"target": 5001}, {"packs": 0}, {"packs": 7}, {"packs": "many"},
        {"dealer_wild": "table"}, {"reshuffles": 4}, {"reshuffles": -1}, {"max_hands": 0}, {"max_hands": 101},
    ],
)  # fmt: skip
def test_options_outside_their_limits_are_malformed(given: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        Driver(GAME, 2, options=given)


def test_r2_there_is_a_deck_for_two_players() -> None:
    assert [packs_for(players, CrazyRummyOptions()) for players in range(2, 11)] == [
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        5,
        5,
    ]
    assert packs_for(3, CrazyRummyOptions(packs=6)) == 6


@pytest.mark.parametrize(
    ("seats", "packs", "fits"), [(4, 1, True), (5, 1, False), (8, 2, True), (9, 2, False)]
)
def test_chosen_packs_must_hold_the_largest_deal(seats: int, packs: Any, fits: bool) -> None:
    assert (GAME.problem(seats, CrazyRummyOptions(packs=packs)) is None) is fits


def test_r1_automatic_packs_suffice_for_two_to_ten_players() -> None:
    assert GAME.seats == range(2, 11)
    assert [GAME.problem(seats, CrazyRummyOptions()) for seats in GAME.seats] == [None] * 9


def test_packs_that_are_too_few_are_explained() -> None:
    problem = GAME.problem(5, CrazyRummyOptions(packs=1))

    assert problem is not None
    assert problem.line == "packs must be 2 or more for 5 players, not 1"
