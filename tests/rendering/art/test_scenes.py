"""What the pictures of each game say in moments that random games seldom reach."""

from typing import Any

import pytest

from bot.games import craits, crap
from bot.rendering.art.zones import BACK, Board, Fan, Group, Pile
from bot.rendering.craits import picture as craits_picture
from bot.rendering.crap import picture as crap_picture
from tests.rendering.art.boards import banner, hand, pile, seat
from tests.rendering.art.games import scene_at
from tests.rendering.positions import CRAITS

CRAP_SETS = [
    {"owner": "A", "rank": "4", "cards": ["4C", "4D", "4H", "JK"]},
    {"owner": "A", "rank": "7", "cards": ["7C", "7D", "7H", "7S", "7C", "7D", "7H", "7S"]},
    {"owner": "B", "rank": "A", "cards": ["AC", "AD", "AH", "AS"], "value": 90, "borrowed": "8C"},
]


def crap_table(**position: Any) -> Board:
    return crap_picture.board_of_table(scene_at(crap.GAME, 3, position, jokers=True, turn_limit=500))


def test_crap_shows_what_sets_count_and_which_card_lies_across() -> None:
    board = crap_table(sets=CRAP_SETS)

    assert [group.label for group in seat(board, 1).groups] == ["40 − 1", "2 × 80"]
    assert seat(board, 2).groups == (Group(("AC", "AD", "AH", "AS"), "90", across="8C"),)


@pytest.mark.parametrize(
    ("position", "title", "text", "dice"),
    [
        ({}, "Ben is to act", "Turn 1 of 500. More than 1000 points in a scoring round win.", ()),
        (
            {"phase": "bluff-window", "pending": {"action": "acquire", "rank": "K", "believed": ["C"]}},
            "Ben acquires kings",
            "Waiting for Wolfgang Amadeus von Müller to believe or to call the bluff.",
            (),
        ),
        (
            {
                "phase": "challenge-guess-2",
                "pending": {
                    "action": "challenge",
                    "target": "C",
                    "die": 3,
                    "guesses": {"B": {"rank": "2", "suit": "D"}},
                },
            },
            "Ben challenges Seat 3",
            "Ben guesses the 2 of diamonds. Waiting for Seat 3 to guess.",
            (3,),
        ),
        (
            {"phase": "vote", "pending": {"action": "force-recycle", "target": "C", "votes": {}}},
            "Ben wants Seat 3 to recycle",
            "Waiting for Wolfgang Amadeus von Müller to vote.",
            (),
        ),
    ],
)
def test_crap_says_what_is_going_on(position: Any, title: str, text: str, dice: tuple[int, ...]) -> None:
    placed = {"A": [], "B": ["2C", "3C", "4C"], "C": ["2H", "3H", "4H"]} if dice else {}
    said = banner(crap_table(turn="B", placed=placed, **position))

    assert (said.title, said.text, said.dice) == (title, text, dice)


def test_crap_shows_placed_cards_face_down_and_counts_protected_ones() -> None:
    pending = {"action": "challenge", "target": "B", "die": 2, "guesses": {}}
    zone = {"A": ["2C", "3C"], "B": ["4C", "5C"]}
    board = crap_table(phase="challenge-guess-1", pending=pending, placed=zone, protected={"A": ["KS"]})

    assert seat(board, 1).groups == (Group((BACK, BACK), "placed"),)
    assert seat(board, 1).notes == ("1 protected",)


def test_crap_keeps_protected_and_placed_cards_apart_from_the_hand() -> None:
    position = {"hands": {"A": ["KS", "AS"]}, "protected": {"A": ["7C"]}}
    board = crap_picture.board_of_hand(scene_at(crap.GAME, 3, position, viewer=0), "rank")

    assert board.rows == ((Fan("Your hand", (("AS",), ("KS",))),), (Fan("Protected", (("7C",),)),))


def test_crap_says_who_has_left() -> None:
    board = crap_table(left=["C"])

    assert (seat(board, 3).away, seat(board, 3).hand, seat(board, 3).notes) == (True, None, ("has left",))


def test_a_game_that_is_over_says_who_wins() -> None:
    said = banner(crap_table(phase="over", winners=["A", "B"], end="threshold"))

    assert said.title == "Wolfgang Amadeus von Müller and Ben win"


def test_craits_shows_the_suit_that_was_named_and_the_marks() -> None:
    board = craits_picture.board_of_table(scene_at(craits.GAME, 3, CRAITS))

    assert board.deck == "two"
    assert (banner(board).title, banner(board).sign) == ("Ben is to play", "H")
    assert "anticlockwise" in banner(board).text
    assert pile(board, "Discard") == Pile("Discard", "8S", 2)
    assert (seat(board, 1).notes, seat(board, 3).notes) == (("dealer", "“one card!”"), ("owes two cards",))


def test_craits_lights_what_can_be_played() -> None:
    board = craits_picture.board_of_hand(scene_at(craits.GAME, 3, CRAITS, viewer=1), "suit")

    assert hand(board).lit == {"KH", "9C"}


def test_craits_shows_a_blind_dealer_nothing_but_backs() -> None:
    position = {
        "phase": "opening-suit",
        "dealer": "A",
        "top": "8S",
        "hands": {"A": ["4C", "5C"], "B": ["KH"]},
    }
    board = craits_picture.board_of_hand(scene_at(craits.GAME, 2, position, viewer=0), "suit")

    assert hand(board).cards == (BACK, BACK)


def test_craits_opens_all_hands_when_a_hand_is_over() -> None:
    position = {"phase": "between-hands", "top": "8S", "hands": {"A": [], "B": ["KH", "9C"]}}
    board = craits_picture.board_of_table(scene_at(craits.GAME, 2, position))

    assert seat(board, 2).groups == (Group(("9C", "KH")),)
    assert banner(board).title == "Hand 1 is over"
