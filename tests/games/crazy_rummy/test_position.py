"""The position notation, what is malformed in it, and what each seat sees (sections 2, 10 and 11)."""

from typing import Any

import msgspec
import pytest

from bot.engine.contract import Malformed
from bot.engine.notation import result
from bot.games.crazy_rummy import GAME
from tests.games.crazy_rummy.table import options, play, table

BARE = {"turn": "A", "marker": "6H", "stock": ["3C"]}


def load(**position: Any) -> dict[str, Any]:
    return GAME.dump(GAME.load({**BARE, **position}, 3, options()))


def test_a_field_left_out_takes_its_default() -> None:
    assert load() == {
        "phase": "draw", "hand_number": 1, "dealer": "A", "turn": "A", "marker": "6H", "wild": "6", "packs": 2,
        "stock": ["3C"], "discard": [], "hands": {"A": [], "B": [], "C": []}, "sets": {"A": [], "B": [], "C": []},
        "fed": {"A": [], "B": [], "C": []}, "first_play_done": [], "laid": False, "taken": None, "lock_count": 0,
        "rebuilds": 0, "totals": {"A": 0, "B": 0, "C": 0}, "last_hand": False, "aside": [], "left": [],
        "winners": [],
    }  # fmt: skip


def test_whoever_has_a_board_has_made_the_first_play_unless_the_position_says_otherwise() -> None:
    board = {
        "sets": {"B": [["5C", "5D", "5H"]], "C": [["7C", "7D", "7H"]]},
        "fed": {"A": ["5S"]},
        "left": ["C"],
    }

    assert load(**board)["first_play_done"] == ["A", "B"]
    assert load(**board, first_play_done=["B"])["first_play_done"] == ["B"]


def test_packs_default_to_the_option_or_to_the_active_players() -> None:
    assert GAME.load(BARE, 3, options(packs=3)).packs == 3
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
        ({"turn": None}, "turn must be given"),
        ({"turn": "D"}, "no seat 'D'"),
        ({"turn": "A", "left": ["A"]}, "who has left"),
        ({"phase": "over"}, "turn must be null"),
        ({"marker": None}, "wild must be given"),
        ({"wild": "2"}, "wild"),
        ({"wild": "7"}, "wild is 7, but the marker is 6H"),
        ({"hands": {"A": ["1H"]}}, "'1H' is not a card"),
        ({"hands": {"A": ["2H"]}}, "2H is not in the packs"),
        ({"discard": ["JK"]}, "JK is not in the packs"),
        ({"aside": ["6H", "6H"]}, "3 copies of 6H in 2"),
        ({"hands": {"D": ["4C"]}}, "no seat 'D'"),
        ({"stock": []}, "stock cannot be empty"),
        ({"phase": "play"}, "hand of the player on turn"),
    ],
)
def test_malformed_positions_are_refused_in_one_clear_line(position: dict[str, Any], message: str) -> None:
    with pytest.raises(Malformed, match=message) as refusal:
        load(**position)

    assert "\n" not in str(refusal.value)


def test_hands_stock_and_set_aside_cards_are_seen_as_numbers() -> None:
    state = play(table("4C 9D / KS KD / QS", discard="5S 8D"), "C: leave")

    sheet = msgspec.to_builtins(GAME.sheet(state, 1))

    assert sheet["hands"] == {"A": 2, "B": ["KS", "KD"], "C": 0}
    assert (sheet["stock"], sheet["aside"], sheet["discard"]) == (4, 1, [1, "8D"])
    assert sheet.keys() == GAME.dump(state).keys()


@pytest.mark.parametrize(("pile", "seen"), [("", []), ("5S", ["5S"]), ("5S 7D 8D", [2, "8D"])])
def test_of_the_discards_only_the_top_one_is_seen(pile: str, seen: list[object]) -> None:
    assert msgspec.to_builtins(GAME.sheet(table("4C / KS", discard=pile), 0))["discard"] == seen


def test_spectators_and_leavers_see_no_hand_before_the_end() -> None:
    state = play(table("4C 9D / KS KD / QS"), "C: leave")

    for viewer in (None, 2):
        assert msgspec.to_builtins(GAME.sheet(state, viewer))["hands"] == {"A": 2, "B": 2, "C": 0}


def test_when_the_game_is_over_all_hands_are_open() -> None:
    state = play(table("4C 9D / KS KD / QS"), "C: leave", "A: leave")

    assert msgspec.to_builtins(GAME.sheet(state, None))["hands"] == {"A": [], "B": ["KS", "KD"], "C": []}


def test_views_hold_the_public_fields_as_they_are() -> None:
    state = table("4C 9D / KS", sets={"B": [["5C", "5D", "5H"]]}, taken="9D", totals={"B": 7})

    shown = result(GAME, state, 2)

    secret = {"stock", "discard", "hands", "aside"}
    for view in shown["views"].values():
        assert {k: v for k, v in view.items() if k not in secret} == {
            k: v for k, v in shown["position"].items() if k not in secret
        }
    assert secret < shown["position"].keys()


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"sets": {"A": [["5C", "5D"]]}}, "5C 5D is no set."),
        ({"sets": {"A": [["5C", "5D", "7H"]]}}, "5C 5D 7H is no set."),
        ({"fed": {"B": ["5C"]}}, "5C was fed to a rank that nobody has laid."),
        ({"taken": "KD"}, "KD was taken, but is not in the hand of the player on turn."),
        ({"laid": True}, "A is said to have laid cards, but there are none."),
        ({"phase": "draw", "laid": True}, "Cards were laid outside the playing half of a turn."),
        ({"first_play_done": ["B"]}, "B cannot have made a first play."),
        ({"left": ["B"]}, "B has left and still holds cards or the turn."),
        ({"winners": ["A"]}, "Only active players can win, and only at the end."),
        ({"hand_number": 51}, "More hands were dealt than the game has."),
        ({"rebuilds": 2}, "The stock was rebuilt too often."),
        ({"lock_count": 7}, "The discards were taken for longer than the lock allows."),
    ],
)
def test_a_broken_invariant_is_found(position: dict[str, Any], fault: str) -> None:
    assert fault in GAME.faults(table("4C 9D / KS / QS", **position))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"hands": (("4C",), ("KS",))}, "The cards on the table are not those that were dealt."),
        ({"turn": None}, "Until the game is over it is somebody's turn, and then nobody's."),
        ({"stock": (), "phase": "draw"}, "There is no card to draw."),
        ({"hands": ((), ("KS",))}, "The player on turn has no card."),
        ({"opened": frozenset("J")}, "The open ranks are not those of the sets."),
    ],
)
def test_a_state_gone_wrong_is_found(changes: dict[str, Any], fault: str) -> None:
    state = msgspec.structs.replace(table("4C 9D / KS"), **changes)

    assert fault in GAME.faults(state)
