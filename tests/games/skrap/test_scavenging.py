"""Scavengers (R14 to R16)."""

import pytest

from bot.games.skrap import GAME
from bot.games.skrap.scavenging import AskedToScavenge, NoScavengers, Scavenged
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging

UNABLE_A = battling("C", [("B", "2C", "2H")], A="3S 4S", B="5S 5H", C="6S 6H") | {"unable": ["A"]}
FIVE = {"A": "4S 4H", "B": "5S 5H", "C": "6S 6H", "D": "7S 7H", "E": "8S 8H"}
FOUR = {seat: hand for seat, hand in FIVE.items() if seat != "E"}
THREE = scavenging("A", A="4S 4H", B="2S 2H 2D QS JK JK", C="7S 8H")


def test_r14_scavengers_give_eleven_cards() -> None:
    game = Driver(GAME, 3, THREE, chance=[{"shuffle": []}])

    game.do("B: scavenge first:2S second:2D", "C: pass")

    assert game.position["sizes"] == {"A": 10, "B": 11, "C": 10}
    assert len(game.position["hands"]["B"]) == 11
    assert len(game.position["pack"]) == 23


def test_r14_the_large_hand_is_for_one_deal_only() -> None:
    game = Driver(GAME, 3, THREE | {"sizes": {"C": 11}}, chance=[{"shuffle": []}]).do("B: pass", "C: pass")

    assert game.position["sizes"] == {"A": 10, "B": 10, "C": 10}


def test_r14_one_pair_is_all_a_player_may_play() -> None:
    game = Driver(GAME, 3, THREE).do("B: scavenge first:2S second:2H")

    assert game.code("B: scavenge first:2D second:QS") == "already-done"


def test_r15_collector_of_heads_may_not_scavenge() -> None:
    """E6, step 8, and E17."""
    game = Driver(GAME, 3, THREE)

    assert game.deciders == "BC"
    assert game.code("A: scavenge first:4S second:4H") == "champion-no-scavengers"
    assert game.refused("A: pass").facts == {"because": "heads"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r15_champions_owner_without_heads_is_asked(seats: int) -> None:
    """E10 and E17."""
    hands = dict(list(FIVE.items())[:seats])
    others = "BCDE"[: seats - 1]
    game = Driver(GAME, seats, battling("B", [("A", "3S", "3H")], **hands), chance=[{"shuffle": []}])

    game.do(*(f"{letter}: pass" for letter in others))
    assert game.told(AskedToScavenge) == [AskedToScavenge(tuple(range(seats)))]
    game.do("A: scavenge first:4S second:4H")
    assert game.code("A: pass") == "already-done"
    game.do(*(f"{letter}: pass" for letter in others))

    assert game.position["sizes"] == {"A": 11} | dict.fromkeys(others, 10)


def test_r15_with_five_players_champions_owner_is_never_asked() -> None:
    """E7 and E17: the deck doesn't have five times eleven cards."""
    game = Driver(GAME, 5, scavenging("A", 0, **FIVE), chance=[{"shuffle": []}])
    pairs = {"B": "5", "C": "6", "D": "7", "E": "8"}

    assert game.deciders == "BCDE"
    assert game.refused("A: scavenge first:4S second:4H").facts == {"because": "full-table"}
    game.do(*(f"{seat}: scavenge first:{rank}S second:{rank}H" for seat, rank in pairs.items()))

    assert game.position["sizes"] == {"A": 10, "B": 11, "C": 11, "D": 11, "E": 11}
    assert game.position["pack"] == []


def test_r15_owner_is_asked_after_one_of_five_leaves() -> None:
    """E17: only the leaver's answer was missing, so everyone waits for A alone."""
    game = Driver(GAME, 5, scavenging("A", 0, **FIVE), chance=[{"shuffle": []}])

    game.do("B: scavenge first:5S second:5H", "C: pass", "D: pass", "E: leave")
    assert game.deciders == "A"
    assert game.told(AskedToScavenge) == [AskedToScavenge((0,))]
    game.do("A: scavenge first:4S second:4H")

    assert game.position["sizes"] == {"A": 11, "B": 11, "C": 10, "D": 10, "E": 0}


def test_r15_collector_is_not_asked_after_leaver() -> None:
    game = Driver(GAME, 5, scavenging("A", **FIVE)).do("E: leave")

    assert game.deciders == "BCD"
    assert game.told(AskedToScavenge) == []


def test_r15_when_champions_owner_leaves_others_are_still_asked() -> None:
    game = Driver(GAME, 5, scavenging("A", 0, **FIVE)).do("A: leave")

    assert game.deciders == "BCDE"


@pytest.mark.parametrize("destroyed", [0, 1])
def test_r15_in_edition_1_champions_owner_is_never_asked(destroyed: int) -> None:
    game = Driver(GAME, 4, scavenging("A", destroyed, **FOUR), options={"edition": 1})

    assert game.deciders == "BCD"
    assert game.code("A: pass") == "champion-no-scavengers"
    assert game.do("D: leave").deciders == "BC"


def test_r16_everyone_with_two_cards_is_asked() -> None:
    game = Driver(GAME, 4, battling("B", [("A", "3S", "5H")], A="4S 4H", B="7S 8H", C="9S", D="10S 9H"))

    game.do("B: pass", "D: pass")

    assert game.deciders == "ABD"
    assert game.told(AskedToScavenge) == [AskedToScavenge(seats=(0, 1, 3))]
    assert game.code("C: pass") == "not-your-turn"


def test_r16_answers_come_in_any_order_with_public_pairs() -> None:
    game = Driver(GAME, 3, THREE).do("C: pass")

    assert game.told(NoScavengers) == [NoScavengers(seat=2)]
    assert game.deciders == "B"


def test_pair_is_shown_to_everyone() -> None:
    game = Driver(GAME, 3, THREE).do("B: scavenge first:2s second:2h")

    assert game.told(Scavenged) == [Scavenged(seat=1, cards=("2S", "2H"))]


def test_pairs_are_listed_once_without_jokers() -> None:
    assert Driver(GAME, 3, THREE).legal("B") == [
        "scavenge first:2D second:2H",
        "scavenge first:2D second:2S",
        "scavenge first:2H second:2S",
        "pass",
    ]


def test_next_round_is_dealt_when_nobody_is_asked() -> None:
    position = battling("B", [("A", "3S", "5H")], A="4S 4H", B="7S 8H")
    game = Driver(GAME, 2, position, chance=[{"shuffle": []}]).do("B: bot weapon:7S armour:8H", "A: pass")
    assert game.phase == "scavenge"

    lonely = battling("B", [("A", "3S", "5H")], A="4S", B="7S 8H")
    game = Driver(GAME, 2, lonely, chance=[{"shuffle": []}]).do("B: bot weapon:7S armour:8H")

    assert (game.phase, game.position["round"], game.position["heads"]["B"]) == ("surge", 2, 1)


def test_r7_unable_player_may_still_play_scavengers() -> None:
    game = Driver(GAME, 3, UNABLE_A).do("C: pass")

    assert (game.phase, game.deciders) == ("scavenge", "ABC")


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        (("2S", "2H"), None),
        (("2S", "2D"), None),
        (("QS", "KS"), "not-a-pair"),
        (("JK", "JK"), "joker-only-weapon"),
        (("9S", "9D"), "not-in-hand"),
    ],
)
def test_r4_r14_scavengers_are_two_cards_of_one_rank(pair: tuple[str, str], code: str | None) -> None:
    """E11. The nine of diamonds is B's surge card."""
    hands = {"A": "4S 4H", "B": "2S 2H 2D QS KS JK JK 9S", "C": "7S 8H"}
    game = Driver(GAME, 3, scavenging("A", **hands) | {"surge": {"B": "9D"}})
    command = f"B: scavenge first:{pair[0]} second:{pair[1]}"

    if code is None:
        assert game.do(command).position["scavengers"] == {"B": list(pair)}
    else:
        assert game.code(command) == code
