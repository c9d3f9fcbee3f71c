"""Lists of cards while they're typed: a made-up move takes two red cards, hearts before diamonds."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from bot.engine.cards import Card, without
from bot.engine.typed import MAX_COMPLETE, completions

HAND = ("2C", "3D", "4D", "5H", "JK")


def two_red(hand: tuple[Card, ...], typed: str) -> list[str]:
    red = [card for card in hand if card[-1] in "DH"]

    def whole(start: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        if len(start) <= 2 and set(start) <= set(red):
            for cards in combinations(without(red, start), 2 - len(start)):
                yield (*start, *cards)

    return completions(typed, hand, whole, lambda cards: sum(card.endswith("D") for card in cards))


def test_whole_lists_precede_cards_leading_to_one() -> None:
    assert two_red(HAND, "") == ["3D,5H", "4D,5H", "3D,4D", "3D", "4D", "5H"]


@pytest.mark.parametrize("typed", ["4D", "4d ", " 4d,", "4♦", "4 ♦️", "４ｄ，"])
def test_completions_begin_with_typed_text_however_spelt(typed: str) -> None:
    assert two_red(HAND, typed) == ["4D,5H", "4D,3D"]


def test_the_beginning_of_a_card_narrows_them() -> None:
    assert two_red(HAND, "3") == ["3D,5H", "3D,4D", "3D"]
    assert two_red(("10H", "3D"), "t") == two_red(("10H", "3D"), "10 ") == ["10H,3D", "10H"]


def test_the_same_cards_are_offered_once() -> None:
    assert two_red(("3D", "3H"), "3") == ["3D,3H", "3D", "3H"]


@pytest.mark.parametrize("typed", ["KS", "5H 5H", "zz,3D", "2C", "3D 4D 5H"])
def test_unheld_or_useless_text_has_no_continuation(typed: str) -> None:
    assert two_red(HAND, typed) == []


def test_single_cards_find_room_after_many_whole_lists() -> None:
    offered = two_red(tuple(f"{number}H" for number in range(2, 11)), "")

    assert [text.count(",") for text in offered] == [1] * MAX_COMPLETE + [0] * 9
