"""The notation of positions (11): what is refused, what defaults, what comes back."""

from typing import Any

import msgspec
import pytest

from bot.engine.contract import Malformed
from bot.games.crap import GAME
from bot.games.crap.state import CrapOptions
from tests.games.crap.table import SEVENS, Table


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"hands": {"A": ["2C"] * 3}}, "3 2C"),
        ({"hands": {"A": ["JK"]}}, "1 JK"),
        ({"hands": {"A": ["2X"]}}, "'2X' is not a card"),
        ({"hands": {"D": []}}, "no seat 'D'"),
        ({"turn": "D"}, "no seat 'D'"),
        ({"card": 1}, "unknown field"),
        ({"phase": "vote"}, "pending does not fit"),
        ({"phase": "turn", "pending": {"action": "acquire", "rank": "K"}}, "pending does not fit"),
        ({"phase": "over", "pending": {"action": "acquire", "rank": "K"}}, "pending does not fit"),
        ({"phase": "vote", "pending": {"action": "acquire", "rank": "K"}}, "pending does not fit"),
        ({"phase": "vote", "pending": {"action": "force-recycle", "target": "A"}}, "A cannot be the target"),
        ({"left": ["A"]}, "the turn of A"),
        ({"phase": "turn", "leaving": ["A"]}, "the turn of A"),
        ({"turn_number": 0}, "turn_number"),
        ({"last": {"action": "skip", "seat": "F"}}, "no seat 'F'"),
        ({"last": {"action": "recycle", "seat": "A"}}, "missing required field"),
    ],
)
def test_a_position_that_cannot_be_is_malformed_in_one_line(position: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Malformed) as caught:
        GAME.load(position, 3, CrapOptions())

    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_seats_have_begun(seats: int) -> None:
    with pytest.raises(Malformed, match="3 to 6"):
        GAME.load({}, seats, CrapOptions())


def test_four_jokers_are_all_there_are() -> None:
    options = CrapOptions(jokers=True)

    assert GAME.load({"stock": ["JK"] * 4}, 3, options).pack == ("JK",) * 4
    with pytest.raises(Malformed, match="5 JK"):
        GAME.load({"stock": ["JK"] * 5}, 3, options)


@pytest.mark.parametrize(
    ("laid", "double", "value"),
    [
        ({"rank": "J", "cards": ["JC", "JD", "JH", "JS"]}, False, 110),
        ({"rank": "7", "cards": SEVENS * 2}, True, 80),
        ({"rank": "A", "cards": ["AC", "AD", "AH", "AS"]}, False, 10),
        ({"rank": "A", "cards": ["AC", "AD", "AH", "AS"] * 2}, True, 20),
    ],
)
def test_a_set_may_leave_out_what_follows_from_its_cards(
    laid: dict[str, Any], double: bool, value: int
) -> None:
    (read,) = Table({"sets": [{"owner": "A", **laid}]})["sets"]

    assert (read["double"], read["value"], read["borrowed"]) == (double, value, None)


def test_cards_are_read_in_any_case_everywhere() -> None:
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": {"A": ["tH"], "B": ["2c"]}}

    table = Table({"hands": {"A": ["kh", "tD"]}, "stock": ["ac"], "last": last})

    assert (table["hands"]["A"], table["stock"]) == (["KH", "10D"], ["AC"])
    assert table["last"]["hands"] == {"A": ["10H"], "B": ["2C"]}


def test_the_empty_position_has_every_field() -> None:
    assert GAME.dump(GAME.load({}, 3, CrapOptions())) == {
        "phase": "turn",
        "turn": "A",
        "turn_number": 1,
        "stock": [],
        "discard": [],
        "sets": [],
        "hands": {"A": [], "B": [], "C": []},
        "protected": {"A": [], "B": [], "C": []},
        "placed": {"A": [], "B": [], "C": []},
        "totals": {"A": 0, "B": 0, "C": 0},
        "idle": {"A": 0, "B": 0, "C": 0},
        "timeouts": 0,
        "scoring_rounds": 0,
        "left": [],
        "leaving": [],
        "pending": None,
        "last": None,
        "winners": [],
        "end": None,
    }


def test_the_example_of_the_rules_comes_back_as_it_is() -> None:
    example = {
        "phase": "bluff-window",
        "turn": "A",
        "turn_number": 9,
        "stock": ["3C", "JD"],
        "discard": ["2C"],
        "sets": [
            {
                "owner": "C",
                "rank": "7",
                "cards": ["7D", "7H", "7S"],
                "double": False,
                "value": 70,
                "borrowed": None,
            },
            {
                "owner": "B",
                "rank": "A",
                "cards": ["AC", "AD", "AH", "AS"],
                "double": False,
                "value": 80,
                "borrowed": "7C",
            },
        ],
        "hands": {"A": ["KH", "5C"], "B": ["KS", "KD", "3H"], "C": ["9C"]},
        "protected": {"A": [], "B": [], "C": ["KC"]},
        "placed": {"A": [], "B": [], "C": []},
        "totals": {"A": 130, "B": 0, "C": 60},
        "idle": {"A": 0, "B": 1, "C": 0},
        "timeouts": 0,
        "scoring_rounds": 1,
        "left": [],
        "leaving": [],
        "pending": {"action": "acquire", "rank": "K", "believed": ["C"]},
        "last": {"action": "protect", "seat": "C"},
        "winners": [],
        "end": None,
    }

    state = GAME.load(example, 3, CrapOptions())

    assert GAME.dump(state) == example
    assert GAME.faults(state) == []


def test_an_ended_game_without_a_reason_is_still_over() -> None:
    outcome = GAME.outcome(GAME.load({"phase": "over", "winners": ["B"]}, 3, CrapOptions()))

    assert outcome is not None
    assert outcome.winners == (1,)


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"placed": {"A": ["2C"]}}, "outside a challenge"),
        ({"left": ["B"], "hands": {"B": ["2C"]}}, "still holds cards"),
        ({"phase": "over"}, "has an end"),
        ({"turn_number": 601}, "turn limit"),
        ({"left": ["B", "C"]}, "one player"),
        ({"leaving": ["B"]}, "a leave waits"),
        ({"sets": [{"owner": "A", "rank": "7", "cards": SEVENS[:3]}]}, "lent"),
        ({"sets": [{"owner": "A", "rank": "7", "cards": SEVENS[:2]}]}, "has 2 cards"),
        ({"sets": [{"owner": "A", "rank": "8", "cards": SEVENS}]}, "another rank"),
        (
            {"sets": [{"owner": "A", "rank": "7", "cards": SEVENS, "borrowed": "2C"}]},
            "lies across a set of 7",
        ),
        (
            {
                "phase": "bluff-window",
                "pending": {"action": "acquire", "rank": "K", "believed": ["B", "C"]},
            },
            "nobody decides",
        ),
        (
            {
                "phase": "challenge-guess-1",
                "pending": {"action": "challenge", "target": "B", "die": 6},
                "placed": {"B": [*SEVENS, "8C", "8D", "8H"]},
            },
            "more than six",
        ),
    ],
)
def test_broken_invariants_are_named(position: dict[str, Any], fault: str) -> None:
    assert any(fault in line for line in GAME.faults(GAME.load(position, 3, CrapOptions())))


def test_a_lost_card_is_a_fault() -> None:
    state = Table({"stock": ["2C", "3C"]}).state

    assert GAME.faults(state) == []
    assert GAME.faults(msgspec.structs.replace(state, stock=("2C",))) == [
        "the cards of all zones are not the cards of the pack"
    ]
