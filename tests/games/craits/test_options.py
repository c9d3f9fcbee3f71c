"""The options of a table (section 7)."""

import pytest

from bot.engine.cards import DECK
from tests.games.craits.positions import new_game


@pytest.mark.parametrize(("seats", "cards"), [(2, 52), (5, 52), (6, 104), (7, 104)])
def test_r1_second_pack_comes_in_with_sixth_player(seats: int, cards: int) -> None:
    assert len(new_game(seats, "", "").state.pack) == cards


@pytest.mark.parametrize("packs", ["2", 2])
def test_r1_two_packs_may_be_asked_for(packs: str | int) -> None:
    assert new_game(2, "", "", packs=packs).state.pack == tuple(card for card in DECK for _ in range(2))
