"""Protecting (section 5.5)."""

from bot.games.crap.protecting import CardProtected, ProtectedCard
from tests.games.crap.positions import game_at


def test_protected_card_is_told_only_to_its_owner() -> None:
    game = game_at({"hands": {"A": ["7S"]}, "protected": {"A": ["2C"]}}).do("A: protect card:7s")

    assert game.told(CardProtected) == [CardProtected(seat=0, count=2)]
    assert game.told(ProtectedCard) == [ProtectedCard(to=(0,), seat=0, card="7S")]


def test_a_joker_may_be_protected() -> None:
    game = game_at({"hands": {"A": ["JK"]}}, options={"jokers": True}).do("A: protect card:jk")

    assert game.position["protected"]["A"] == ["JK"]
