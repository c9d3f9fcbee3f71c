"""The empty stock, shuffle pressures, and hands with nothing left to draw (section 4.6)."""

from typing import Any

from bot.engine.events import visible_to
from bot.games.craits.drawing import Drew, DrewCards, Pressured, Reshuffled
from bot.games.craits.ending import HandEnded, PlayerScored
from tests.games.craits.positions import table

BIG = 90


def test_r27_pressure_falls_on_player_needing_a_card() -> None:
    game = table("5H KC QC / QD / 3D", "JC JD", top="JH", under="JC JD").do("A: play card:5H")

    assert game.told(Pressured) == [Pressured(seat=1, points=5, number=1)]
    assert game.told(Reshuffled) == [Reshuffled(count=3)]
    assert game.position["totals"] == {"A": 0, "B": 5, "C": 0}


def test_r27_it_may_come_in_middle_of_multiple_draw() -> None:
    game = table("KC QC / QD 5C", "JD JC", top="2H", under="JC JD", stock="4C", phase="count", count=2)

    game.do("A: draw")

    assert (game.position["stock"], game.position["under"], game.position["pressures"]["A"]) == (
        ["JC"],
        [],
        1,
    )


def test_empty_stock_alone_does_nothing() -> None:
    game = table("KC QC / QD 5C", top="2H", under="JC JD", stock="4C").do("A: draw")

    assert (game.position["stock"], game.told(Pressured)) == ([], [])


def test_r28_when_nothing_is_left_hand_ends_at_once() -> None:
    game = table("5H KC QC / QD / 3D / 4D", "JH", top="JH").do("A: play card:5H")

    assert game.told(Drew) == [Drew(seat=1, count=1, why="five")]
    assert game.told(HandEnded) == [HandEnded(hand_number=1, why="nothing-left")]
    assert game.position["pressures"] == {"A": 0, "B": 1, "C": 1, "D": 0}
    assert game.position["hands"]["D"] == ["4D"]


def test_r28_two_pressures_may_fall_in_one_draw() -> None:
    game = table("KC QC / QD 5C", "JC", top="2H", under="JC", phase="count", count=2).do("A: draw")

    assert [event.points for event in game.told(Pressured)] == [5, 10]
    assert game.position["record"] == [{"points": {"A": 30, "B": 40}, "pressure": {"A": 15, "B": 0}}]


def test_r28_empty_hand_scores_nothing_but_owes_pressures() -> None:
    owed: dict[str, Any] = {"totals": {"A": 12}, "pressures": {"A": 1}, "hand_pressures": {"A": 1}}
    game = table("5H / QD / 3D / 4D", "JH", top="JH", **owed).do("A: play card:5H")

    assert game.told(PlayerScored)[0] == PlayerScored(seat=0, cards=(), points=0, pressure=5, total=12)


def test_r29_pressures_double_per_player_through_game() -> None:
    game = table("KC QC / QD 5C", "JC", top="2H", under="JC", pressures={"A": 3, "B": 1}, hand_number=9)

    game.do("A: draw")

    assert game.position["totals"] == {"A": 40, "B": 0}
    assert (game.position["pressures"], game.position["hand_pressures"]) == (
        {"A": 4, "B": 1},
        {"A": 1, "B": 0},
    )


def test_r29_totals_have_no_upper_limit() -> None:
    total = 5 * (2**BIG - 1)
    game = table("KC QC / QD 5C", "JC", top="2H", under="JC", pressures={"A": BIG}, totals={"A": total})

    game.do("A: draw")

    assert game.position["totals"]["A"] == 5 * (2 ** (BIG + 1) - 1)


def test_r30_reshuffle_leaves_top_suit_direction_and_marks_alone() -> None:
    game = table(
        "KC QC / QD / 4D 5D", "JC", top="8S", suit="H", under="JC", declared=["B"], direction="anticlockwise"
    ).do("A: draw")

    now = game.position
    assert (now["top"], now["suit"], now["direction"], now["declared"]) == ("8S", "H", "anticlockwise", ["B"])


def test_drawn_cards_are_told_to_the_drawer_alone() -> None:
    game = table("5H QH / QD 3C / 4C", top="8H", stock="2C 5C").do("A: play card:5H")

    for seat in (0, 1, 2):
        drawn = [event for event in visible_to(game.events, seat) if isinstance(event, DrewCards)]
        assert [took.seat for took in drawn] == ([seat] if seat else [])
    assert all(event.to is None for event in visible_to(game.events, None))


def test_cards_drawn_over_a_reshuffle_come_in_order() -> None:
    game = table("KC QC / QD 5C", "JD JC", top="2H", under="JC JD", stock="4C", phase="count", count=2)

    game.do("A: draw")

    [drawn] = game.told(DrewCards)
    assert drawn.cards == ("4C", "JD")
