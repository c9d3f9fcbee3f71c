"""Completion of a command while it's typed."""

from typing import Any

from bot.games.craits import GAME
from bot.games.craits.state import State
from tests.games.craits.positions import table
from tests.games.driver import Driver


def texts(game: Driver[State], verb: str, option: str, **given: Any) -> list[str]:
    return GAME.complete(game.state, 0, verb, option, given)


def test_cards_offered_are_playable_ones_dearest_first() -> None:
    game = table("4C 9C KH 8D QH / QD", top="8H")

    assert texts(game, "play", "card", card="") == ["8D", "9C", "QH", "KH"]
    assert texts(game, "play", "card", card="k") == ["8D", "9C", "QH", "KH"]


def test_suit_given_first_leaves_cards_naming_it() -> None:
    game = table("4C 9C KH 8D QH / QD", top="8H")

    assert texts(game, "play", "card", suit="H", declare=True) == ["8D"]
    assert texts(game, "play", "card", suit="S") == ["8D", "9C"]


def test_suits_of_card_are_offered_in_any_spelling() -> None:
    game = table("4C 9C KH 8D QH / QD", top="8H")

    assert texts(game, "play", "suit", card="9c", suit="") == ["C", "S"]
    assert texts(game, "play", "suit", card="8D") == ["D", "C", "H", "S"]
    assert texts(game, "play", "suit", card="KH") == []


def test_unreadable_card_offers_every_nameable_suit() -> None:
    assert texts(table("4C 9C KH / QD", top="8H"), "play", "suit", card="9") == ["C", "S"]


def test_declaring_is_offered_before_the_last_card() -> None:
    assert texts(table("KH QH / QD", top="8H"), "play", "declare", card="KH") == ["true"]
    assert texts(table("KH QH 3C / QD", top="8H"), "play", "declare", card="KH") == []


def test_players_who_may_be_called_are_offered() -> None:
    game = table("KH QH / QD / 4C", top="8H", undeclared=["C"])

    assert texts(game, "idiot", "player") == ["C"]


def test_suits_of_turned_up_nine_are_offered() -> None:
    assert texts(table("KH / QD", top="9D", phase="opening-suit"), "suit", "suit") == ["D", "H"]
