"""The notation of positions, and malformed ones (section 11)."""

from typing import Any

import pytest

from bot.engine.contract import Malformed
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.options import CrazyRummyOptions
from tests.games.crazy_rummy.positions import at

BARE = {"turn": "A", "marker": "6H", "stock": ["3C"]}


def load(**position: Any) -> dict[str, Any]:
    return GAME.dump(GAME.load({**BARE, **position}, 3, CrazyRummyOptions()))


def test_a_field_left_out_takes_its_default() -> None:
    assert load() == {
        "phase": "draw", "hand_number": 1, "dealer": "A", "turn": "A", "marker": "6H", "wild": "6", "packs": 2,
        "stock": ["3C"], "discard": [], "hands": {"A": [], "B": [], "C": []}, "sets": {"A": [], "B": [], "C": []},
        "fed": {"A": [], "B": [], "C": []}, "first_play_done": [], "laid": False, "taken": None, "lock_count": 0,
        "rebuilds": 0, "totals": {"A": 0, "B": 0, "C": 0}, "last_hand": False, "aside": [], "left": [],
        "winners": [],
    }  # fmt: skip


def test_players_with_board_have_made_first_play() -> None:
    board = {
        "sets": {"B": [["5C", "5D", "5H"]], "C": [["7C", "7D", "7H"]]},
        "fed": {"A": ["5S"]},
        "left": ["C"],
    }

    assert load(**board)["first_play_done"] == ["A", "B"]
    assert load(**board, first_play_done=["B"])["first_play_done"] == ["B"]


def test_packs_default_to_option_or_to_active_players() -> None:
    assert GAME.load(BARE, 3, CrazyRummyOptions(packs=3)).packs == 3
    assert load(left=["C"])["packs"] == 1


def test_cards_are_read_in_any_case() -> None:
    assert load(hands={"A": ["tH", "as"]})["hands"]["A"] == ["10H", "AS"]


def test_without_a_marker_the_wild_rank_is_given() -> None:
    assert load(marker=None, wild="Q")["wild"] == "Q"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"colour": "red"}, "unknown field"),
        ({"phase": "meld"}, "phase"),
        ({"hand_number": 0}, "hand_number"),
        ({"laid": 1}, "laid"),
        ({"turn": None}, "nobody who is still in it has to decide"),
        ({"turn": "D"}, "no seat 'D'"),
        ({"turn": "A", "left": ["A"]}, "nobody who is still in it has to decide"),
        ({"phase": "over"}, "and then nobody's"),
        ({"marker": None}, "wild must be given"),
        ({"wild": "2"}, "wild"),
        ({"wild": "7"}, "wild is 7, but the marker is 6H"),
        ({"hands": {"A": ["1H"]}}, "'1H' is not a card"),
        ({"hands": {"A": ["2H"]}}, "2H is not in the packs"),
        ({"discard": ["JK"]}, "JK is not in the packs"),
        ({"aside": ["6H", "6H"]}, "there are 3 6H, but the packs hold 2"),
        ({"hands": {"D": ["4C"]}}, "no seat 'D'"),
        ({"stock": []}, "no card to draw"),
        ({"phase": "play"}, "player on turn has no card"),
    ],
)
def test_malformed_positions_are_refused_in_one_clear_line(position: dict[str, Any], message: str) -> None:
    with pytest.raises(Malformed, match=message) as refusal:
        load(**position)

    assert "\n" not in str(refusal.value)


def test_a_position_with_too_few_packs_is_malformed() -> None:
    with pytest.raises(Malformed, match="packs must be 2 or more for 5 players, not 1"):
        at("3C / 4C / 5C / 7C / 8C", options={"packs": 1})


def test_conservation_follows_positions_cards_until_next_deal() -> None:
    assert sorted(at("4C / KS", stock="3C", discard="5S").state.pack) == ["3C", "4C", "5S", "6H", "KS"]
