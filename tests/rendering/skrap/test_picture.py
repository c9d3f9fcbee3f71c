"""What the pictures of Skrap say."""

from typing import Any

import pytest

from bot.games.skrap import GAME
from bot.rendering.art.zones import BACK, Banner, Board, Fan, Group, Pile, Seat, Spread
from bot.rendering.skrap.picture import board_of_hand, board_of_table
from tests.rendering.art.boards import zones
from tests.rendering.art.games import scene_at

SURGING = {"hands": {"A": ["2S", "2H", "KS"], "B": ["3S"]}, "surge": {"A": "5S"}}
BATTLE: dict[str, Any] = {
    "phase": "battle",
    "turn": "B",
    "surge": {"A": "5S", "B": "6D"},
    "hands": {"A": ["2S", "2H", "KS", "JK"], "B": ["3S", "3H"]},
    "field": [
        {"owner": "B", "weapon": "4S", "armour": "4H"},
        {"owner": "A", "weapon": "9S", "armour": "10D"},
    ],
}


def seat(board: Board, place: int) -> Seat:
    return next(zone for zone in zones(board) if isinstance(zone, Seat) and zone.place == place)


def banner(board: Board) -> Banner:
    return next(zone for zone in zones(board) if isinstance(zone, Banner))


def pile(board: Board, label: str) -> Pile:
    return next(zone for zone in zones(board) if isinstance(zone, Pile) and zone.label == label)


def hand(board: Board) -> Fan:
    fan = board.rows[0][0]
    assert isinstance(fan, Fan)
    return fan


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_picture_hides_surge_cards_from_everybody_until_all_are_placed(viewer: int | None) -> None:
    board = board_of_table(scene_at(GAME, 2, SURGING, viewer))

    assert seat(board, 1).groups == (Group((BACK,), "surge"),)
    assert seat(board, 2).groups == ()


def test_the_picture_shows_the_bot_that_stands_with_its_values() -> None:
    board = board_of_table(scene_at(GAME, 2, BATTLE))
    bot = next(zone for zone in zones(board) if isinstance(zone, Spread))

    assert bot.groups == (Group(("9S",), "Weapon 10"), Group(("10D",), "Armour 10"))
    assert pile(board, "Destroyed").count == 1
    assert "The bot falls to a weapon of 10 or more." in banner(board).text
    assert seat(board, 2).notes == ("1 destroyed",)


@pytest.mark.parametrize(
    ("position", "notes"),
    [
        ({"phase": "throw", "contenders": ["A", "B"], "throws": {"A": "rock"}}, ("has thrown",)),
        ({"phase": "open", "turn": "B", "unable": ["A"]}, ("cannot build",)),
        ({**BATTLE, "turn": "C", "passed": ["A"], "field": BATTLE["field"][:1]}, ("passed",)),
        ({**BATTLE, "phase": "scavenge", "turn": None, "passed": ["A"]}, ("no scavengers",)),
        ({**SURGING, "surge": {}, "left": ["A"]}, ("has left",)),
    ],
)
def test_the_picture_says_what_a_player_has_done(position: Any, notes: tuple[str, ...]) -> None:
    board = board_of_table(scene_at(GAME, 3, position))

    assert seat(board, 1).notes == notes


def test_the_picture_shows_scavengers_and_the_champion() -> None:
    position: dict[str, Any] = {
        **BATTLE,
        "phase": "scavenge",
        "turn": None,
        "scavengers": {"B": ["3C", "3D"]},
    }
    position["hands"] = {"C": ["5C", "6C"]}
    board = board_of_table(scene_at(GAME, 3, position))

    assert seat(board, 2).groups[-1] == Group(("3C", "3D"), "scavengers")
    assert [zone.label for zone in zones(board) if isinstance(zone, Spread)] == [
        "Wolfgang Amadeus von Müller's champion"
    ]


def test_the_picture_lights_the_cards_that_the_surge_suit_makes_stronger() -> None:
    board = board_of_hand(scene_at(GAME, 2, BATTLE, viewer=0), "suit")

    assert hand(board).lit == {"2S", "KS"}
    assert hand(board).label == "Your hand · spades +1"
    assert board.rows[1] == (Spread("Surge card", (Group(("5S",)),)),)


def test_the_picture_lights_nothing_before_the_surge_card_is_placed() -> None:
    board = board_of_hand(scene_at(GAME, 2, SURGING, viewer=1), "suit")

    assert board.rows == ((Fan("Your hand", (("3S",),)),),)


def test_r11_the_picture_says_that_only_a_joker_destroys_a_surged_king() -> None:
    king = {**BATTLE, "surge": {"A": "5D"}, "field": [{"owner": "A", "weapon": "9S", "armour": "KD"}]}
    board = board_of_table(scene_at(GAME, 2, king))

    assert "The bot falls to a joker." in banner(board).text
