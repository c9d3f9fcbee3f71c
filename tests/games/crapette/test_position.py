"""Reading and writing positions (section 11)."""

from typing import Any

import pytest

from bot.engine.contract import Malformed
from bot.engine.notation import read_options
from bot.games.crapette import GAME
from bot.games.crapette.state import HOUSES, State

TWO = {"hands": {"A": ["2C"], "B": ["3D"]}}


def load(position: dict[str, Any], options: dict[str, Any] | None = None, seats: int = 2) -> State:
    chosen: Any = read_options(GAME, options or {})
    return GAME.load(position, seats, chosen)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"stock": []}, "stock"),
        ({"hands": {"A": ["2C"], "C": ["3D"]}}, "'C'"),
        ({"hands": {"A": ["1C"]}}, "'1C' is not a card"),
        ({"lifted": "JK"}, "jokers"),
        ({"houses": {"L1": ["4C", "4C"]}}, "L1"),
        ({"houses": {"L1": ["9S", "8C"]}}, "L1"),
        ({"houses": {"L1": ["8H", "9S"]}}, "L1"),
        ({"houses": {"L5": []}}, "L5"),
        ({"houses": {"L1": ["2C"], "L2": ["2C"]}}, "there are 3 2C, but the packs hold 2"),
        ({"finish": {"C": [2, 2]}}, "there are 3 2C, but the packs hold 2"),
        ({"finish": {"S": [14, 0]}}, "13"),
        ({"finish": {"S": [1, 2]}}, "not built up in order"),
        ({"finish": {"X": [1, 1]}}, "X"),
        ({"hand_unseen": {"A": 2}}, "unseen"),
        ({"hand_unseen": {"A": -1}}, "-1|0"),
        ({"crapaud_unseen": {"A": 1}}, "unseen"),
        ({"crapauds": {"A": ["9H", "8H"]}, "crapaud_unseen": {"A": 2}}, "unseen"),
        ({"hands": {"A": ["2C"]}}, "seat B has no card left"),
        ({"phase": "put"}, "phase"),
        ({"phase": "play", "lifted": "9C"}, "phase"),
        ({"phase": "play", "end": "out"}, "phase"),
        ({"turn": "C"}, "'C'"),
        ({"turn_number": 0}, "turn_number"),
        ({"timeouts": {"A": 4}}, "timeouts"),
        ({"house_moves": 61}, "house_moves"),
        ({"undo_used": 21}, "undo_used"),
        ({"undo": ["8H R4>F"]}, "taken back"),
        ({"undo": ["8X R4-F"]}, "'8X' is not a card"),
        ({"end": "boredom"}, "end"),
        ({"offer": 1}, "offer"),
        ({"winners": ["A"]}, "won a game that is not over"),
        ({"end": "out", "lifted": "8H"}, "lifted after an end by out"),
    ],
)
def test_a_position_that_cannot_be_is_malformed(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why) as caught:
        load(TWO | fields)

    assert "\n" not in str(caught.value)


def test_seats_and_options_of_a_position_are_checked() -> None:
    with pytest.raises(Malformed, match="2 players"):
        load(TWO, seats=3)
    with pytest.raises(Malformed, match="clock-minutes must be 0 for none, or 5 to 120"):
        load(TWO, {"clock-minutes": 4})


def test_house_is_judged_by_court_order_of_options() -> None:
    houses = {"houses": {"L1": ["KS", "JH", "QS"]}}

    assert load(TWO | houses, {"court-order": "KJQ"}).houses[0] == ("KS", "JH", "QS")
    with pytest.raises(Malformed):
        load(TWO | houses)


def test_finishing_piles_follow_face_card_order_of_options() -> None:
    position = TWO | {"finish": {"S": [11, 0]}, "houses": {"L1": ["QS"], "L2": ["JS"]}}

    assert "QS" in load(position, {"court-order": "KJQ"}).pack[-11:]
    assert load(position, {"court-order": "KJQ"}).pack.count("QS") == 2
    assert load(position).pack.count("JS") == 2


def test_omitted_field_takes_its_default() -> None:
    position = GAME.dump(load({"hands": {"A": ["2C", "3C"], "B": ["3D"]}, "crapauds": {"B": ["6D", "7D"]}}))

    assert position == {
        "phase": "play",
        "turn": "A",
        "turn_number": 1,
        "houses": {house: [] for house in HOUSES},
        "finish": {suit: [0, 0] for suit in "CDHS"},
        "lifted": None,
        "hands": {"A": ["2C", "3C"], "B": ["3D"]},
        "discards": {"A": [], "B": []},
        "crapauds": {"A": [], "B": ["6D", "7D"]},
        "hand_unseen": {"A": 2, "B": 1},
        "crapaud_unseen": {"A": 0, "B": 1},
        "timeouts": {"A": 0, "B": 0},
        "used": {"A": 0, "B": 0},
        "house_moves": 0,
        "undo": [],
        "undo_used": 0,
        "progress": 0,
        "idle_turns": 0,
        "history": ["A | 2C 3C | - | - | 3D | - | 6D 7D | -, -, -, -, -, -, -, - | C0/0 D0/0 H0/0 S0/0"],
        "offer": None,
        "offered": [],
        "end": None,
        "winners": [],
    }


def test_omitted_history_is_empty_in_put_and_over() -> None:
    assert load(TWO | {"lifted": "9C"}).history == ()
    assert load(TWO | {"end": "agreed"}).history == ()
    assert load(TWO | {"history": []}).history == ()


def test_cards_are_read_in_any_case_printed_alike() -> None:
    hands = {"A": ["th", "2c"], "B": ["3D"]}

    assert load({"hands": hands, "lifted": "qs"}).lifted == "QS"
    position = GAME.dump(load({"hands": hands, "undo": ["th 9c l1-oc"]}))
    assert position["hands"]["A"] == ["10H", "2C"]
    assert position["undo"] == ["10H 9C L1-OC"]


def test_offerers_form_a_set() -> None:
    assert GAME.dump(load(TWO | {"offered": ["B", "A", "B"]}))["offered"] == ["A", "B"]
