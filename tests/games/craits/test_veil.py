"""The cards that each seat and a spectator may know (sections 2 and 11)."""

import msgspec

from bot.games.craits import GAME
from tests.games.craits.positions import table


def test_hand_hidden_from_a_blind_dealer_alone() -> None:
    game = table("KH / QD", top="8H", phase="opening-suit")

    refusal = GAME.look(game.state, 0, "hand")
    assert refusal is not None
    assert refusal.code == "hand-hidden"
    assert GAME.look(game.state, 1, "hand") is None
    assert GAME.look(game.state, 0, "table") is None


def test_a_view_has_every_field_of_the_position() -> None:
    game = table("KH QH / QD", top="8H", stock="2C 3C", under="4C")

    for letter in ("A", "B", None):
        assert game.view(letter).keys() == game.position.keys()


def test_seat_sees_own_hand_and_others_sizes() -> None:
    game = table("KH QH / QD", top="8H", stock="2C 3C", under="4C")

    assert game.view("A")["hands"] == {"A": ["QH", "KH"], "B": 1}
    assert game.view(None)["hands"] == {"A": 2, "B": 1}
    assert (game.view("A")["stock"], game.view("A")["under"]) == (2, 1)


def test_r43_sizes_and_the_public_marks_are_open() -> None:
    game = table("KH / QD / 4C 5C", top="8H", declared=["A"], owes=["B"], turn="C")

    assert (game.view(None)["declared"], game.view(None)["owes"]) == (["A"], ["B"])


def test_the_undeclared_flag_is_shown_to_nobody() -> None:
    silent = table("KH / QD / 4C 5C", top="8H", undeclared=["A"], turn="C")
    clear = table("KH / QD / 4C 5C", top="8H", turn="C")

    for letter in ("A", "B", "C", None):
        assert silent.view(letter) == clear.view(letter)
        assert silent.view(letter)["undeclared"] is None


def test_r6_blind_dealer_sees_only_size_of_hand() -> None:
    blind = table("KH / QD", top="8H", phase="opening-suit")
    seen = table("KH / QD", options={"opening_suit": "seen"}, top="8H", phase="opening-suit")

    assert blind.view("A")["hands"] == {"A": 1, "B": 1}
    assert blind.view("B")["hands"] == {"A": 1, "B": ["QD"]}
    assert seen.view("A")["hands"] == {"A": ["KH"], "B": 1}


def test_everyone_sees_all_hands_after_a_hand() -> None:
    game = table("KH / QD", top="8H").do("A: play card:KH")

    assert game.view(None)["hands"] == {"A": [], "B": ["QD"]}


def test_r40_hands_stay_closed_when_leaver_ends_game() -> None:
    game = table("KH / QD", top="8H").do("A: leave")

    assert game.view("A")["hands"] == {"A": [], "B": 1}


def test_departed_player_sees_only_what_spectators_see() -> None:
    game = table("KH / QD / 4C", top="8H").do("C: leave")

    assert {**game.view("C"), "hands": 0} == {**game.view(None), "hands": 0}
    assert game.view("C")["hands"] == {"A": 1, "B": 1, "C": []}


def test_permuting_what_is_unseen_changes_no_view() -> None:
    one = table("KH QH / QD 3C / 4C", top="8H", stock="2C 5C", under="6C")
    other = table("KH QH / 2C 6C / QD", top="8H", stock="4C 3C", under="5C")

    assert one.view("A") == other.view("A")
    assert one.view(None) == other.view(None)


def test_huge_totals_stay_plain_integers() -> None:
    total = 5 * (2**100 - 1)
    game = table("KH / QD", top="8H", totals={"B": total}).do("A: play card:KH")

    assert game.view(None)["totals"] == {"A": 0, "B": total + 10}
    assert msgspec.to_builtins(game.events[-1])["total"] == total + 10
    assert msgspec.convert(msgspec.to_builtins(game.events[-1]), type(game.events[-1])) == game.events[-1]
