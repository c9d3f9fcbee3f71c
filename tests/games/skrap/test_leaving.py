"""R17: a player leaves, in every phase."""

from bot.games.skrap.battle import Champion
from bot.games.skrap.ending import GameEnded
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.opener import Called, Unable
from tests.games.skrap.table import Table, battling, scavenging, surging

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
    table = Table(3, THREE_SURGE).do("A: surge card:KC", "A: leave")

    assert sorted(table.position["aside"]) == ["2H", "2S", "KC"]
    assert table.position["hands"]["A"] == []
    assert table.position["surge"]["A"] is None
    assert table.position["sizes"] == {"A": 0, "B": 10, "C": 10}
    assert table.told(PlayerLeft) == [PlayerLeft(seat=0, set_aside=3)]


def test_r17_the_last_one_missing_leaves_and_the_surge_cards_are_revealed() -> None:
    table = Table(3, THREE_SURGE).do("B: surge card:QC", "C: surge card:JC", "A: leave")

    assert (table.phase, table.deciders) == ("open", "B")


def test_r17_one_of_several_missing_leaves_and_the_others_go_on() -> None:
    assert Table(3, THREE_SURGE).do("A: leave").deciders == "BC"


def test_r17_a_contender_leaves_and_the_last_one_is_called() -> None:
    table = Table(4, THREE_WAY).do("C: leave", "A: throw shape:rock", "B: leave")

    assert (table.phase, table.deciders) == ("open", "A")
    assert table.position["throws"] == {}
    assert table.told(Called) == [Called(seat=0, by="last-contender")]


def test_r17_the_last_missing_contender_leaves_and_the_throw_is_decided() -> None:
    table = Table(4, THREE_WAY).do("A: throw shape:rock", "B: throw shape:paper", "C: leave")

    assert (table.phase, table.deciders) == ("open", "A")


def test_r17_a_contender_who_has_thrown_leaves_and_the_throw_goes_on() -> None:
    table = Table(4, THREE_WAY).do("A: throw shape:rock", "A: leave")

    assert (table.deciders, table.position["throws"]) == ("BC", {})


def test_r17_somebody_not_throwing_leaves_and_nothing_changes_for_the_throw() -> None:
    table = Table(4, THREE_WAY).do("A: throw shape:rock", "D: leave")

    assert (table.deciders, table.position["throws"]) == ("BC", {"A": "rock"})


def test_r17_the_opener_leaves_and_the_next_who_can_build_opens() -> None:
    table = Table(3, OPEN).do("A: leave")

    assert table.deciders == "C"
    assert table.told(Unable) == [Unable(seat=1)]


def test_r17_who_was_already_unable_is_not_announced_twice() -> None:
    table = Table(3, OPEN | {"unable": ["B"]}).do("A: leave")

    assert table.told(Unable) == []
    assert table.position["unable"] == ["B"]


def test_r17_the_only_one_who_could_build_leaves_and_the_round_is_void() -> None:
    hands = {"A": ["2S", "2H"], "B": ["3S"], "C": ["4S"]}
    table = Table(3, OPEN | {"hands": hands, "sizes": {"C": 11}}, chance=[{"shuffle": []}]).do("A: leave")

    assert (table.phase, table.deciders) == ("surge", "BC")
    assert table.position["sizes"] == {"A": 0, "B": 10, "C": 11}
    assert table.position["aside"] == []


def test_r17_somebody_else_leaves_and_the_opener_still_opens() -> None:
    assert Table(3, OPEN).do("C: leave").deciders == "A"


def test_r17_the_responder_leaves_and_the_next_is_asked() -> None:
    assert Table(4, BATTLE).do("B: leave").deciders == "C"


def test_r17_the_last_responder_leaves_and_the_champion_is_named() -> None:
    table = Table(4, BATTLE).do("B: pass", "C: pass", "D: leave")

    assert (table.phase, table.deciders) == ("scavenge", "BC")
    assert table.position["heads"]["A"] == 1


def test_r17_the_bots_of_a_leaver_count() -> None:
    table = Table(4, BATTLE).do("D: leave", "B: pass", "C: pass")

    assert table.position["heads"]["A"] == 1


def test_r17_the_current_bots_owner_leaves_and_its_heads_are_lost() -> None:
    table = Table(4, BATTLE).do("B: pass", "A: leave")
    assert (table.deciders, table.position["passed"]) == ("C", ["B"])

    table.do("C: pass", "D: pass")

    assert table.position["heads"] == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert (table.phase, table.deciders) == ("scavenge", "BCD")
    assert table.told(Champion) == [Champion(seat=0, weapon="3S", armour="3H", heads=1, total=0, lost=True)]


def test_r17_a_leavers_bot_can_still_be_destroyed() -> None:
    table = Table(4, BATTLE).do("A: leave", "B: bot weapon:7S armour:7H", "C: pass", "D: pass")

    assert table.position["heads"]["B"] == 2


def test_r17_the_last_one_asked_for_scavengers_leaves_and_the_next_round_is_dealt() -> None:
    table = Table(3, scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H"), chance=[{"shuffle": []}])

    table.do("B: scavenge first:2S second:2H", "C: leave")

    assert table.position["sizes"] == {"A": 10, "B": 11, "C": 0}
    assert table.deciders == "AB"


def test_r17_a_leaver_gets_no_cards_for_the_scavengers_they_played() -> None:
    table = Table(3, scavenging("A", A="4S 4H", B="2S 2H 5S", C="7S 8H"), chance=[{"shuffle": []}])

    table.do("B: scavenge first:2S second:2H", "B: leave")
    assert table.position["scavengers"] == {"B": ["2S", "2H"]}
    table.do("C: pass")

    assert table.position["sizes"] == {"A": 10, "B": 0, "C": 10}
    assert table.position["left"] == ["B"]


def test_r17_a_leaver_cannot_win_at_the_round_limit() -> None:
    position = scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H") | {"round": 5, "heads": {"A": 5, "B": 1}}

    table = Table(3, position, options={"max-rounds": 5}).do("A: leave", "B: pass", "C: pass")

    assert table.position["winners"] == ["B"]
    assert table.position["heads"]["A"] == 5


def test_the_last_one_who_stays_wins_at_once() -> None:
    table = Table(2, surging(A="KC 2S", B="QC 3S")).do("A: surge card:KC", "A: leave")

    assert table.position["winners"] == ["B"]
    assert table.told(GameEnded) == [GameEnded(winners=(1,), end="last-player", heads=(0, 0), round=1)]
