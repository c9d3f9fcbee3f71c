"""The costs of cards and shuffle pressures (sections 4.2 and 6)."""

import pytest

from bot.games.craits.cards import hand_points, pressure_points


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
def test_r32_threes_cancel_most_expensive_cards_except_eights(hand: str, points: int) -> None:
    assert hand_points(hand.split()) == points


@pytest.mark.parametrize(("hand", "points"), [("", 0), ("3C", -50), ("3C 3D", -100), ("3C 3C 3D 3D", -200)])
def test_r33_only_threes_take_fifty_off(hand: str, points: int) -> None:
    assert hand_points(hand.split()) == points


def test_r29_the_first_pressures_cost_5_10_20_40() -> None:
    assert [pressure_points(number) for number in range(1, 5)] == [5, 10, 20, 40]
    assert pressure_points(70) == 5 * 2**69
