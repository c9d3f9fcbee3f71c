"""The scoring round and the count at the turn limit (section 6, R32-R35, R40)."""

from typing import Any

import pytest

from bot.games.crap.ending import GameEnded
from bot.games.crap.scoring import FinalCount, Reshuffled, ScoringRound
from tests.games.crap.positions import SEVENS, SEVENS_OF_B, game_at, sevens_of
from tests.games.driver import Script


def test_without_any_card_nothing_is_shuffled() -> None:
    game = game_at({}, chance=[]).do("A: cooperate player:B")

    assert game.told(Reshuffled) == [Reshuffled(count=0)]


def test_r32_points_add_up_and_sets_score_once() -> None:
    position = {"sets": [sevens_of("B")], "totals": {"B": 30}}
    game = game_at(position, chance=[{"shuffle": []}]).do("A: cooperate player:C")

    assert (game.position["totals"]["B"], game.position["sets"]) == (100, [])
    assert game.told(ScoringRound)[0].gained == (0, 70, 0)


def test_r34_equal_highest_totals_win_together() -> None:
    position = {"sets": [sevens_of("A"), {"owner": "C", "rank": "7", "cards": SEVENS}]}

    game = game_at(position, options={"threshold": 69}).do("B: leave", "A: cooperate player:C")

    assert (game.position["winners"], game.position["end"]) == (["A", "C"], "threshold")
    assert game.events[-1] == GameEnded(winners=(0, 2), end="threshold", totals=(70, 0, 70))


def test_won_game_leaves_sets_and_unprotects_cards() -> None:
    position = {"sets": [sevens_of("A")], "protected": {"B": ["9C"]}}

    game = game_at(position, options={"threshold": 50}).do("A: cooperate player:C")

    assert len(game.position["sets"]) == 1
    assert (game.position["hands"]["B"], game.position["protected"]["B"]) == (["9C"], [])
    assert game.position["last"]["action"] == "cooperate"


@pytest.mark.parametrize(
    ("sets", "winners", "totals"),
    [
        ([], [], {"A": 0, "B": 0, "C": 0}),
        ([SEVENS_OF_B], ["B"], {"A": 0, "B": 70, "C": 0}),
        ([SEVENS_OF_B, {**SEVENS_OF_B, "owner": "A"}], ["A", "B"], {"A": 70, "B": 70, "C": 0}),
    ],
)
def test_r40_the_limit_counts_the_sets(
    sets: list[dict[str, Any]], winners: list[str], totals: dict[str, int]
) -> None:
    position = {"turn_number": 50, "sets": sets, "protected": {"C": ["2C"]}}

    game = game_at(position, options={"turn-limit": 50}).do("*: timeout")

    assert (game.position["end"], game.position["winners"], game.position["totals"]) == (
        "turn-limit",
        winners,
        totals,
    )
    assert (game.position["scoring_rounds"], len(game.position["sets"]), game.position["hands"]["C"]) == (
        0,
        len(sets),
        ["2C"],
    )
    assert len(game.told(FinalCount)) == 1


@pytest.mark.parametrize(("total", "end"), [(930, None), (931, "threshold")])
def test_r33_exactly_the_threshold_is_not_enough(total: int, end: str | None) -> None:
    position = {"sets": [sevens_of("A")], "totals": {"A": total}, "discard": ["2C"]}
    chance: Script = [] if end else [{"shuffle": []}]

    game = game_at(position, chance=chance).do("A: cooperate player:B")

    assert (game.position["totals"]["A"], game.position["end"]) == (total + 70, end)


def test_r35_after_scoring_round_next_player_clockwise_is_on() -> None:
    game = game_at({"turn": "B", "discard": ["2C", "3C"]}, chance=[{"shuffle": []}])

    game.do("B: cooperate player:A")

    assert (game.position["scoring_rounds"], game.deciders) == (1, "C")
