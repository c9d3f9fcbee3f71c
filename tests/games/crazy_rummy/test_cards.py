"""The values of cards (section 1), and the rank that a set has and opens (section 4)."""

from collections import Counter

from bot.engine.cards import RANK_OF
from bot.games.crazy_rummy.cards import (
    PLAYED_PACK,
    PLAYED_RANKS,
    board_points,
    cheapness,
    feedable,
    full_packs,
    open_ranks,
    points,
    set_rank,
)


def worth(cards: str, wild: str) -> list[int]:
    return [points([card], wild) for card in cards.split()]


def test_e1_values_of_cards_and_wilds() -> None:
    assert worth("3S 7D 8C KH AS 9C", "9") == [5, 5, 10, 10, 100, 100]
    assert worth("AS 9C", "A") == [200, 10]


def test_every_rank_has_its_value() -> None:
    assert worth("3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", "3") == [
        100,
        5,
        5,
        5,
        5,
        10,
        10,
        10,
        10,
        10,
        10,
        100,
    ]


def test_deck_has_four_suits_without_2s() -> None:
    assert Counter(map(RANK_OF.__getitem__, PLAYED_PACK)) == dict.fromkeys(PLAYED_RANKS, 4)
    assert Counter(full_packs(5)) == dict.fromkeys(PLAYED_PACK, 5)


def test_board_counts_its_sets_and_cards_fed() -> None:
    assert board_points([["JS", "JH", "6C"], ["9S", "9H", "9C"]], ["KD"], "6") == 120 + 30 + 10


def test_set_has_rank_of_naturals_or_wild_rank() -> None:
    assert set_rank(("6C", "JS", "JH"), "6") == "J"
    assert set_rank(("6C", "6S", "6H"), "6") == "6"


def test_r9_a_set_opens_its_rank_only() -> None:
    opened = open_ranks([("JS", "JH", "6C"), ("9S", "9H", "9C")], "6")

    assert opened == {"J", "9"}
    assert feedable(["6D", "9D", "KD", "JD", "9D"], opened) == ["9D", "JD", "9D"]


def test_cards_go_by_points_then_rank_then_suit() -> None:
    assert sorted(["AS", "6C", "3D", "KD", "3C", "10S", "10C"], key=lambda card: cheapness(card, "6")) == (
        ["3C", "3D", "10C", "10S", "KD", "6C", "AS"]
    )
