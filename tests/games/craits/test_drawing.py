"""Section 4.6: the empty stock, shuffle pressures, and nothing left."""

from typing import Any

from bot.games.craits.events import Drew, HandEnded, PlayerScored, Pressured, Reshuffled
from tests.games.craits.table import table

BIG = 90


def test_r27_the_pressure_falls_on_whoever_needs_a_card_from_an_empty_stock() -> None:
    sitting = table("5H KC QC / QD / 3D", "JC JD", top="JH", under="JC JD").do("A: play card:5H")

    assert sitting.told(Pressured) == [Pressured(seat=1, points=5, number=1)]
    assert sitting.told(Reshuffled) == [Reshuffled(cards=3)]
    assert sitting.now["totals"] == {"A": 0, "B": 5, "C": 0}


def test_r27_it_may_come_in_the_middle_of_a_multiple_draw() -> None:
    sitting = table("KC QC / QD 5C", "JD JC", top="2H", under="JC JD", stock="4C", phase="count", count=2)

    sitting.do("A: draw")

    assert (sitting.now["stock"], sitting.now["under"], sitting.now["pressures"]["A"]) == (["JC"], [], 1)


def test_an_empty_stock_by_itself_does_nothing() -> None:
    sitting = table("KC QC / QD 5C", top="2H", under="JC JD", stock="4C").do("A: draw")

    assert (sitting.now["stock"], sitting.told(Pressured)) == ([], [])


def test_r28_when_nothing_is_left_the_hand_ends_at_once() -> None:
    sitting = table("5H KC QC / QD / 3D / 4D", "JH", top="JH").do("A: play card:5H")

    assert sitting.told(Drew) == [Drew(seat=1, number=1, why="five")]
    assert sitting.told(HandEnded) == [HandEnded(hand_number=1, why="nothing-left")]
    assert sitting.now["pressures"] == {"A": 0, "B": 1, "C": 1, "D": 0}
    assert sitting.now["hands"]["D"] == ["4D"]


def test_r28_two_pressures_may_fall_in_one_draw() -> None:
    sitting = table("KC QC / QD 5C", "JC", top="2H", under="JC", phase="count", count=2).do("A: draw")

    assert [event.points for event in sitting.told(Pressured)] == [5, 10]
    assert sitting.now["record"] == [{"points": {"A": 30, "B": 40}, "pressure": {"A": 15, "B": 0}}]


def test_r28_an_empty_hand_scores_nothing_then_but_owes_its_pressures() -> None:
    owed: dict[str, Any] = {"totals": {"A": 12}, "pressures": {"A": 1}, "hand_pressures": {"A": 1}}
    sitting = table("5H / QD / 3D / 4D", "JH", top="JH", **owed).do("A: play card:5H")

    assert sitting.told(PlayerScored)[0] == PlayerScored(seat=0, cards=(), points=0, pressure=5, total=12)


def test_r29_pressures_double_through_the_whole_game_for_each_player_alone() -> None:
    sitting = table("KC QC / QD 5C", "JC", top="2H", under="JC", pressures={"A": 3, "B": 1}, hand_number=9)

    sitting.do("A: draw")

    assert sitting.now["totals"] == {"A": 40, "B": 0}
    assert (sitting.now["pressures"], sitting.now["hand_pressures"]) == ({"A": 4, "B": 1}, {"A": 1, "B": 0})


def test_r29_totals_have_no_upper_limit() -> None:
    total = 5 * (2**BIG - 1)
    sitting = table("KC QC / QD 5C", "JC", top="2H", under="JC", pressures={"A": BIG}, totals={"A": total})

    sitting.do("A: draw")

    assert sitting.now["totals"]["A"] == 5 * (2 ** (BIG + 1) - 1)


def test_r30_a_reshuffle_leaves_top_suit_direction_and_marks_alone() -> None:
    sitting = table(
        "KC QC / QD / 4D 5D", "JC", top="8S", suit="H", under="JC", declared=["B"], direction="anticlockwise"
    ).do("A: draw")

    now = sitting.now
    assert (now["top"], now["suit"], now["direction"], now["declared"]) == ("8S", "H", "anticlockwise", ["B"])
