"""Scavengers: R14 to R16."""

from bot.games.skrap.scavenging import NoScavengers, Scavenged, ScavengersAwaited
from tests.games.skrap.table import Table, battling, scavenging

THREE = scavenging("A", A="4S 4H", B="2S 2H 2D QS JK JK", C="7S 8H")


def test_r14_scavengers_give_eleven_cards() -> None:
    table = Table(3, THREE, chance=[{"shuffle": []}])

    table.do("B: scavenge first:2S second:2D", "C: pass")

    assert table.position["sizes"] == {"A": 10, "B": 11, "C": 10}
    assert len(table.position["hands"]["B"]) == 11
    assert len(table.position["pack"]) == 23


def test_r14_the_large_hand_is_for_one_deal_only() -> None:
    table = Table(3, THREE | {"sizes": {"C": 11}}, chance=[{"shuffle": []}]).do("B: pass", "C: pass")

    assert table.position["sizes"] == {"A": 10, "B": 10, "C": 10}


def test_r14_one_pair_is_all_a_player_may_play() -> None:
    table = Table(3, THREE).do("B: scavenge first:2S second:2H")

    assert table.refusal("B: scavenge first:2D second:QS").code == "already-done"


def test_r15_the_champions_owner_may_not_scavenge_even_without_heads() -> None:
    table = Table(3, THREE)

    assert table.position["heads"]["A"] == 0
    assert table.refusal("A: scavenge first:4S second:4H").code == "champion-no-scavengers"
    assert table.refusal("A: pass").code == "champion-no-scavengers"


def test_r16_everybody_with_two_cards_is_asked_pair_or_not() -> None:
    table = Table(4, battling("B", [("A", "3S", "5H")], A="4S 4H", B="7S 8H", C="9S", D="10S 9H"))

    table.do("B: pass", "D: pass")

    assert table.deciders == "BD"
    assert table.told(ScavengersAwaited) == [ScavengersAwaited(seats=(1, 3))]
    assert table.refusal("C: pass").code == "not-your-turn"


def test_r16_answers_come_in_any_order_and_pairs_are_public() -> None:
    table = Table(3, THREE).do("C: pass")

    assert table.told(NoScavengers) == [NoScavengers(seat=2)]
    assert table.deciders == "B"


def test_a_pair_is_shown_to_everybody() -> None:
    table = Table(3, THREE).do("B: scavenge first:2s second:2h")

    assert table.told(Scavenged) == [Scavenged(seat=1, cards=("2S", "2H"))]


def test_each_pair_is_listed_once_and_jokers_are_none() -> None:
    assert Table(3, THREE).legal(1) == [
        "scavenge first:2D second:2H",
        "scavenge first:2D second:2S",
        "scavenge first:2H second:2S",
        "pass",
    ]


def test_when_nobody_can_be_asked_the_next_round_is_dealt_at_once() -> None:
    position = battling("B", [("A", "3S", "5H")], A="4S 4H", B="7S 8H")
    table = Table(2, position, chance=[{"shuffle": []}]).do("B: bot weapon:7S armour:8H", "A: pass")
    assert table.phase == "scavenge"

    lonely = battling("B", [("A", "3S", "5H")], A="4S", B="7S 8H")
    table = Table(2, lonely, chance=[{"shuffle": []}]).do("B: bot weapon:7S armour:8H")

    assert (table.phase, table.position["round"], table.position["heads"]["B"]) == ("surge", 2, 1)
