"""The notation of positions (section 11): refusals, defaults and round trips."""

from typing import Any

import pytest

from bot.engine.contract import Malformed
from bot.games.crap import GAME
from bot.games.crap.options import CrapOptions
from tests.games.crap.positions import SEVENS, game_at


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
        ({"left": ["A"]}, "nobody who is still in it has to decide"),
        ({"phase": "turn", "leaving": ["A"]}, "nobody who is still in it has to decide"),
        ({"turn_number": 0}, "turn_number"),
        (
            {"phase": "bluff-window", "pending": {"action": "acquire", "rank": "K", "believed": ["B", "C"]}},
            "nobody who is still in it has to decide",
        ),
        ({"last": {"action": "skip", "seat": "F"}}, "no seat 'F'"),
        ({"last": {"action": "recycle", "seat": "A"}}, "missing required field"),
    ],
)
def test_impossible_position_is_malformed_in_one_line(position: dict[str, Any], complaint: str) -> None:
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
def test_set_may_omit_facts_following_from_cards(laid: dict[str, Any], double: bool, value: int) -> None:
    (read,) = game_at({"sets": [{"owner": "A", **laid}]}).position["sets"]

    assert (read["double"], read["value"], read["borrowed"]) == (double, value, None)


def test_cards_are_read_in_any_case_everywhere() -> None:
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": {"A": ["tH"], "B": ["2c"]}}

    game = game_at({"hands": {"A": ["kh", "tD"]}, "stock": ["ac"], "last": last})

    assert (game.position["hands"]["A"], game.position["stock"]) == (["KH", "10D"], ["AC"])
    assert game.position["last"]["hands"] == {"A": ["10H"], "B": ["2C"]}


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


def test_example_of_rules_comes_back_as_it_is() -> None:
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
