"""The target, the round limit, and the end (section 6, R18)."""

from bot.engine.contract import Outcome
from bot.games.skrap import GAME
from bot.games.skrap.ending import GameEnded
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging

LAST_ROUND = scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H") | {"round": 5}
NEARLY_WON = battling("B", [("B", "2S", "2H"), ("A", "3S", "3H")], A="4S 4H", B="7S 7H")


def test_r18_at_the_round_limit_most_heads_win() -> None:
    game = Driver(GAME, 3, LAST_ROUND | {"heads": {"A": 1, "C": 3}}, options={"max-rounds": 5})

    game.do("B: pass", "C: pass")

    assert GAME.outcome(game.state) == Outcome((2,), "round-limit")
    assert game.told(GameEnded) == [GameEnded(winners=(2,), end="round-limit", heads=(1, 0, 3), round=5)]


def test_r18_without_any_head_nobody_wins() -> None:
    """E18."""
    game = Driver(GAME, 3, LAST_ROUND, options={"max-rounds": 5}).do("B: pass", "C: pass")

    assert GAME.outcome(game.state) == Outcome((), "round-limit")
    assert game.told(GameEnded) == [GameEnded((), "round-limit", (0, 0, 0), 5)]


def test_r18_heads_of_a_player_who_left_win_nothing() -> None:
    last = LAST_ROUND | {"heads": {"A": 4}}

    game = Driver(GAME, 3, last, options={"max-rounds": 5}).do("A: leave", "B: pass", "C: pass")

    assert game.position["winners"] == []


def test_r18_in_edition_1_players_without_head_share_win() -> None:
    game = Driver(GAME, 3, LAST_ROUND, options={"max-rounds": 5, "edition": 1}).do("B: pass", "C: pass")

    assert GAME.outcome(game.state) == Outcome((0, 1, 2), "round-limit")


def test_r18_equal_heads_share_the_win() -> None:
    game = Driver(GAME, 3, LAST_ROUND | {"heads": {"A": 3, "C": 3}}, options={"max-rounds": 5})

    game.do("B: pass", "C: pass")

    assert game.position["winners"] == ["A", "C"]


def test_before_the_limit_the_game_goes_on() -> None:
    game = Driver(GAME, 3, LAST_ROUND, options={"max-rounds": 6}, chance=[{"shuffle": []}])

    game.do("B: pass", "C: pass")

    assert (game.phase, game.position["round"]) == ("surge", 6)


def test_the_target_wins_at_once() -> None:
    """E8: nobody is asked for scavengers."""
    game = Driver(GAME, 2, NEARLY_WON | {"heads": {"A": 9}}).do("B: pass")

    assert GAME.outcome(game.state) == Outcome((0,), "target")


def test_another_target_may_be_chosen() -> None:
    game = Driver(GAME, 2, NEARLY_WON | {"heads": {"A": 2}}, options={"target": 3}).do("B: pass")

    assert game.position["winners"] == ["A"]


def test_when_the_game_ends_nothing_is_moved() -> None:
    game = Driver(GAME, 2, NEARLY_WON | {"heads": {"A": 9}})
    before = game.position

    after = game.do("B: pass").position

    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"phase", "turn", "heads", "winners"}


def test_while_it_runs_there_is_no_outcome() -> None:
    assert GAME.outcome(Driver(GAME, 2, NEARLY_WON).state) is None
