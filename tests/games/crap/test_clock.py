"""Clocks, turns that run out, and idle players (section 4, R2, R38)."""

from bot.engine.contract import Clock
from bot.engine.events import TimedOut
from bot.games.crap import GAME
from bot.games.crap.clock import Skipped
from bot.games.crap.departure import PlayerLeft
from tests.games.crap.positions import game_at


def test_clock_runs_through_window_and_restarts_after() -> None:
    game = game_at({"hands": {"A": ["2C"]}}, options={"turn-timeout": 100, "response-timeout": 20})
    turn = GAME.clock(game.state)
    window = GAME.clock(game.do("A: acquire rank:K").state)
    answered = GAME.clock(game.do("B: believe").state)
    after = GAME.clock(game.do("C: believe").state)

    assert turn == Clock("1 turn", "turn", 100)
    assert window == answered == Clock("1 bluff-window", "response", 20)
    assert after == Clock("2 turn", "turn", 100)
    assert GAME.clock(game_at({"phase": "over", "end": "forfeit"}).state) is None


def test_r2_a_turn_that_runs_out_is_skipped() -> None:
    game = game_at({"hands": {"A": ["2C"]}}).do("*: timeout")

    assert (game.deciders, game.position["turn_number"], game.position["hands"]["A"]) == ("B", 2, ["2C"])
    assert game.position["last"] == {"action": "skip", "seat": "A"}
    assert TimedOut(seats=(0,)) in game.events


def test_r38_idle_player_is_sent_away_at_limit() -> None:
    position = {"hands": {"A": ["2C"]}, "idle": {"A": 1, "B": 1}}

    game = game_at(position, options={"idle-limit": 2}).do("*: timeout")

    assert (game.position["left"], game.position["discard"], game.deciders) == (["A"], ["2C"], "B")
    assert game.told(Skipped) == [Skipped(seat=0, idle=2, idle_limit=2)]
    assert game.told(PlayerLeft) == [PlayerLeft(seat=0, cards=("2C",), idle=True)]


def test_r38_any_game_command_resets_the_counts() -> None:
    game = game_at({"idle": {"A": 2, "B": 2, "C": 1}, "timeouts": 5}).do("A: acquire rank:K", "B: believe")

    assert (game.position["idle"], game.position["timeouts"]) == ({"A": 0, "B": 0, "C": 1}, 0)


def test_r38_leaving_and_refused_commands_reset_nothing() -> None:
    game = game_at({"idle": {"A": 2, "B": 2}, "timeouts": 4}).do("C: leave")
    game.code("B: recycle")
    game.code("A: protect card:2C")

    assert (game.position["idle"]["A"], game.position["idle"]["B"], game.position["timeouts"]) == (2, 2, 4)


def test_r38_a_window_that_runs_out_is_not_idling() -> None:
    game = game_at({}).do("A: acquire rank:K", "*: timeout")

    assert (game.position["idle"], game.position["timeouts"]) == ({"A": 0, "B": 0, "C": 0}, 0)


def test_r38_game_of_silence_is_abandoned_after_two_rounds() -> None:
    game = game_at({}, seats=4).do(*["*: timeout"] * 8)

    assert (game.position["end"], game.position["winners"], game.position["turn_number"]) == (
        "abandoned",
        [],
        8,
    )
    assert game.code("*: timeout") == "game-over"


def test_r38_abandoning_is_judged_before_sending_away() -> None:
    game = game_at({"timeouts": 5, "idle": {"A": 2}}).do("*: timeout")

    assert (game.position["end"], game.position["left"]) == ("abandoned", [])
