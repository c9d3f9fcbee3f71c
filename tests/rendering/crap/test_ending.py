"""The ending of a C.R.A.P. game: the winners, everyone's points by round, and highlights."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bot.engine.events import Event
from bot.games.crap.acquiring import BluffCalled
from bot.games.crap.laying import SetLaid
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.rendering.crap.scores import ending
from bot.rendering.score_sheet import Ending
from tests.rendering.crap.sessions import seen

ROUNDS = (
    ScoringRound(1, (140, 120, 0), (140, 120, 0), (0, 0, 0)),
    ScoringRound(2, (0, 0, 0), (140, 120, 0), (0, 0, 0)),
    ScoringRound(3, (200, 0, 80), (340, 120, 80), (0, 0, 0)),
)
SEVENS = SetLaid(1, "7", ("7C", "7D", "7H", "JK"), double=False, value=70)
EIGHT = SetLaid(2, "9", ("9C", "9D", "9H", "9S") * 2, double=True, value=80)


def ended(*events: Event, winners: Sequence[str] = ("A",), end: str = "threshold", **totals: int) -> Ending:
    """Return the ending after these events."""
    position: dict[str, Any] = {"phase": "over", "winners": list(winners), "end": end, "totals": totals}
    return ending(msgspec.structs.replace(seen(position, turn_limit=500), scores=events))


def test_everyone_has_place_and_rounds() -> None:
    shown = ended(*ROUNDS, A=340, B=120, C=80)

    assert shown.title == "Ann wins with 340!"
    assert [(one.seat, one.place, one.gains, one.total) for one in shown.standings] == [
        (0, 1, (140, 200), 340),
        (1, 2, (120,), 120),
        (2, 3, (80,), 80),
    ]


def test_equal_totals_share_a_place_and_a_win() -> None:
    shown = ended(winners=("A", "C"), A=310, B=0, C=310)

    assert shown.title == "Ann and Cyd share the win, 310!"
    assert [one.place for one in shown.standings] == [1, 1, 3]


def test_leavers_come_last_whatever_they_had() -> None:
    over = {"phase": "over", "winners": ["A"], "end": "forfeit", "totals": {"A": 0, "B": 200, "C": 0}}
    shown = ending(seen({**over, "left": ["B", "C"], "hands": {"A": ["KH"]}}))

    assert [(one.seat, one.place) for one in shown.standings] == [(0, 1), (1, 2), (2, 3)]


def test_last_count_is_next_to_the_rounds() -> None:
    shown = ended(ROUNDS[0], FinalCount((0, 39, 0), (140, 159, 0)), winners=("B",), A=140, B=159)

    assert shown.standings[0].gains == (120, 39)


@pytest.mark.parametrize(
    ("end", "winners", "why"),
    [
        ("threshold", ("A",), ""),
        ("turn-limit", ("A",), "The last turn was played."),
        ("forfeit", ("A",), "Everyone else had left."),
        ("abandoned", (), "Nobody moved for too long."),
    ],
)
def test_unusual_reason_for_ending_is_given(end: str, winners: Sequence[str], why: str) -> None:
    assert ended(end=end, winners=winners, A=10).why == why


def test_nobody_wins_a_game_that_was_abandoned() -> None:
    assert ended(end="abandoned", winners=()).title == "Nobody wins"


def test_biggest_set_and_best_bluff_catcher_are_remarkable() -> None:
    caught = [BluffCalled(1, 0, "9", None), BluffCalled(1, 2, "9", None), BluffCalled(1, 2, "9", None)]
    wrong = [BluffCalled(1, 0, "9", "9C")] * 5

    assert ended(SEVENS, EIGHT, *caught, *wrong, A=340).highlights == (
        ("Biggest set", "Cyd's eight 9s, 160."),
        ("Bluffs caught", "Ben, 3 times."),
    )


def test_a_joker_is_taken_off_the_biggest_set() -> None:
    assert ended(SEVENS, A=340).highlights == (("Biggest set", "Ben's four 7s, 69."),)


def test_game_in_which_nothing_happened_has_no_highlights() -> None:
    assert ended(A=340).highlights == ()
