"""Players who leave, in every phase (R17)."""

from bot.games.skrap import GAME
from bot.games.skrap.ending import GameEnded
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.opening import Called, Unable
from bot.games.skrap.scoring import Champion
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging, surging

THREE_SURGE = surging(A="KC 2S 2H", B="QC 3S 3H", C="JC 4S 4H")
THREE_WAY = {
    "phase": "throw",
    "contenders": ["A", "B", "C"],
    "surge": {"A": "4C", "B": "4D", "C": "4H", "D": "4S"},
    "hands": {"A": ["2S", "2H"], "B": ["3S", "3H"], "C": ["5S", "5H"], "D": ["6S", "6H"]},
}
OPEN = {
    "phase": "open",
    "turn": "A",
    "surge": {"A": "KC", "B": "QC", "C": "JC"},
    "hands": {"A": ["2S", "2H"], "B": ["3S", "5S"], "C": ["4S", "4H"]},
}
BATTLE = battling("B", [("D", "2S", "2H"), ("A", "3S", "3H")], A="4S 4H", B="7S 7H", C="8S 8H", D="9S 9H")


def test_r17_hand_and_surge_card_are_set_aside() -> None:
    game = Driver(GAME, 3, THREE_SURGE).do("A: surge card:KC", "A: leave")

    assert sorted(game.position["aside"]) == ["2H", "2S", "KC"]
    assert game.position["hands"]["A"] == []
    assert game.position["surge"]["A"] is None
    assert game.position["sizes"] == {"A": 0, "B": 10, "C": 10}
    assert game.told(PlayerLeft) == [PlayerLeft(seat=0, count=3)]


def test_r17_last_missing_leaver_reveals_surge_cards() -> None:
    game = Driver(GAME, 3, THREE_SURGE).do("B: surge card:QC", "C: surge card:JC", "A: leave")

    assert (game.phase, game.deciders) == ("open", "B")


def test_r17_leaver_among_several_missing_changes_nothing() -> None:
    assert Driver(GAME, 3, THREE_SURGE).do("A: leave").deciders == "BC"


def test_r17_contender_leaves_and_last_one_is_called() -> None:
    game = Driver(GAME, 4, THREE_WAY).do("C: leave", "A: throw shape:rock", "B: leave")

    assert (game.phase, game.deciders) == ("open", "A")
    assert game.position["throws"] == {}
    assert game.told(Called) == [Called(seat=0, by="last-contender")]


def test_r17_last_missing_contender_leaves_and_throw_is_decided() -> None:
    game = Driver(GAME, 4, THREE_WAY).do("A: throw shape:rock", "B: throw shape:paper", "C: leave")

    assert (game.phase, game.deciders) == ("open", "A")


def test_r17_leaving_contender_keeps_throw_going() -> None:
    game = Driver(GAME, 4, THREE_WAY).do("A: throw shape:rock", "A: leave")

    assert (game.deciders, game.position["throws"]) == ("BC", {})


def test_r17_leaver_outside_throw_changes_nothing() -> None:
    game = Driver(GAME, 4, THREE_WAY).do("A: throw shape:rock", "D: leave")

    assert (game.deciders, game.position["throws"]) == ("BC", {"A": "rock"})


def test_r17_opener_leaves_and_next_who_can_build_opens() -> None:
    game = Driver(GAME, 3, OPEN).do("A: leave")

    assert game.deciders == "C"
    assert game.told(Unable) == [Unable(seat=1)]


def test_r17_unable_player_is_not_announced_twice() -> None:
    game = Driver(GAME, 3, OPEN | {"unable": ["B"]}).do("A: leave")

    assert game.told(Unable) == []
    assert game.position["unable"] == ["B"]


def test_r17_only_builder_leaving_voids_round() -> None:
    hands = {"A": ["2S", "2H"], "B": ["3S"], "C": ["4S"]}
    game = Driver(GAME, 3, OPEN | {"hands": hands, "sizes": {"C": 11}}, chance=[{"shuffle": []}]).do(
        "A: leave"
    )

    assert (game.phase, game.deciders) == ("surge", "BC")
    assert game.position["sizes"] == {"A": 0, "B": 10, "C": 11}
    assert game.position["aside"] == []


def test_r17_leaver_keeps_opener() -> None:
    assert Driver(GAME, 3, OPEN).do("C: leave").deciders == "A"


def test_r17_the_responder_leaves_and_the_next_is_asked() -> None:
    assert Driver(GAME, 4, BATTLE).do("B: leave").deciders == "C"


def test_r17_last_responder_leaves_and_champion_is_named() -> None:
    game = Driver(GAME, 4, BATTLE).do("B: pass", "C: pass", "D: leave")

    assert (game.phase, game.deciders) == ("scavenge", "BC")
    assert game.position["heads"]["A"] == 1


def test_r17_the_bots_of_a_leaver_count() -> None:
    game = Driver(GAME, 4, BATTLE).do("D: leave", "B: pass", "C: pass")

    assert game.position["heads"]["A"] == 1


def test_r17_leaving_owner_of_bot_loses_heads() -> None:
    game = Driver(GAME, 4, BATTLE).do("B: pass", "A: leave")
    assert (game.deciders, game.position["passed"]) == ("C", ["B"])

    game.do("C: pass", "D: pass")

    assert game.position["heads"] == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert (game.phase, game.deciders) == ("scavenge", "BCD")
    assert game.told(Champion) == [Champion(seat=0, weapon="3S", armour="3H", heads=1, total=0, lost=True)]


def test_r17_a_leavers_bot_can_still_be_destroyed() -> None:
    game = Driver(GAME, 4, BATTLE).do("A: leave", "B: bot weapon:7S armour:7H", "C: pass", "D: pass")

    assert game.position["heads"]["B"] == 2


def test_r17_last_scavenger_leaving_deals_next_round() -> None:
    game = Driver(GAME, 3, scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H"), chance=[{"shuffle": []}])

    game.do("B: scavenge first:2S second:2H", "C: leave")

    assert game.position["sizes"] == {"A": 10, "B": 11, "C": 0}
    assert game.deciders == "AB"


def test_r17_leaver_gets_no_cards_for_scavengers_they_played() -> None:
    game = Driver(GAME, 3, scavenging("A", A="4S 4H", B="2S 2H 5S", C="7S 8H"), chance=[{"shuffle": []}])

    game.do("B: scavenge first:2S second:2H", "B: leave")
    assert game.position["scavengers"] == {"B": ["2S", "2H"]}
    game.do("C: pass")

    assert game.position["sizes"] == {"A": 10, "B": 0, "C": 10}
    assert game.position["left"] == ["B"]


def test_r17_a_leaver_cannot_win_at_the_round_limit() -> None:
    position = scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H") | {"round": 5, "heads": {"A": 5, "B": 1}}

    game = Driver(GAME, 3, position, options={"max-rounds": 5}).do("A: leave", "B: pass", "C: pass")

    assert game.position["winners"] == ["B"]
    assert game.position["heads"]["A"] == 5


def test_r17_last_player_wins_and_ends_moves() -> None:
    """E15."""
    position = battling("B", [("A", "3S", "3H")], A="4S 4H", B="7S 7H", C="8S 8H") | {"surge": {"C": "JC"}}
    game = Driver(GAME, 3, position).do("C: leave")
    assert (game.deciders, sorted(game.position["aside"])) == ("B", ["8H", "8S", "JC"])

    game.do("A: leave")

    assert game.position["winners"] == ["B"]
    assert (game.code("C: pass"), game.code("B: pass")) == ("not-a-player", "game-over")


def test_the_last_one_who_stays_wins_at_once() -> None:
    game = Driver(GAME, 2, surging(A="KC 2S", B="QC 3S")).do("A: surge card:KC", "A: leave")

    assert game.position["winners"] == ["B"]
    assert game.told(GameEnded) == [GameEnded(winners=(1,), end="last-player", heads=(0, 0), round=1)]
