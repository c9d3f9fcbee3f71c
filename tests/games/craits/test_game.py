"""The numbers of players in Craits, and the examples of its rules."""

import pytest

from bot.engine.contract import Malformed
from bot.games.craits import GAME
from tests.games.craits.positions import table
from tests.helpers.cases import cases_of


def test_r1_two_to_seven_may_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("hands", ["KH", "KH / / / / / / / "])
def test_r1_two_to_seven_play(hands: str) -> None:
    with pytest.raises(Malformed, match="2 to 7 players"):
        table(hands, top="8H")


def test_every_worked_example_is_a_case() -> None:
    named = {case["id"].removeprefix("craits-").rstrip("abcdefghij") for case in cases_of("craits")}

    assert named >= {f"E{number}" for number in range(1, 30)}
