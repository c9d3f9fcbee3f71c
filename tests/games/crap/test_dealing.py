"""The deal (section 3, R1)."""

from tests.games.crap.positions import game_at
from tests.games.driver import Script


def test_r1_deal_follows_seats_and_fewest_cards_start() -> None:
    chance: Script = [{"shuffle": ["2C"]}, {"dice": [2, 2]}, {"dice": [1, 1]}, {"dice": [1, 2]}]

    game = game_at(None, chance=chance, options={"jokers": True})

    assert [len(cards) for cards in game.position["hands"].values()] == [4, 2, 3]
    assert game.deciders == "B"
    assert len(game.position["stock"]) == 108 - 9
    assert game.chance_left == 0
