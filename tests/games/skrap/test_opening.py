"""The called player and the first builder (R7, R8)."""

from bot.games.skrap import GAME
from bot.games.skrap.opening import RoundVoid, Unable
from bot.games.skrap.turns import PassedByRule
from tests.games.driver import Driver
from tests.games.skrap.positions import surging

NOBODY_CAN_BUILD = surging(A="KD 2S", B="QD 3S", C="JD 4H")
ALL_SURGE = ("A: surge card:KD", "B: surge card:QD", "C: surge card:JD")


def test_r7_player_lacking_colour_is_skipped_and_announced() -> None:
    game = Driver(GAME, 3, surging(A="KD 2S 3S", B="QD 2H 3H", C="JD 4S 4H")).do(*ALL_SURGE)

    assert game.deciders == "C"
    assert game.told(Unable) == [Unable(seat=0), Unable(seat=1)]


def test_r7_a_joker_is_weapon_enough_to_open() -> None:
    game = Driver(GAME, 2, surging(A="KD JK 2H", B="QD 3S 3H")).do("A: surge card:KD", "B: surge card:QD")

    assert (game.deciders, game.position["unable"]) == ("A", [])


def test_r7_unable_are_passed_by_rule_and_may_scavenge() -> None:
    """E9."""
    hands = {"A": "KD 2S 3S 4S 5C 6C 7C 8C 9C JK", "B": "QD 2C 2H 4D 9D", "C": "JD 10C 10H 5D"}
    game = Driver(GAME, 3, surging(**hands)).do(*ALL_SURGE)
    assert game.told(Unable) == [Unable(0)]

    game.do("B: bot weapon:2C armour:2H", "C: pass")

    assert game.told(PassedByRule) == [PassedByRule(0, "unable")]
    assert (game.phase, game.deciders, game.position["heads"]["B"]) == ("scavenge", "ABC", 0)


def test_r8_unbuildable_round_is_dealt_again() -> None:
    game = Driver(GAME, 3, NOBODY_CAN_BUILD | {"sizes": {"A": 11, "C": 11}}, chance=[{"shuffle": []}])

    game.do(*ALL_SURGE)

    assert (game.phase, game.position["round"]) == ("surge", 2)
    assert game.position["sizes"] == {"A": 11, "B": 10, "C": 11}
    assert game.position["unable"] == []
    assert game.told(RoundVoid) == [RoundVoid(round=1)]


def test_r8_a_void_last_round_ends_the_game() -> None:
    game = Driver(GAME, 3, NOBODY_CAN_BUILD | {"round": 5, "heads": {"B": 2}}, options={"max-rounds": 5})

    game.do(*ALL_SURGE)

    assert (game.phase, game.position["winners"]) == ("over", ["B"])
    assert game.position["round"] == 5
    assert game.position["unable"] == ["A", "B", "C"]
