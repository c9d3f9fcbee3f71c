"""Completion of a command while it's typed."""

from bot.games.skrap import GAME
from bot.games.skrap.state import State
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging, surging

TWO = surging(A="9C 2S 2H", B="8C 3S 3H")
FIELD = battling("C", [("A", "3S", "3H"), ("B", "4S", "4H")], A="5S", B="6S 6H", C="7S 7H", D="8S 8H")


def choices(game: Driver[State], seat: int, verb: str, option: str, **given: str) -> list[str]:
    return GAME.complete(game.state, seat, verb, option, given)


def test_completion_offers_weak_weapons_and_strong_armour() -> None:
    game = Driver(GAME, 2, battling("B", [("A", "3S", "5H")], A="2S", B="KS 6C 4C 2D 9D"))

    assert choices(game, 1, "bot", "weapon") == ["6C", "KS"]
    assert choices(game, 1, "bot", "armour", weapon="6c") == ["9D", "2D"]
    assert choices(game, 1, "bot", "armour", weapon="4C") == []
    assert choices(game, 1, "bot", "armour", weapon="tank") == []


def test_completion_shows_choices_besides_typed_one() -> None:
    game = Driver(GAME, 2, TWO)

    assert choices(game, 0, "surge", "card", card="9") == ["2H", "2S", "9C"]


def test_completion_finds_partner_of_pair_either_way_round() -> None:
    game = Driver(GAME, 3, scavenging("A", A="4S", B="2S 2H 5C", C="7S 8H"))

    assert choices(game, 1, "scavenge", "second", first="2S") == ["2H"]
    assert choices(game, 1, "scavenge", "second", first="2H") == ["2S"]
    assert choices(game, 1, "scavenge", "first", second="5C") == []


def test_completion_offers_nothing_to_who_is_not_asked() -> None:
    assert choices(Driver(GAME, 4, FIELD), 0, "bot", "weapon") == []


def test_completion_offers_all_shapes() -> None:
    position = surging(A="2S 2H", B="3S 3H") | {"phase": "throw", "contenders": ["A", "B"]}

    assert choices(Driver(GAME, 2, position), 0, "throw", "shape") == ["rock", "paper", "scissors"]
