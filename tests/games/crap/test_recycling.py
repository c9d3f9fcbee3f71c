"""Recycling (section 5.2, R14-R16)."""

from bot.games.crap.recycling import RolledOff
from tests.games.crap.positions import game_at


def test_r14_the_next_active_player_clockwise_rolls() -> None:
    position = {"protected": {"A": ["QH"]}, "stock": ["2C", "3C"], "left": ["B"]}

    game = game_at(position, chance=[{"die": 1}, {"die": 6}, {"dice": [1, 1]}]).do("A: recycle")

    assert game.told(RolledOff) == [RolledOff(seat=0, opponent=2, dice=(1, 6), lost=True)]
    assert game.position["discard"] == ["QH"]


def test_r16_kept_protected_cards_do_not_lower_the_draw() -> None:
    position = {"protected": {"A": ["QH"]}, "stock": ["2C", "3C", "4C"]}

    game = game_at(position, chance=[{"die": 3}, {"die": 3}, {"dice": [1, 2]}]).do("A: recycle")

    assert (len(game.position["hands"]["A"]), game.position["protected"]["A"]) == (3, ["QH"])


def test_r15_without_protected_cards_nobody_rolls_off() -> None:
    game = game_at({"hands": {"A": ["QH"]}, "stock": ["2C", "3C"]}, chance=[{"dice": [1, 1]}])

    game.do("A: recycle")

    assert game.told(RolledOff) == []
    assert game.position["last"]["rolloff"] is None


def test_r15_a_lost_roll_off_takes_all_protected_cards() -> None:
    position = {"protected": {"A": ["QH", "KH"]}, "stock": ["2C", "3C"]}

    game = game_at(position, chance=[{"die": 1}, {"die": 2}, {"dice": [1, 1]}]).do("A: recycle")

    assert (game.position["protected"]["A"], game.position["discard"]) == ([], ["QH", "KH"])


def test_r2_an_empty_hand_may_be_recycled() -> None:
    game = game_at({"stock": ["2C", "3C"]}, chance=[{"dice": [1, 1]}]).do("A: recycle")

    assert game.position["hands"]["A"] == ["2C", "3C"]
