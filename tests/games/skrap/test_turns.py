"""The players who answer the current bot, and those passed over (section 4, R7, R9, R10)."""

from bot.games.skrap import GAME
from bot.games.skrap.battle import Passed
from bot.games.skrap.turns import PassedByRule
from tests.games.driver import Driver
from tests.games.skrap.positions import battling

THREE = battling("B", [("A", "3S", "5H")], A="4S 4H KS KD", B="7S 7H 8C 8H", C="9S 9H 10C 10H")
UNABLE_A = battling("C", [("B", "2C", "2H")], A="3S 4S", B="5S 5H", C="6S 6H") | {"unable": ["A"]}


def test_r9_a_new_bot_asks_those_who_passed_again() -> None:
    game = Driver(GAME, 3, THREE).do("B: pass", "C: bot weapon:9S armour:10H", "A: pass")

    assert game.deciders == "B"
    assert game.position["passed"] == ["A"]


def test_a_final_pass_holds_until_the_round_ends() -> None:
    game = Driver(GAME, 3, THREE, options={"pass-rule": "final"})

    game.do("B: pass", "C: bot weapon:9S armour:9H", "A: bot weapon:KS armour:KD")

    assert game.deciders == "C"
    assert game.position["passed"] == ["B"]
    assert game.told(Passed) == [Passed(seat=1, final=True)]
    assert game.told(PassedByRule) == []


def test_r10_owner_of_last_bot_is_not_asked() -> None:
    game = Driver(GAME, 3, THREE)

    assert game.code("A: bot weapon:KS armour:KD") == "not-your-turn"
    assert game.do("B: pass", "C: pass").phase == "scavenge"


def test_player_with_fewer_than_two_cards_passes() -> None:
    game = Driver(GAME, 3, battling("B", [("A", "3S", "5H")], A="2S 2H", B="7S 7H", C="9S")).do("B: pass")

    assert game.phase == "scavenge"
    assert game.told(PassedByRule) == [PassedByRule(seat=2, excuse="too-few-cards")]


def test_r7_unable_opener_is_out_of_round() -> None:
    game = Driver(GAME, 3, UNABLE_A).do("C: bot weapon:6S armour:6H")

    assert game.deciders == "B"
    assert game.told(PassedByRule) == [PassedByRule(seat=0, excuse="unable")]


def test_automatic_passes_are_not_listed_in_the_position() -> None:
    game = Driver(GAME, 3, UNABLE_A).do("C: bot weapon:6S armour:6H")

    assert game.position["passed"] == []
