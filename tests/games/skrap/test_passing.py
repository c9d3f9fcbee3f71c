"""Passing (section 5)."""

from bot.games.skrap import GAME
from bot.games.skrap.battle import Passed
from bot.games.skrap.passing import pass_refusal
from bot.games.skrap.scavenging import NoScavengers
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging

OPEN = {"phase": "open", "turn": "A", "hands": {"A": ["2S", "2H", "JK"], "B": ["3S", "3H"]}}


def test_the_opener_must_play_a_bot() -> None:
    game = Driver(GAME, 2, OPEN)

    assert game.code("A: pass") == "must-open"
    assert pass_refusal(game.state) == game.refused("A: pass")
    assert "pass" not in game.legal("A")


def test_only_the_opener_is_told_so() -> None:
    assert Driver(GAME, 2, OPEN).code("B: pass") == "not-your-turn"


def test_in_battle_pass_leaves_bot_alone() -> None:
    game = Driver(GAME, 3, battling("B", [("A", "3S", "3H")], A="4S 4H", B="7S 7H", C="8S 8H"))

    assert game.do("B: pass").told(Passed) == [Passed(1, final=False)]


def test_afterwards_a_pass_declines_scavengers() -> None:
    game = Driver(GAME, 3, scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H"))

    assert game.do("B: pass").told(NoScavengers) == [NoScavengers(1)]
