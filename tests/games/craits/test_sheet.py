"""Sections 2 and 11: what each seat and a spectator may know."""

from typing import Any

import msgspec

from bot.engine.events import told
from bot.engine.notation import seat_of
from bot.games.craits import GAME
from bot.games.craits.events import Took
from bot.games.craits.state import State
from tests.games.craits.table import loaded, options, table


def view(state: State, letter: str | None) -> dict[str, Any]:
    seat = None if letter is None else seat_of(letter, len(state.hands))
    sheet: dict[str, Any] = msgspec.to_builtins(GAME.sheet(state, seat))
    return sheet


def test_a_view_has_every_field_of_the_position() -> None:
    state = loaded("KH QH / QD", top="8H", stock="2C 3C", under="4C")

    for letter in ("A", "B", None):
        assert view(state, letter).keys() == GAME.dump(state).keys()


def test_a_seat_sees_its_own_hand_and_sizes_of_the_rest() -> None:
    state = loaded("KH QH / QD", top="8H", stock="2C 3C", under="4C")

    assert view(state, "A")["hands"] == {"A": ["QH", "KH"], "B": 1}
    assert view(state, None)["hands"] == {"A": 2, "B": 1}
    assert (view(state, "A")["stock"], view(state, "A")["under"]) == (2, 1)


def test_r43_sizes_and_the_public_marks_are_open() -> None:
    state = loaded("KH / QD / 4C 5C", top="8H", declared=["A"], owes=["B"], turn="C")

    assert (view(state, None)["declared"], view(state, None)["owes"]) == (["A"], ["B"])


def test_the_undeclared_flag_is_shown_to_nobody() -> None:
    silent = loaded("KH / QD / 4C 5C", top="8H", undeclared=["A"], turn="C")
    clear = loaded("KH / QD / 4C 5C", top="8H", turn="C")

    for letter in ("A", "B", "C", None):
        assert view(silent, letter) == view(clear, letter)
        assert view(silent, letter)["undeclared"] is None


def test_r6_a_blind_dealer_sees_only_the_size_of_the_hand() -> None:
    blind = loaded("KH / QD", top="8H", phase="opening-suit")
    seen = loaded("KH / QD", options(opening_suit="seen"), top="8H", phase="opening-suit")

    assert view(blind, "A")["hands"] == {"A": 1, "B": 1}
    assert view(blind, "B")["hands"] == {"A": 1, "B": ["QD"]}
    assert view(seen, "A")["hands"] == {"A": ["KH"], "B": 1}


def test_after_a_hand_everybody_sees_all_hands() -> None:
    state = table("KH / QD", top="8H").do("A: play card:KH").state

    assert view(state, None)["hands"] == {"A": [], "B": ["QD"]}


def test_r40_hands_stay_closed_when_a_leaver_ends_the_game() -> None:
    state = table("KH / QD", top="8H").do("A: leave").state

    assert view(state, "A")["hands"] == {"A": [], "B": 1}


def test_a_player_who_left_sees_no_more_than_a_spectator() -> None:
    state = table("KH / QD / 4C", top="8H").do("C: leave").state

    assert {**view(state, "C"), "hands": 0} == {**view(state, None), "hands": 0}
    assert view(state, "C")["hands"] == {"A": 1, "B": 1, "C": []}


def test_permuting_what_is_unseen_changes_no_view() -> None:
    one = loaded("KH QH / QD 3C / 4C", top="8H", stock="2C 5C", under="6C")
    other = loaded("KH QH / 2C 6C / QD", top="8H", stock="4C 3C", under="5C")

    assert view(one, "A") == view(other, "A")
    assert view(one, None) == {**view(other, None)}


def test_drawn_cards_are_told_to_the_drawer_alone() -> None:
    sitting = table("5H QH / QD 3C / 4C", top="8H", stock="2C 5C").do("A: play card:5H")

    for seat in (0, 1, 2):
        drawn = [event for event in told(sitting.events, seat) if isinstance(event, Took)]
        assert [took.seat for took in drawn] == ([seat] if seat else [])
    assert all(event.to is None for event in told(sitting.events, None))


def test_big_totals_are_plain_integers_in_views_and_events() -> None:
    total = 5 * (2**100 - 1)
    sitting = table("KH / QD", top="8H", totals={"B": total}).do("A: play card:KH")

    assert view(sitting.state, None)["totals"] == {"A": 0, "B": total + 10}
    assert msgspec.to_builtins(sitting.events[-1])["total"] == total + 10
    assert (
        msgspec.convert(msgspec.to_builtins(sitting.events[-1]), type(sitting.events[-1]))
        == sitting.events[-1]
    )
