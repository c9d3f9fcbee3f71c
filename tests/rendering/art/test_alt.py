"""Descriptions name every card that is seen, and stay within Discord's limit by being fair."""

import pytest

from bot.rendering import words
from bot.rendering.art.alt import MAX_ALT_CHARACTERS, alt_text, said, shortened
from bot.rendering.art.zones import BACK, Banner, Board, Column, Columns, Fan, Group, Pile, Seat, Spread, Zone
from tests.rendering.art.boards import EVERY_CARD, ONE_OF_EACH, TWO_PACKS, crowded, open_cards

SETS = (Group(("7C", "7D", "7H", "JK"), "70 − 1"), Group(("AC", "AD", "AH", "AS"), "60", across="5C"))


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        (Pile("Stock", BACK, 34), "Stock: 34 cards, face down."),
        (Pile("Stock", None, 0), "Stock: empty."),
        (Pile("Discard", "7C", 3), "Discard: 3 cards, on top 7♣."),
        (Pile("Marker", "JK"), "Marker: joker."),
        (Pile("Destroyed", BACK, 1, unit="bot"), "Destroyed: 1 bot, face down."),
        (Pile("", ghost="H", spoken="Finishing hearts"), "Finishing hearts: empty."),
        (Fan("Your hand", (("AS", "2S"), ("JK",))), "Your hand, 3 cards: A♠ 2♠ joker."),
        (Fan("Your hand", ()), "Your hand, 0 cards: none."),
        (Fan("Your hand", ((BACK, BACK),)), "Your hand, 2 cards: 2 face down."),
        (
            Spread("Ann's bot", (Group(("KS",), "Weapon 13"), Group((BACK,)))),
            "Ann's bot: Weapon 13: K♠; 1 face down.",
        ),
        (Banner("Ann is to act", "Turn 3.", (2, 6), "H"), "Ann is to act. Turn 3. Dice: 2, 6. Suit: hearts."),
        (Banner("Ann wins!"), "Ann wins!"),
        (Columns((Column("L1", ("QS", "JD")), Column("L2", ()))), "L1 Q♠ J♦; L2 empty."),
        (Seat("Ann", 1), "Ann."),
        (Seat("Ann", 1, "120", "points", 4, acts=True), "Ann (to act): 120 points, holds 4 cards."),
        (
            Seat("田中", 5, hand=1, acts=True, away=True, notes=("x",)),
            "田中 (seat 5, to act): holds 1 card, x.",
        ),
        (Seat("Ann", 1, "5", groups=SETS), "Ann: 5. 70 − 1: 7♣ 7♦ 7♥ joker; 60: A♣ A♦ A♥ A♠, 5♣ across."),
    ],
)
def test_a_zone_is_said_in_words(zone: Zone, text: str) -> None:
    assert said(zone) == text


def test_brevity_gives_up_signs_of_single_cards_then_labels_then_suits_then_ranks() -> None:
    seat = Seat("Ann", 1, "5", groups=SETS)

    assert [said(seat, brevity) for brevity in range(1, 5)] == [
        "Ann: 5. 70 − 1: 7 ♣♦♥ · joker; 60: A ♣♦♥♠, 5♣ across.",
        "Ann: 5. 7 ♣♦♥ · joker; A ♣♦♥♠, 5♣ across.",
        "Ann: 5. 7×3 joker; A×4, 5♣ across.",
        "Ann: 5. 8 cards in 2 groups.",
    ]


def test_a_description_has_a_line_a_zone_and_names_every_card() -> None:
    text = alt_text(ONE_OF_EACH)

    assert len(text.splitlines()) == 8
    assert [card for card in open_cards(ONE_OF_EACH) if words.card(card) not in text] == []


def test_all_cards_of_two_packs_are_named_within_the_limit() -> None:
    text = alt_text(Board(((Fan("Your hand", (TWO_PACKS,)),),)))

    assert len(text) <= MAX_ALT_CHARACTERS
    assert [card for card in EVERY_CARD if text.count(words.card(card)) != TWO_PACKS.count(card)] == []


@pytest.mark.parametrize(("players", "sets", "cards"), [(6, 4, 4), (10, 4, 3), (10, 12, 8), (40, 9, 9)])
def test_the_limit_holds_however_much_lies_on_the_table(players: int, sets: int, cards: int) -> None:
    text = alt_text(crowded(players, sets, cards))

    assert len(text) <= MAX_ALT_CHARACTERS
    assert len(text.splitlines()) == players


def test_what_is_short_stays_whole_and_the_longest_gives_way_first() -> None:
    assert shortened([["short"], ["long" * 5, "lo"], ["longer" * 9, "longer" * 2, "l"]], 40) == "\n".join(
        ("short", "long" * 5, "longer" * 2)
    )


def test_when_nothing_helps_all_that_is_long_is_cut_alike() -> None:
    assert shortened([["short"], ["x" * 50], ["y" * 90]], 27) == "short\nxxxxxxxxx…\nyyyyyyyyy…"


def test_nothing_to_say_is_nothing() -> None:
    assert alt_text(Board(())) == ""
