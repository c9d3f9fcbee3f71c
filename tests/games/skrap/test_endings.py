"""Section 6 and R18: the target, the round limit, the end."""

from bot.engine.contract import Outcome
from bot.games.skrap import GAME
from bot.games.skrap.ending import GameEnded
from tests.games.skrap.table import Table, battling, scavenging

LAST_ROUND = scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H") | {"round": 5}
NEARLY_WON = battling("B", [("B", "2S", "2H"), ("A", "3S", "3H")], A="4S 4H", B="7S 7H")


def test_r18_at_the_round_limit_most_heads_win() -> None:
    table = Table(3, LAST_ROUND | {"heads": {"A": 1, "C": 3}}, options={"max-rounds": 5})

    table.do("B: pass", "C: pass")

    assert GAME.outcome(table.state) == Outcome((2,), "round-limit")
    assert table.told(GameEnded) == [GameEnded(winners=(2,), end="round-limit", heads=(1, 0, 3), round=5)]


def test_r18_equal_heads_share_the_win() -> None:
    table = Table(3, LAST_ROUND | {"heads": {"A": 3, "C": 3}}, options={"max-rounds": 5})

    table.do("B: pass", "C: pass")

    assert table.position["winners"] == ["A", "C"]


def test_before_the_limit_the_game_goes_on() -> None:
    table = Table(3, LAST_ROUND, options={"max-rounds": 6}, chance=[{"shuffle": []}])

    table.do("B: pass", "C: pass")

    assert (table.phase, table.position["round"]) == ("surge", 6)


def test_the_target_wins_at_once() -> None:
    table = Table(2, NEARLY_WON | {"heads": {"A": 9}}).do("B: pass")

    assert GAME.outcome(table.state) == Outcome((0,), "target")


def test_another_target_may_be_chosen() -> None:
    table = Table(2, NEARLY_WON | {"heads": {"A": 2}}, options={"target": 3}).do("B: pass")

    assert table.position["winners"] == ["A"]


def test_one_head_short_of_the_target_is_not_enough() -> None:
    assert Table(2, NEARLY_WON | {"heads": {"A": 8}}).do("B: pass").phase == "scavenge"


def test_heads_of_a_leaver_do_not_win() -> None:
    position = battling("B", [("B", "2S", "2H"), ("A", "3S", "3H")], A="4S 4H", B="7S 7H", C="8S 8H")

    table = Table(3, position | {"heads": {"A": 9}}).do("A: leave", "B: pass", "C: pass")

    assert (table.phase, table.position["heads"]["A"]) == ("scavenge", 9)


def test_when_the_game_ends_nothing_is_moved() -> None:
    table = Table(2, NEARLY_WON | {"heads": {"A": 9}})
    before = table.position

    after = table.do("B: pass").position

    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"phase", "turn", "heads", "winners"}


def test_while_it_runs_there_is_no_outcome() -> None:
    assert GAME.outcome(Table(2, NEARLY_WON).state) is None
