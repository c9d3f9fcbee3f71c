"""The champion and its heads (section 6)."""

from bot.games.skrap import GAME
from bot.games.skrap.scoring import Champion
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, surging

THREE = battling("B", [("A", "3S", "5H")], A="4S 4H KS KD", B="7S 7H 8C 8H", C="9S 9H 10C 10H")
NEARLY_WON = battling("B", [("B", "2S", "2H"), ("A", "3S", "3H")], A="4S 4H", B="7S 7H")


def test_bot_passed_by_everyone_is_champion_at_once() -> None:
    game = Driver(GAME, 3, THREE, options={"pass-rule": "final"})

    game.do("B: pass", "C: bot weapon:9S armour:9H", "A: pass")

    assert (game.phase, game.position["heads"]["C"]) == ("scavenge", 1)


def test_champion_collects_its_owners_own_earlier_bots_too() -> None:
    game = Driver(
        GAME, 2, battling("B", [("A", "3S", "5H"), ("B", "6S", "5D"), ("A", "8S", "8H")], A="2S", B="7S 9H")
    )

    game.do("B: pass")

    assert game.position["heads"] == {"A": 2, "B": 0}
    assert game.told(Champion) == [Champion(seat=0, weapon="8S", armour="8H", heads=2, total=2, lost=False)]


def test_one_head_short_of_target_is_not_enough() -> None:
    assert Driver(GAME, 2, NEARLY_WON | {"heads": {"A": 8}}).do("B: pass").phase == "scavenge"


def test_heads_of_a_leaver_do_not_win() -> None:
    position = battling("B", [("B", "2S", "2H"), ("A", "3S", "3H")], A="4S 4H", B="7S 7H", C="8S 8H")

    game = Driver(GAME, 3, position | {"heads": {"A": 9}}).do("A: leave", "B: pass", "C: pass")

    assert (game.phase, game.position["heads"]["A"]) == ("scavenge", 9)


def test_e6_a_whole_round() -> None:
    hands = {
        "A": "KD 3S 5C 9S JC QS 2H 7H 9D 10D",
        "B": "6H 4C 8S 10S KS JK AH 4H 8D QD",
        "C": "5S AC 2C 6C 7S 9C 3H 3D 5H JH",
    }
    game = Driver(GAME, 3, surging(**hands), chance=[{"shuffle": []}])

    game.do("A: surge card:KD", "B: surge card:6H", "C: surge card:5S", "A: bot weapon:3S armour:10D")
    assert game.code("B: bot weapon:10S armour:8D") == "too-weak"
    game.do("B: bot weapon:KS armour:QD", "C: pass", "A: bot weapon:QS armour:9D")
    game.do("B: bot weapon:10S armour:8D", "C: bot weapon:7S armour:JH", "A: pass", "B: pass")
    assert game.told(Champion) == [Champion(2, "7S", "JH", 4, 4, lost=False)]
    assert (game.code("C: scavenge first:3H second:3D"), game.deciders) == ("champion-no-scavengers", "AB")
    game.do("A: pass", "B: scavenge first:4C second:4H")

    assert game.position["sizes"] == {"A": 10, "B": 11, "C": 10}
    assert len(game.position["pack"]) == 23
