"""Surge cards (R1 to R5)."""

from bot.games.skrap import GAME
from bot.games.skrap.opening import Called, Opens
from bot.games.skrap.surging import SurgeKept, SurgePlaced, SurgeRevealed
from bot.games.skrap.throwing import AskedToThrow
from tests.games.driver import Driver
from tests.games.skrap.positions import surging

DOUBLE_TIE = surging(A="QS 2S 2H", B="QH 3S 3H", C="4D 7S 7H", D="4C 5S 5H", E="4H 6S 6H")
TIE = ("A: surge card:QS", "B: surge card:QH", "C: surge card:4D", "D: surge card:4C", "E: surge card:4H")


def test_r1_the_surge_card_leaves_the_hand() -> None:
    game = Driver(GAME, 2, surging(A="9C 2S 2H", B="8C 3S 3H")).do("A: surge card:9C")

    assert game.position["hands"]["A"] == ["2H", "2S"]
    assert game.position["surge"] == {"A": "9C", "B": None}


def test_r2_surge_card_cannot_be_put_in_bot() -> None:
    game = Driver(GAME, 2, surging(A="9C 2H", B="8C 3S 3H")).do("A: surge card:9C", "B: surge card:8C")

    assert game.position["unable"] == ["A"]
    assert game.code("A: bot weapon:9C armour:2H") == "not-your-turn"


def test_r3_a_placed_surge_card_cannot_be_changed() -> None:
    game = Driver(GAME, 2, surging(A="9C 2S 2H", B="8C 3S 3H")).do("A: surge card:9C")

    assert game.code("A: surge card:2S") == "already-done"


def test_r4_a_joker_cannot_be_a_surge_card() -> None:
    game = Driver(GAME, 2, surging(A="JK 9C", B="8C"))

    assert game.code("A: surge card:JK") == "joker-only-weapon"
    assert game.legal("A") == ["surge card:9C"]


def test_surge_cards_are_counted_and_revealed_together() -> None:
    game = Driver(GAME, 2, surging(A="9C 2S 2H", B="8C 3S 3H")).do("A: surge card:9C", "B: surge card:8C")

    assert [(event.placed, event.wanted) for event in game.told(SurgePlaced)] == [(1, 2), (2, 2)]
    assert [(event.card, event.to) for event in game.told(SurgeKept)] == [("9C", (0,)), ("8C", (1,))]
    assert game.told(SurgeRevealed) == [SurgeRevealed(seats=(0, 1), cards=("9C", "8C"))]


def test_r5_a_single_highest_is_called() -> None:
    """E2."""
    game = Driver(GAME, 2, surging(A="9C 2S 2H", B="KC 3S 3H")).do("A: surge card:9C", "B: surge card:KC")

    assert game.told(Called) == [Called(seat=1, by="highest")]
    assert game.told(Opens) == [Opens(seat=1)]


def test_r5_with_tie_for_highest_single_lowest_is_called() -> None:
    """E3."""
    game = Driver(GAME, 3, surging(A="9C 2S 2H", B="9S 3S 3H", C="8S 4S 4H"))

    game.do("A: surge card:9C", "B: surge card:9S", "C: surge card:8S")

    assert game.told(Called) == [Called(seat=2, by="lowest")]


def test_r5_only_those_tied_for_lowest_throw() -> None:
    """E4."""
    game = Driver(GAME, 5, DOUBLE_TIE).do(*TIE)

    assert game.deciders == "CDE"
    assert game.told(AskedToThrow) == [AskedToThrow(seats=(2, 3, 4), undecided=0)]


def test_r5_in_a_tie_of_two_players_both_throw() -> None:
    game = Driver(GAME, 2, surging(A="9C 2S 2H", B="9S 3S 3H")).do("A: surge card:9C", "B: surge card:9S")

    assert (game.phase, game.deciders) == ("throw", "AB")


def test_tie_may_be_broken_by_chance_without_throw() -> None:
    game = Driver(GAME, 5, DOUBLE_TIE, chance=[{"seat": "D"}], options={"tie-break": "random"}).do(*TIE)

    assert (game.phase, game.deciders) == ("open", "D")
    assert game.chance_left == 0


def test_a_card_that_is_not_held_surges_nothing() -> None:
    game = Driver(GAME, 2, surging(A="KC 2S 2H", B="QC 3S 3H"))

    assert game.code("A: surge card:QC") == "not-in-hand"
    assert game.do("A: surge card:KC", "B: surge card:QC").position["surge"] == {"A": "KC", "B": "QC"}
