"""The score sheet of Craits."""

from typing import Any, Final

from bot.rendering.craits.scores import score_lines
from bot.rendering.scores import Round
from tests.rendering.craits.sessions import at

RECORD: Final[list[dict[str, Any]]] = [
    {"points": {"A": 37, "B": 0, "C": 3}, "pressure": {"A": 5, "B": 0, "C": 0}},
    {"points": {"A": -50, "B": 12}, "pressure": {"A": 0, "B": 5}},
]


def lines(**position: Any) -> list[Round]:
    """The lines of a game with two hands behind it; C has left in the second."""
    session = at("KH / KD / ", top="KS", hand_number=3, left=["C"], record=RECORD, **position)
    return [*score_lines(session.scene(None))]


def test_a_line_says_what_a_hand_cost_pressure_apart() -> None:
    totals = {"A": -8, "B": 17, "C": 3}

    assert lines(totals=totals) == [
        Round(name="1", gains=("37+5", "0", "3"), totals=(42, 0, 3)),
        Round(name="2", gains=("−50", "12+5", "–"), totals=(-8, 17, None)),
    ]


def test_pressure_of_a_hand_that_is_not_scored_stands_in_a_line_of_its_own() -> None:
    totals = {"A": -8, "B": 37, "C": 3}

    assert lines(totals=totals)[2] == Round(name="end", gains=("0", "+20", "0"), totals=(-8, 37, 3))


def test_before_the_first_hand_is_scored_there_is_no_line() -> None:
    assert score_lines(at("KH / KD", top="KS").scene(None)) == ()
