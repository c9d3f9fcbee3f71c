"""Cooperating (section 5.6, R28, R29)."""

from bot.games.crap.cooperating import HandShown
from tests.games.crap.positions import game_at


def test_r28_the_caller_draws_before_the_other() -> None:
    game = game_at({"stock": ["9H", "4S"]}).do("A: cooperate player:C")

    assert game.position["hands"] == {"A": ["9H"], "B": [], "C": ["4S"]}


def test_r29_the_other_is_not_asked_whether_to_cooperate() -> None:
    game = game_at({"stock": ["9H", "4S"], "hands": {"B": ["2C"]}}).do("A: cooperate player:B")

    assert (game.position["phase"], game.deciders) == ("turn", "B")
    assert HandShown(to=(0,), seat=1, cards=("2C",)) in game.events
    assert HandShown(to=(1,), seat=0, cards=()) in game.events


def test_r43_shown_hand_stays_in_view_without_delay() -> None:
    game = game_at({"stock": ["9H", "4S"], "hands": {"A": ["7S"], "B": ["2C"]}}).do("A: cooperate player:B")

    assert (game.phase, game.deciders) == ("turn", "B")
    assert game.view("A")["last"]["hands"] == {"A": ["7S"], "B": ["2C"]}
    assert game.view("C")["last"]["hands"] == {"A": 1, "B": 1}
