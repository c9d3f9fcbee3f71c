"""The deal (section 3)."""

import pytest

from bot.engine.chance import SeededChance
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.dealing import DealerDrawn, Dealt, Hand
from bot.games.crazy_rummy.options import CrazyRummyOptions
from tests.games.crazy_rummy.positions import NEXT_DEAL, at, dealt

DECK = "4H 9C KD 3S 6D QH 5C AS 8S 10H 7C 3D"


@pytest.mark.parametrize(
    ("first", "count"),
    [*((f"{size}H", size) for size in range(3, 11)), ("JH", 10), ("QH", 10), ("KH", 10), ("AH", 11)],
)
def test_e2_the_first_card_sets_how_many_are_dealt(first: str, count: int) -> None:
    assert len(dealt(first).state.hands[1]) == count


def test_e3_the_exact_deal() -> None:
    game = dealt(DECK)
    state = game.state

    assert state.hands == (("QH", "5C", "AS", "8S", "10H"), ("4H", "9C", "KD", "3S"))
    assert (state.marker, state.wild, state.discard) == ("6D", "6", ("7C",))
    assert (len(state.stock), state.stock[0]) == (37, "3D")
    assert (game.deciders, game.phase) == ("B", "draw")


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (7, 4), (9, 5), (10, 5)])
def test_r2_as_many_packs_are_shuffled_as_players_need(seats: int, packs: int) -> None:
    state = GAME.deal(seats, CrazyRummyOptions(), SeededChance.from_text("r2")).state

    assert state.packs == packs
    assert len(state.pack) == 48 * packs


def test_packs_are_counted_again_for_each_hand() -> None:
    game = at("4C / KS / ", left=["C"], chance=NEXT_DEAL)

    assert game.do("A: discard card:4C").state.packs == 1


def test_r3_every_card_of_the_wild_rank_is_wild() -> None:
    game = at("JS 6C 6D 6S 4C / KS").do("A: meld cards:JS,6C,6D,6S")

    assert game.state.opened == {"J"}


def test_r4_the_marker_is_not_in_the_dealers_hand() -> None:
    state = dealt(DECK).state

    assert state.marker == "6D"
    assert state.hands[0] == ("QH", "5C", "AS", "8S", "10H")


def test_r4_the_option_gives_the_dealer_the_wildcard() -> None:
    state = dealt(DECK, dealer_wild="hand").state

    assert state.marker is None
    assert state.wild == "6"
    assert state.hands[0] == ("6D", "QH", "5C", "AS", "8S", "10H")


def test_r5_three_as_marker_leaves_dealer_two_cards() -> None:
    assert dealt("4H 9C KD 3S 3D QH 5C AS").state.hands[0] == ("QH", "5C")


def test_r19_each_player_gets_whole_deal_before_next() -> None:
    state = dealt("3H 4H 5H 4C 5C 6C 7C 5D 6D 7D 8D 9D", seats=3).state

    assert state.hands == (("6D", "7D", "8D", "9D"), ("3H", "4H", "5H"), ("4C", "5C", "6C", "7C"))


def test_only_open_cards_are_told_to_everyone() -> None:
    drawn, dealt_, *hands = dealt(DECK).events

    assert drawn == DealerDrawn(0)
    assert dealt_ == Dealt(1, 0, 1, ((1, "4H"), (0, "6D")), "6", "6D", (5, 4), "7C", 37, 1)
    assert hands == [
        Hand(1, ("4H", "9C", "KD", "3S"), to=(1,)),
        Hand(0, ("QH", "5C", "AS", "8S", "10H"), to=(0,)),
    ]


def test_the_deal_passes_over_those_who_left() -> None:
    state = at("4C / / QS", left=["B"], chance=NEXT_DEAL).do("A: discard card:4C").state

    assert state.dealer == 2
    assert state.turn == 0
    assert state.hands[1] == ()


def test_first_turn_is_draw_left_of_dealer() -> None:
    game = dealt(DECK)

    assert game.deciders == "B"
    assert game.legal("B") == ["draw", "draw from:discard"]


def test_new_hand_begins_with_empty_boards_and_counters() -> None:
    game = at(
        "4C / KS",
        sets={"A": [["5C", "5D", "5H"]]},
        fed={"B": ["5S"]},
        lock_count=3,
        rebuilds=1,
        aside="9C 9D",
        chance=NEXT_DEAL,
    )
    position = game.do("A: discard card:4C").position

    assert position["sets"] == position["fed"] == {"A": [], "B": []}
    assert (position["first_play_done"], position["aside"]) == ([], [])
    assert (position["lock_count"], position["rebuilds"], position["laid"], position["taken"]) == (
        0,
        0,
        False,
        None,
    )
    assert position["hand_number"] == 2
