"""The values of cards, and the values that are enough to destroy a bot (R11, R12, R13)."""

import pytest

from bot.games.skrap.cards import EFFECTIVE, FULL_DECK, can_build, needed_against


@pytest.mark.parametrize(
    ("surge", "values"),
    [
        ("5H", {"9H": 10, "9S": 9, "KD": 13, "KH": 14, "JK": 15}),
        ("QC", {"KC": 14, "AC": 2, "KS": 13, "JK": 15}),
        (None, {"AC": 1, "10D": 10, "JS": 11, "QS": 12, "KH": 13, "JK": 15}),
    ],
)
def test_r12_suit_of_surge_card_counts_one_more(surge: str | None, values: dict[str, int]) -> None:
    """E1."""
    assert {card: EFFECTIVE[surge][card] for card in values} == values


def test_r11_equal_is_enough_but_for_surged_red_king() -> None:
    armours = range(1, 15)

    assert [needed_against(armour, "equal") for armour in armours] == [*armours]
    assert [needed_against(armour, "joker-only") for armour in armours] == [*range(1, 14), 15]


def test_r13_joker_is_weapon_whatever_is_printed_on_it() -> None:
    assert FULL_DECK.count("JK") == 2
    assert can_build(("2H", "JK"))
    assert not can_build(("2H", "3D"))
    assert not can_build(("JK", "JK", "2S"))
