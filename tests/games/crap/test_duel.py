"""The reward of a guess (section 5.4, R27)."""

import pytest

from bot.games.crap.cards import GuessedCard
from bot.games.crap.duel import reward


@pytest.mark.parametrize(
    ("placed", "earned"),
    [
        (("KC",), 2),
        (("KC", "KC"), 4),
        (("KD", "3C"), 2),
        (("JK", "JK"), 0),
        (("KC", "KC", "KH", "KS", "2D", "3D"), 6),
        (("KC", "KC", "2C", "3C", "4C", "5C"), 8),
    ],
)
def test_r27_rank_and_suit_count_one_without_jokers(placed: tuple[str, ...], earned: int) -> None:
    assert reward(GuessedCard("K", "C"), placed) == earned
