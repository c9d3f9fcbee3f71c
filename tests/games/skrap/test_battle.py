"""Bots, passes and the champion: R9 to R13, R19."""

from bot.games.skrap.battle import Asked, BotPlayed, Champion, Passed, PassedByRule
from bot.games.skrap.dealing import Holding
from tests.games.skrap.table import Table, battling

THREE = battling("B", [("A", "3S", "5H")], A="4S 4H KS KD", B="7S 7H 8C 8H", C="9S 9H 10C 10H")
UNABLE_A = battling("C", [("B", "2C", "2H")], A="3S 4S", B="5S 5H", C="6S 6H") | {"unable": ["A"]}


def test_r9_a_new_bot_asks_those_who_passed_again() -> None:
    table = Table(3, THREE).do("B: pass", "C: bot weapon:9S armour:10H", "A: pass")

    assert table.deciders == "B"
    assert table.position["passed"] == ["A"]


def test_a_final_pass_holds_until_the_round_ends() -> None:
    table = Table(3, THREE, options={"pass-rule": "final"})

    table.do("B: pass", "C: bot weapon:9S armour:9H", "A: bot weapon:KS armour:KD")

    assert table.deciders == "C"
    assert table.position["passed"] == ["B"]
    assert table.told(Passed) == [Passed(seat=1, final=True)]
    assert table.told(PassedByRule) == []


def test_a_bot_that_everybody_else_passed_for_good_is_champion_at_once() -> None:
    table = Table(3, THREE, options={"pass-rule": "final"})

    table.do("B: pass", "C: bot weapon:9S armour:9H", "A: pass")

    assert (table.phase, table.position["heads"]["C"]) == ("scavenge", 1)


def test_r10_the_owner_of_the_last_bot_is_not_asked_about_it() -> None:
    table = Table(3, THREE)

    assert table.refusal("A: bot weapon:KS armour:KD").code == "not-your-turn"
    assert table.do("B: pass", "C: pass").phase == "scavenge"


def test_r11_equal_is_enough() -> None:
    table = Table(2, battling("B", [("A", "3S", "7H")], A="2S 2H", B="6S 7S 8H"))

    assert table.legal(1) == ["bot weapon:7S armour:8H", "pass"]


def test_r11_a_surged_black_king_destroys_a_surged_red_king() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S 2H", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}

    assert Table(2, position).legal(1)[0] == "bot weapon:KC armour:8D"
    assert Table(2, position, options={"surged-king": "joker-only"}).legal(1)[0] == "bot weapon:JK armour:8D"


def test_surged_kings_without_their_suit_are_ordinary() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S 2H", B="KC 8D")

    table = Table(2, position, options={"surged-king": "joker-only"})

    assert table.legal(1)[0] == "bot weapon:KC armour:8D"


def test_r12_values_follow_the_players_own_surge_card_and_stay() -> None:
    position = battling("B", [("A", "3S", "7H")], A="2S 2H", B="6S 6H", C="7S 8H")
    table = Table(3, position | {"surge": {"A": "5H", "B": "9S", "C": "9D"}})

    assert table.position["field"][0]["armour_value"] == 8
    assert table.refusal("B: bot weapon:6S armour:6H").facts == {"weapon": 7, "armour": 8, "needed": 8}
    table.do("B: pass", "A: leave")
    assert table.position["field"][0]["armour_value"] == 8


def test_r13_a_joker_is_a_weapon_of_15_without_bonus() -> None:
    position = battling("B", [("A", "3S", "7H")], A="2S 2H", B="JK 6H 2C 2D") | {"surge": {"B": "9S"}}
    table = Table(2, position).do("B: bot weapon:JK armour:6H")

    assert table.position["field"][1]["weapon_value"] == 15


def test_r19_who_could_destroy_may_pass() -> None:
    table = Table(3, THREE)

    assert len(table.legal(1)) > 1
    assert table.do("B: pass").deciders == "C"


def test_the_weakest_sufficient_weapon_and_the_strongest_armour_come_first() -> None:
    table = Table(2, battling("B", [("A", "3S", "5H")], A="2S", B="KS 6C 4C JK JK 2D 9D"))

    assert table.legal(1)[0] == "bot weapon:6C armour:9D"
    assert table.legal(1)[-3:] == ["bot weapon:JK armour:9D", "bot weapon:JK armour:2D", "pass"]
    assert len(table.legal(1)) == 7


def test_a_bot_tells_what_it_destroys_and_who_is_next() -> None:
    table = Table(3, THREE).do("B: bot weapon:8C armour:7H")

    assert table.told(BotPlayed) == [
        BotPlayed(
            seat=1,
            weapon="8C",
            armour="7H",
            weapon_value=8,
            armour_value=7,
            destroyed=1,
            victim=0,
            victim_armour=5,
        )
    ]
    assert table.told(Asked) == [Asked(seat=2)]
    assert table.told(Holding) == [Holding(cards=("8H", "7S"), to=(1,))]


def test_who_holds_fewer_than_two_cards_is_passed_with_an_announcement() -> None:
    table = Table(3, battling("B", [("A", "3S", "5H")], A="2S 2H", B="7S 7H", C="9S")).do("B: pass")

    assert table.phase == "scavenge"
    assert table.told(PassedByRule) == [PassedByRule(seat=2, excuse="too-few-cards")]


def test_r7_who_was_unable_to_open_is_passed_for_the_rest_of_the_round() -> None:
    table = Table(3, UNABLE_A).do("C: bot weapon:6S armour:6H")

    assert table.deciders == "B"
    assert table.told(PassedByRule) == [PassedByRule(seat=0, excuse="unable")]


def test_r7_who_was_unable_may_still_play_scavengers() -> None:
    table = Table(3, UNABLE_A).do("C: pass")

    assert (table.phase, table.deciders) == ("scavenge", "AC")


def test_automatic_passes_are_not_listed_in_the_position() -> None:
    table = Table(3, UNABLE_A).do("C: bot weapon:6S armour:6H")

    assert table.position["passed"] == []


def test_the_champion_collects_its_owners_own_earlier_bots_too() -> None:
    table = Table(
        2, battling("B", [("A", "3S", "5H"), ("B", "6S", "5D"), ("A", "8S", "8H")], A="2S", B="7S 9H")
    )

    table.do("B: pass")

    assert table.position["heads"] == {"A": 2, "B": 0}
    assert table.told(Champion) == [Champion(seat=0, weapon="8S", armour="8H", heads=2, total=2, lost=False)]
