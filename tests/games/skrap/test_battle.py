"""Bots and their fights (R11 to R13, R19, E5, E16)."""

from itertools import product
from typing import Any

from bot.engine.cards import DECK, JOKER
from bot.games.skrap import GAME
from bot.games.skrap.battle import Bot, BotPlayed, bot_moves, bot_refusal
from bot.games.skrap.dealing import Hand
from bot.games.skrap.turns import TurnStarted
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, hands_of

THREE = battling("B", [("A", "3S", "5H")], A="4S 4H KS KD", B="7S 7H 8C 8H", C="9S 9H 10C 10H")
E16: dict[str, Any] = {
    "phase": "battle",
    "turn": "C",
    "surge": {"A": "2S", "B": "3H", "C": "QC"},
    "hands": hands_of(A="KS 3C 2D", B="AC 4D", C="KC 10C JK AD 5D"),
    "field": [{"owner": "A", "weapon": "4S", "armour": "8D"}, {"owner": "B", "weapon": "8C", "armour": "KH"}],
}
"""A battle in which C may answer a red king with the surge bonus."""


def test_r11_equal_is_enough() -> None:
    game = Driver(GAME, 2, battling("B", [("A", "3S", "7H")], A="2S 2H", B="6S 7S 8H"))

    assert game.legal("B") == ["bot weapon:7S armour:8H", "pass"]


def test_r11_only_a_joker_destroys_a_surged_red_king() -> None:
    """E5 and E16: C's king is worth 14 as well."""
    game = Driver(GAME, 3, E16)

    assert game.legal("C") == ["bot weapon:JK armour:5D", "bot weapon:JK armour:AD", "pass"]
    assert game.refused("C: bot weapon:KC armour:AD").facts == {"weapon": 14, "armour": 14, "needed": 15}
    assert game.do("C: bot weapon:JK armour:AD").position["field"][-1]["owner"] == "C"


def test_r11_player_without_joker_can_only_pass() -> None:
    """E16 without C's joker."""
    game = Driver(GAME, 3, E16 | {"hands": hands_of(A="KS 3C 2D", B="AC 4D", C="KC 10C AD 5D")})

    assert game.legal("C") == ["pass"]
    assert game.do("C: pass").legal("A") == ["pass"]
    assert game.code("A: bot weapon:KS armour:2D") == "too-weak"
    assert game.do("A: pass").position["heads"] == {"A": 0, "B": 1, "C": 0}
    assert game.deciders == "AC"


def test_r11_option_lets_equal_king_destroy() -> None:
    game = Driver(GAME, 3, E16, options={"surged-king": "equal"})

    assert game.legal("C")[:2] == ["bot weapon:KC armour:5D", "bot weapon:KC armour:AD"]
    assert game.code("C: bot weapon:10C armour:AD") == "too-weak"
    assert game.do("C: bot weapon:KC armour:AD", "A: pass").deciders == "B"


def test_r11_kings_without_the_surge_bonus_are_ordinary() -> None:
    """E16's last line: 13 against 13."""
    game = Driver(GAME, 3, E16 | {"surge": {"A": "2S", "B": "3S", "C": "QD"}})

    assert game.legal("C")[0] == "bot weapon:KC armour:5D"


def test_r12_values_follow_players_own_surge_card_and_stay() -> None:
    position = battling("B", [("A", "3S", "7H")], A="2S 2H", B="6S 6H", C="7S 8H")
    game = Driver(GAME, 3, position | {"surge": {"A": "5H", "B": "9S", "C": "9D"}})

    assert game.position["field"][0]["armour_value"] == 8
    assert game.refused("B: bot weapon:6S armour:6H").facts == {"weapon": 7, "armour": 8, "needed": 8}
    game.do("B: pass", "A: leave")
    assert game.position["field"][0]["armour_value"] == 8


def test_r13_joker_is_weapon_of_15_without_bonus() -> None:
    position = battling("B", [("A", "3S", "7H")], A="2S 2H", B="JK 6H 2C 2D") | {"surge": {"B": "9S"}}
    game = Driver(GAME, 2, position).do("B: bot weapon:JK armour:6H")

    assert game.position["field"][1]["weapon_value"] == 15


def test_r19_player_able_to_destroy_may_pass() -> None:
    game = Driver(GAME, 3, THREE)

    assert len(game.legal("B")) > 1
    assert game.do("B: pass").deciders == "C"


def test_weakest_sufficient_weapon_and_strongest_armour_come_first() -> None:
    game = Driver(GAME, 2, battling("B", [("A", "3S", "5H")], A="2S", B="KS 6C 4C JK JK 2D 9D"))

    assert game.legal("B")[0] == "bot weapon:6C armour:9D"
    assert game.legal("B")[-3:] == ["bot weapon:JK armour:9D", "bot weapon:JK armour:2D", "pass"]
    assert len(game.legal("B")) == 7


def test_bot_tells_destroyed_one_and_next_player() -> None:
    game = Driver(GAME, 3, THREE).do("B: bot weapon:8C armour:7H")

    assert game.told(BotPlayed) == [
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
    assert game.told(TurnStarted) == [TurnStarted(seat=2)]
    assert game.told(Hand) == [Hand(1, ("8H", "7S"), to=(1,))]


def test_bots_listed_are_those_that_are_not_refused() -> None:
    hand = "3C 10S JS KC JK JK AD 9D KD 9H"
    for armour, surge, rule in product(("4D", "10D", "KH"), ("6H", "QC", "2S"), ("joker-only", "equal")):
        position = battling("B", [("A", "3S", armour)], A="2C 2H", B=hand)
        position |= {"surge": {"A": "5H", "B": surge}}
        state = Driver(GAME, 2, position, options={"surged-king": rule}).state
        pairs = product(sorted(set(hand.split())), repeat=2)

        accepted = {Bot(*pair) for pair in pairs if bot_refusal(state, 1, *pair) is None}

        assert set(bot_moves(state, 1)) == accepted
        assert len(bot_moves(state, 1)) == len(accepted)


def test_only_black_card_or_joker_is_weapon() -> None:
    position = {"phase": "open", "turn": "A", "hands": hands_of(A="2S 2H", B="3S 3H")}
    state = Driver(GAME, 2, position).state

    for weapon, armour in product((*DECK, JOKER), repeat=2):
        is_bot = weapon[-1] in "CSK" and armour[-1] in "DH"
        assert (bot_refusal(state, 0, weapon, armour) is None) == is_bot
