"""Cards as texts: reading, order, and taking cards out of hands."""

import pytest

from bot.engine.cards import (
    DECK,
    JOKER,
    ORDER,
    RANK_OF,
    SUIT_OF,
    NotACard,
    holds,
    in_order,
    missing,
    parse_card,
    parse_cards,
    without,
)


@pytest.mark.parametrize(
    ("text", "card"),
    [("AS", "AS"), ("as", "AS"), (" 10h ", "10H"), ("Th", "10H"), ("tH", "10H"), ("jk", "JK"), ("JC", "JC")],
)
def test_card_is_read_in_any_case_or_letter(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(("text", "card"), [("7♣", "7C"), ("10♥", "10H"), ("t♦", "10D"), ("Joker", "JK")])
def test_card_is_read_as_panels_show_it(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("J♣\ufe0f", "JC"),
        ("J♣\ufe0e", "JC"),
        ("10❤\ufe0f", "10H"),
        ("j ♣️", "JC"),
        ("10 h", "10H"),
        ("t \t♢", "10D"),
        ("A♤", "AS"),
        ("Ｋ♧", "KC"),
        ("１０Ｓ", "10S"),
        ("🃏", "JK"),
        ("q\u200bh", "QH"),
    ],
)
def test_card_is_read_from_any_keyboard(text: str, card: str) -> None:
    assert parse_card(text) == card
    assert parse_cards(f"7S {text}，{text} 2C") == ("7S", card, card, "2C")


@pytest.mark.parametrize(
    "text", ["", " ", "A", "S", "1S", "11S", "AX", "SA", "AS KS", "T", "JKS", "♠A", "TT"]
)
def test_text_that_is_not_a_card_is_named(text: str) -> None:
    with pytest.raises(NotACard) as caught:
        parse_card(f" {text} ")

    assert caught.value.text == text.strip()
    assert repr(text.strip()) in str(caught.value)


@pytest.mark.parametrize("text", ["7S 7H TD", "7S,7H,10D", "7s;7h;td", " 7S, 7H ,\n10D,", "7S\t7H  ;, 10D"])
def test_cards_may_stand_between_blanks_commas_and_lines(text: str) -> None:
    assert parse_cards(text) == ("7S", "7H", "10D")


@pytest.mark.parametrize("text", ["", "  ", " ,; "])
def test_list_without_cards_is_not_a_list(text: str) -> None:
    with pytest.raises(NotACard):
        parse_cards(text)


def test_first_wrong_word_of_list_is_named() -> None:
    with pytest.raises(NotACard) as caught:
        parse_cards("7S, seven, eight")

    assert caught.value.text == "seven"


def test_pack_has_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {RANK_OF[card] + SUIT_OF[card] for card in DECK} == set(DECK)
    assert JOKER not in RANK_OF
    assert JOKER not in SUIT_OF


def test_every_card_is_read_back_from_its_text() -> None:
    assert [parse_card(card) for card in ORDER] == [*DECK, JOKER]


def test_order_is_suit_then_rank_then_jokers() -> None:
    mixed = ("JK", "AS", "KC", "10C", "2C", "AC", "AD", "AH", "9C", "AC")

    assert in_order(mixed) == ("AC", "AC", "2C", "9C", "10C", "KC", "AD", "AH", "AS", "JK")
    assert in_order(DECK[::-1]) == DECK


@pytest.mark.parametrize(
    ("wanted", "answer"),
    [((), True), (("7S",), True), (("7S", "7S"), True), (("7S", "7S", "7S"), False), (("8S",), False)],
)
def test_a_hand_holds_what_it_has_often_enough(wanted: tuple[str, ...], answer: bool) -> None:
    hand = ("7S", "KD", "7S")

    assert holds(hand, wanted) is answer
    assert (missing(hand, wanted) == ()) is answer


def test_missing_copies_are_told_in_order_asked() -> None:
    assert missing(("7S", "KD"), ("8S", "7S", "KD", "7S", "8S")) == ("8S", "7S", "8S")


def test_removing_cards_keeps_order_of_rest() -> None:
    assert without(("7S", "KD", "7S", "2C"), ("7S", "2C")) == ("KD", "7S")


def test_missing_card_cannot_be_removed() -> None:
    with pytest.raises(ValueError):
        without(("7S",), ("7S", "7S"))
