"""The deal (section 3) and the options that govern it (section 7)."""

import pytest

from bot.engine.chance import ScriptedChance, SeededChance
from bot.engine.contract import Malformed
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.dealing import DealerDrawn, Dealt, Hand
from bot.games.crazy_rummy.state import State
from tests.games.crazy_rummy.table import deck, legal, options, play, table

DECK = "4H 9C KD 3S 6D QH 5C AS 8S 10H 7C 3D"


def deal(cards: str, seats: int = 2, **given: object) -> State:
    script = ScriptedChance([{"seat": "A"}, *deck(cards)], seats)
    return GAME.deal(seats, options(**given), script).state


def test_r1_two_to_ten_may_play() -> None:
    assert GAME.seats == range(2, 11)


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (7, 4), (9, 5), (10, 5)])
def test_r2_there_is_a_pack_for_every_two_players_rounded_up(seats: int, packs: int) -> None:
    state = GAME.deal(seats, options(), SeededChance.from_text("r2")).state

    assert state.packs == packs
    assert len(state.pack) == 48 * packs


def test_packs_are_counted_anew_for_each_hand() -> None:
    state = table("4C / KS / QS", left=["C"])

    assert play(state, "A: discard card:4C", chance=deck("")).packs == 1


def test_r3_every_card_of_the_wild_rank_is_wild() -> None:
    state = play(table("JS 6C 6D 6S 4C / KS"), "A: meld cards:JS,6C,6D,6S")

    assert state.opened == {"J"}


def test_r4_the_marker_is_not_in_the_dealers_hand() -> None:
    state = deal(DECK)

    assert state.marker == "6D"
    assert state.hands[0] == ("QH", "5C", "AS", "8S", "10H")


def test_r4_the_option_gives_the_dealer_the_wildcard() -> None:
    state = deal(DECK, dealer_wild="hand")

    assert state.marker is None
    assert state.wild == "6"
    assert state.hands[0] == ("6D", "QH", "5C", "AS", "8S", "10H")


def test_r5_a_three_as_marker_leaves_the_dealer_two_cards() -> None:
    assert deal("4H 9C KD 3S 3D QH 5C AS").hands[0] == ("QH", "5C")


def test_r19_each_player_gets_the_whole_deal_before_the_next() -> None:
    state = deal("3H 4H 5H 4C 5C 6C 7C 5D 6D 7D 8D 9D", seats=3)

    assert state.hands == (("6D", "7D", "8D", "9D"), ("3H", "4H", "5H"), ("4C", "5C", "6C", "7C"))


def test_only_what_lies_open_is_told_to_everybody() -> None:
    script = ScriptedChance([{"seat": "A"}, *deck(DECK)], 2)
    drawn, dealt, *received = GAME.deal(2, options(), script).events

    assert drawn == DealerDrawn(0)
    assert dealt == Dealt(1, 0, 1, ((1, "4H"), (0, "6D")), "6", "6D", (5, 4), "7C", 37, 1)
    assert received == [
        Hand(1, ("4H", "9C", "KD", "3S"), to=(1,)),
        Hand(0, ("QH", "5C", "AS", "8S", "10H"), to=(0,)),
    ]


def test_the_deal_passes_over_those_who_left() -> None:
    state = play(table("4C / KS / QS", left=["B"]), "A: discard card:4C", chance=deck(""))

    assert state.dealer == 2
    assert state.turn == 0
    assert state.hands[1] == ()


@pytest.mark.parametrize(
    ("seats", "packs", "fits"), [(4, 1, True), (5, 1, False), (8, 2, True), (9, 2, False)]
)
def test_chosen_packs_must_hold_the_largest_deal(seats: int, packs: int, fits: bool) -> None:
    assert (GAME.problem(seats, options(packs=packs)) is None) is fits


def test_automatic_packs_always_suffice() -> None:
    assert [GAME.problem(seats, options()) for seats in GAME.seats] == [None] * 9


def test_a_position_with_too_few_packs_is_malformed() -> None:
    with pytest.raises(Malformed, match="5 players may need 57 cards"):
        table("3C / 4C / 5C / 7C / 8C", given=options(packs=1))


@pytest.mark.parametrize(
    "given",
    [
        {"target": 299}, {"target": 5001}, {"packs": 0}, {"packs": 7}, {"packs": "many"},
        {"dealer_wild": "table"}, {"reshuffles": 4}, {"max_hands": 0}, {"max_hands": 101},
    ],
)  # fmt: skip
def test_options_outside_their_limits_are_malformed(given: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        options(**given)


def test_the_first_turn_is_a_draw_left_of_the_dealer() -> None:
    state = deal(DECK)

    assert state.turn == 1
    assert legal(state) == ["draw", "draw from:discard"]
