"""What the pictures of each game say in moments that random games seldom reach."""

from bot.games import craits
from bot.rendering.art.zones import BACK, Group, Pile
from bot.rendering.craits import picture as craits_picture
from tests.rendering.art.boards import banner, hand, pile, seat
from tests.rendering.art.games import scene_at
from tests.rendering.positions import CRAITS


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
