"""Reading and writing positions (section 11)."""

import json
from typing import Any

import pytest

from bot.engine.contract import Malformed
from bot.games.craits import GAME
from bot.games.craits.options import CraitsOptions
from tests.games.craits.positions import table

HANDS = {"A": ["KH", "QH"], "B": ["QD"]}


def load(seats: int = 2, **position: Any) -> dict[str, Any]:
    """Return a position as it's written after loading. Hands and top are filled in unless given."""
    return GAME.dump(GAME.load({"hands": HANDS, "top": "8H", **position}, seats, CraitsOptions()))


def test_omitted_field_takes_its_default() -> None:
    assert load(seats=3, hands={**HANDS, "C": ["2C"]}) == {
        "phase": "turn",
        "turn": "A",
        "hand_number": 1,
        "dealer": "A",
        "direction": "clockwise",
        "hands": {"A": ["QH", "KH"], "B": ["QD"], "C": ["2C"]},
        "stock": [],
        "top": "8H",
        "under": [],
        "suit": "H",
        "count": 0,
        "jack_run": 0,
        "king_steps": 0,
        "undeclared": [],
        "declared": [],
        "owes": [],
        "left": [],
        "totals": {"A": 0, "B": 0, "C": 0},
        "pressures": {"A": 0, "B": 0, "C": 0},
        "hand_pressures": {"A": 0, "B": 0, "C": 0},
        "record": [],
        "actions": 0,
        "revealed": False,
    }


@pytest.mark.parametrize(
    ("given", "field", "default"),
    [
        ({"phase": "opening-suit", "dealer": "B"}, "turn", "B"),
        ({"phase": "between-hands"}, "turn", None),
        ({"phase": "between-hands"}, "revealed", True),
        ({"phase": "over"}, "revealed", True),
        ({"phase": "king-run"}, "king_steps", 3),
        ({"phase": "between-hands", "top": None}, "suit", None),
    ],
)
def test_some_defaults_depend_on_the_phase(given: dict[str, Any], field: str, default: Any) -> None:
    assert load(**given)[field] == default


def test_cards_are_read_in_any_spelling_and_sorted() -> None:
    printed = load(hands={"A": ["kh", "th"], "B": ["qd"]}, under=["ks", "ac", "10d"], stock=["2s", "2c"])

    assert printed["hands"]["A"] == ["10H", "KH"]
    assert printed["under"] == ["AC", "10D", "KS"]
    assert printed["stock"] == ["2S", "2C"]


def test_a_whole_position_comes_back_as_it_was() -> None:
    given = {
        "phase": "count",
        "turn": "B",
        "hand_number": 9,
        "dealer": "C",
        "direction": "anticlockwise",
        "hands": {"A": ["KH"], "B": ["2C", "AD"], "C": [], "D": ["4C"]},
        "stock": ["9S", "AC"],
        "top": "2S",
        "under": ["5C", "JS"],
        "suit": "S",
        "count": 4,
        "jack_run": 0,
        "king_steps": 0,
        "undeclared": ["A"],
        "declared": ["D"],
        "owes": ["A"],
        "left": ["C"],
        "totals": {"A": 1, "B": -50, "C": 3, "D": 5 * 2**80},
        "pressures": {"A": 0, "B": 1, "C": 0, "D": 80},
        "hand_pressures": {"A": 0, "B": 1, "C": 0, "D": 2},
        "record": [
            {"points": {"A": 1, "B": -50, "C": 3, "D": 0}, "pressure": {"A": 0, "B": 0, "C": 0, "D": 5}}
        ],
        "actions": 12,
        "revealed": False,
    }

    assert GAME.dump(GAME.load(given, 4, CraitsOptions())) == given


def test_totals_of_any_size_survive_json() -> None:
    total = 5 * (2**300 - 1)

    saved = json.loads(json.dumps(load(totals={"A": total})))

    assert GAME.load(saved, 2, CraitsOptions()).scores.totals == (total, 0)


def test_totals_are_taken_as_given() -> None:
    assert load(totals={"A": 77}, record=[{"points": {"A": 1}, "pressure": {}}])["totals"]["A"] == 77


@pytest.mark.parametrize(
    "position",
    [
        {"nonsense": 1},
        {"phase": "lunch"},
        {"hand_number": 0},
        {"hand_number": 16},
        {"totals": {"A": 1.5}},
        {"actions": True},
        {"actions": -1},
        {"jack_run": -1},
        {"direction": "left"},
        {"suit": "X"},
        {"turn": "C"},
        {"dealer": "AB"},
        {"declared": ["C"]},
        {"stock": ["1H"]},
        {"stock": ["KH"]},
        {"stock": ["JK"]},
        {"under": ["8H"]},
        {"top": None},
        {"top": None, "phase": "between-hands", "suit": "H"},
        {"top": "KS", "phase": "opening-suit"},
        {"left": ["A"], "hands": {"B": ["QD"]}},
        {"owes": ["A"]},
        {"hands": {"B": ["QD"]}},
        {"turn": None},
        {"phase": "opening-suit", "turn": "B"},
        {"phase": "between-hands", "turn": "A"},
        {"phase": "over", "turn": "A"},
        {"phase": "between-hands", "hand_number": 15},
        {"count": 1},
        {"count": 2},
        {"phase": "count"},
        {"phase": "count", "count": 1},
        {"phase": "king-run", "king_steps": 0},
        {"king_steps": 1},
        {"king_steps": 4, "phase": "king-run"},
        {"undeclared": ["A"]},
        {"declared": ["A"]},
        {"left": ["B"]},
        {"left": ["B"], "hands": {"A": ["KH"]}, "owes": ["B"]},
        {"left": ["B"], "hands": {"A": ["KH"]}},
        {"hand_pressures": {"A": 1}},
        {"record": [{"points": {"A": 1}, "pressures": {}}]},
        {"record": [{"points": {"C": 1}, "pressure": {}}]},
    ],
)
def test_impossible_position_is_malformed_in_one_line(position: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as raised:
        load(**position)

    assert "\n" not in str(raised.value)


def test_with_two_packs_card_may_be_there_twice() -> None:
    hands = {letter: [f"{rank}C"] for letter, rank in zip("ABCDEF", "234567", strict=True)}

    assert load(seats=6, hands=hands, stock=["KH", "KH"])["stock"] == ["KH", "KH"]
    assert table("KH / QD", options={"packs": "2"}, top="KH").position["top"] == "KH"
