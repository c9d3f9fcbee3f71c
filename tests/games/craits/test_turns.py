"""The order of turns, the debt that replaces one, and the cap on a hand's actions."""

import pytest

from bot.games.craits.drawing import Drew
from bot.games.craits.ending import HandEnded
from tests.games.craits.positions import asked, table


def test_r24_skipped_turn_does_not_pay_debt() -> None:
    skipped = table("7D / QC QD / 4C 5C", top="KC", owes=["A"], turn="C").do("C: play card:4C declare:true")
    assert (skipped.position["owes"], asked(skipped)) == (["A"], ("turn", "B"))

    struck = table(
        "JD / 7C 5C / QD QC", top="KC", owes=["A"], turn="B", direction="anticlockwise", stock="JC 2D 10D"
    )
    struck.do("B: play card:7C declare:true")
    assert [(drew.seat, drew.why) for drew in struck.told(Drew)] == [(0, "seven"), (0, "penalty")]


@pytest.mark.parametrize("commands", [["A: draw"], ["A: draw", "B: draw"]])
def test_r42_a_hand_is_stopped_at_its_cap(commands: list[str]) -> None:
    capped = {"hand_cap": 100}
    game = table("KC QC / QD JD", top="5H", stock="4C 4D", actions=100 - len(commands), options=capped)

    game.do(*commands)

    assert game.told(HandEnded) == [HandEnded(hand_number=1, why="cap")]
    assert (game.position["actions"], game.position["hand_pressures"]) == (100, {"A": 0, "B": 0})


def test_r42_the_last_action_is_fully_carried_out() -> None:
    capped = {"hand_cap": 100}
    game = table("7H QC / QD JD", top="5H", stock="4C 4D", actions=99, options=capped)

    game.do("A: play card:7H")

    assert game.position["record"][0]["points"] == {"A": 10, "B": 35}


def test_r42_side_calls_are_no_actions() -> None:
    capped = {"hand_cap": 100}
    game = table("KH / QD JD", top="5H", undeclared=["A"], turn="B", actions=99, options=capped)

    assert asked(game.do("A: one-card")) == ("turn", "B")
