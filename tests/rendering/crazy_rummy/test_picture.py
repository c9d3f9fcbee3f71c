"""Crazy Rummy as pictures."""

from bot.games.crazy_rummy import GAME
from bot.rendering.art.zones import Group, Pile
from bot.rendering.crazy_rummy.picture import board_of_hand, board_of_table
from tests.games.crazy_rummy.positions import at
from tests.rendering.art.boards import banner, hand, pile, seat
from tests.rendering.art.games import scene_at
from tests.rendering.crazy_rummy.sessions import scene_of
from tests.rendering.positions import RUMMY


def test_the_table_shows_boards_piles_and_the_wild_rank() -> None:
    board = board_of_table(scene_at(GAME, 2, RUMMY))

    assert pile(board, "Discard") == Pile("Discard", "8C", 2)
    assert pile(board, "Marker").top == "6C"
    assert banner(board).title == "Ben is to lay and discard"
    assert banner(board).text.startswith("6s are wild.")
    assert seat(board, 1).groups == (Group(("JS", "JS")),)
    assert seat(board, 2).groups == (Group(("JC", "JD", "6D")),)
    assert "6D" in seat(board, 2).lit
    assert (seat(board, 1).score, seat(board, 1).notes) == ("−50", ("dealer",))


def test_the_hand_puts_aces_high_and_lights_wilds() -> None:
    board = board_of_hand(scene_at(GAME, 2, RUMMY, viewer=0), "rank")

    assert hand(board).parts == (("3D",), ("6S",), ("AS",))
    assert hand(board).lit == {"6C", "6D", "6H", "6S"}


def test_the_table_shows_a_tie_at_the_target_and_who_is_to_draw() -> None:
    board = board_of_table(scene_of(at("4C / KS", phase="draw", last_hand=True).state))

    assert banner(board).title.endswith(" is to draw")
    assert "The target was reached with a tie." in banner(board).text


def test_players_who_left_have_no_hand_and_their_board_stays() -> None:
    game = at("4C / KS / QS", sets={"B": [["9C", "9D", "9H"]]}).do("B: leave")

    gone = seat(board_of_table(scene_of(game.state)), 2)

    assert (gone.hand, gone.away, gone.notes) == (None, True, ("has left",))
    assert gone.groups == (Group(("9C", "9D", "9H")),)


def test_when_the_game_is_over_the_hands_lie_open() -> None:
    game = at("4C / KS 3D").do("A: leave")

    assert seat(board_of_table(scene_of(game.state)), 2).groups == (Group(("KS", "3D"), "still held"),)
