"""The deal (section 3)."""

from typing import Any

from bot.games.skrap import GAME
from bot.games.skrap.dealing import Dealt, Hand
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging

DECK = "KS 2H JK 3D 5C 6C 7C 8C 9C 10C AC 2C 3C 4C JC QC KC AD 2D 4D"


def test_new_game_deals_ten_cards_each_from_top() -> None:
    """E14."""
    game = Driver(GAME, 2, chance=[{"shuffle": DECK.split()}])
    first, second = DECK.split()[:10], DECK.split()[10:]

    assert sorted(game.position["hands"]["A"]) == sorted(first)
    assert sorted(game.position["hands"]["B"]) == sorted(second)
    assert (len(game.position["pack"]), game.phase, game.deciders) == (34, "surge", "AB")


def test_deal_is_public_and_hands_are_private() -> None:
    game = Driver(GAME, 2, chance=[{"shuffle": DECK.split()}])

    assert game.told(Dealt) == [Dealt(1, (10, 10), 34)]
    assert [(event.seat, event.to, len(event.cards)) for event in game.told(Hand)] == [
        (0, (0,), 10),
        (1, (1,), 10),
    ]


def test_those_who_left_are_dealt_nothing() -> None:
    position = scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H")

    game = Driver(GAME, 3, position, chance=[{"shuffle": []}]).do("C: leave", "B: pass")

    assert game.position["sizes"] == {"A": 10, "B": 10, "C": 0}
    assert game.told(Dealt) == [Dealt(2, (10, 10, 0), 34)]
    assert [event.seat for event in game.told(Hand)] == [0, 1]


def test_a_round_begins_with_an_empty_table() -> None:
    game = Driver(GAME, 2, battling("B", [("A", "3S", "3H")], A="4S", B="7S 7H"), chance=[{"shuffle": []}])

    game.do("B: pass", "B: scavenge first:7S second:7H")

    cleared: dict[str, Any] = {
        "field": [],
        "passed": [],
        "scavengers": {},
        "surge": {"A": None, "B": None},
        "turn": None,
    }
    assert {name: game.position[name] for name in cleared} == cleared
