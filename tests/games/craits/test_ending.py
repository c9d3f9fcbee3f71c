"""Sections 4.7 and 6: points, the record, the end of the game."""

import pytest

from bot.engine.contract import Outcome
from bot.games.craits import GAME
from bot.games.craits.events import GameEnded, HandEnded, PlayerScored
from bot.games.craits.points import hand_points, pressure_points
from tests.games.craits.table import options, table


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("AS", 1), ("2S", 20), ("4S", 15), ("5S", 30), ("6S", 30), ("7S", 20),
        ("8S", 50), ("9S", 30), ("10S", 25), ("JS", 10), ("QS", 10), ("KS", 10),
    ],
)  # fmt: skip
def test_r31_the_point_table(card: str, points: int) -> None:
    assert hand_points([card]) == points


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AC 3C 3D 6C 7C 9C KC", 37),
        ("3C 5C 6C", 33),
        ("3C 8C", 53),
        ("3C 3D 8C", 56),
        ("3C 3D KC", 6),
        ("3C 3D 3H 3S AC 8C 8D", 112),
    ],
)
def test_r32_each_three_costs_three_and_cancels_the_dearest_card_but_no_eight(hand: str, points: int) -> None:
    assert hand_points(hand.split()) == points


@pytest.mark.parametrize(("hand", "points"), [("", 0), ("3C", -50), ("3C 3D", -100), ("3C 3C 3D 3D", -200)])
def test_r33_only_threes_take_fifty_off_each_and_an_empty_hand_is_nothing(hand: str, points: int) -> None:
    assert hand_points(hand.split()) == points


def test_r33_threes_count_alike_when_nothing_is_left() -> None:
    sitting = table("KC / 3C 3D", top="2H").do("A: draw")

    assert sitting.now["record"][0]["points"] == {"A": 10, "B": -100}


def test_r29_the_first_pressures_cost_5_10_20_40() -> None:
    assert [pressure_points(number) for number in range(1, 5)] == [5, 10, 20, 40]
    assert pressure_points(70) == 5 * 2**69


def test_the_end_of_a_hand_opens_all_hands_and_drops_what_belonged_to_it() -> None:
    sitting = table("KH / QD 5C / 4D", top="JH", owes=["C"], undeclared=["A"], declared=["C"])

    sitting.do("A: play card:KH")

    now = sitting.now
    assert (now["revealed"], now["undeclared"], now["declared"], now["owes"]) == (True, [], [], [])
    assert sitting.told(HandEnded) == [HandEnded(hand_number=1, why="out")]
    assert sitting.told(PlayerScored)[1:] == [
        PlayerScored(seat=1, cards=("QD", "5C"), points=40, pressure=0, total=40),
        PlayerScored(seat=2, cards=("4D",), points=15, pressure=0, total=15),
    ]


def test_direction_and_cards_stay_until_the_next_deal() -> None:
    sitting = table("KH / QD 5C / 4D", top="JH", under="2C", direction="anticlockwise").do("A: play card:KH")

    now = sitting.now
    assert (now["direction"], now["top"], now["under"]) == ("anticlockwise", "KH", ["2C", "JH"])


def test_r34_the_lowest_total_wins_and_is_shared() -> None:
    sitting = table("KH / QD / JD / 4D", top="JH", hand_number=15, totals={"A": 5, "B": -5, "C": -5})

    sitting.do("A: play card:KH")

    assert GAME.outcome(sitting.state) == Outcome((0, 1, 2), "lowest-total")
    assert sitting.told(GameEnded) == [GameEnded(winners=(0, 1, 2), why="lowest-total")]


def test_a_shorter_game_ends_after_so_many_hands() -> None:
    sitting = table("KH / QD", top="JH", given=options(hands=1)).do("A: play card:KH")

    assert sitting.awaited == ("over", "")


def test_a_player_who_left_cannot_win() -> None:
    sitting = table("KH / QD / ", top="JH", hand_number=15, left=["C"], totals={"C": -500})

    assert GAME.outcome(sitting.do("A: play card:KH").state) == Outcome((0,), "lowest-total")


@pytest.mark.parametrize("commands", [["A: draw"], ["A: draw", "B: draw"]])
def test_r42_a_hand_is_stopped_at_its_cap(commands: list[str]) -> None:
    capped = options(hand_cap=100)
    sitting = table("KC QC / QD JD", top="5H", stock="4C 4D", actions=100 - len(commands), given=capped)

    sitting.do(*commands)

    assert sitting.told(HandEnded) == [HandEnded(hand_number=1, why="cap")]
    assert (sitting.now["actions"], sitting.now["hand_pressures"]) == (100, {"A": 0, "B": 0})


def test_r42_the_last_action_is_fully_carried_out() -> None:
    capped = options(hand_cap=100)
    sitting = table("7H QC / QD JD", top="5H", stock="4C 4D", actions=99, given=capped)

    sitting.do("A: play card:7H")

    assert sitting.now["record"][0]["points"] == {"A": 10, "B": 35}


def test_r42_side_calls_are_no_actions() -> None:
    capped = options(hand_cap=100)
    sitting = table("KH / QD JD", top="5H", undeclared=["A"], turn="B", actions=99, given=capped)

    assert sitting.do("A: one-card").awaited == ("turn", "B")
