"""Time-outs: the default moves (section 4, R20), and what restarts a clock."""

import pytest

from bot.engine.events import TimedOut
from bot.games.skrap import GAME
from bot.games.skrap.state import State
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging, surging

TIE = surging(A="QS 2S 2H", B="QH 3S 3H", C="4D 7S 7H", D="4C 5S 5H")
SURGE_TIE = ("A: surge card:QS", "B: surge card:QH", "C: surge card:4D", "D: surge card:4C")


def open_with(hand: str, surge: str) -> Driver[State]:
    hands = {"A": hand.split(), "B": ["3S", "3H"]}
    return Driver(GAME, 2, {"phase": "open", "turn": "A", "surge": {"A": surge, "B": "AC"}, "hands": hands})


def key(game: Driver[State]) -> str:
    clock = GAME.clock(game.state)
    assert clock is not None
    return clock.key


@pytest.mark.parametrize(
    ("hand", "placed"),
    [("7H 3D 3S JK", "3D"), ("3S 3H 3C", "3C"), ("3S 3H", "3H"), ("KS AS", "AS"), ("JK KS", "KS")],
)
def test_r20_surge_default_is_lowest_card_by_suit_order(hand: str, placed: str) -> None:
    """E12."""
    game = Driver(GAME, 2, surging(A=hand, B="6C 6S 6H")).do("*: timeout")

    assert game.position["surge"]["A"] == placed


def test_everyone_missing_gets_the_default_in_seat_order() -> None:
    game = Driver(GAME, 3, surging(A="9C 2S 2H", B="8C 3S 3H", C="7C 4S 4H")).do(
        "B: surge card:8C", "*: timeout"
    )

    assert game.told(TimedOut) == [TimedOut((0, 2))]
    assert game.position["surge"] == {"A": "2H", "B": "8C", "C": "4H"}


def test_the_clock_throws_for_those_who_have_not() -> None:
    """E13."""
    position = TIE | {"phase": "throw", "contenders": ["C", "D"]}
    game = Driver(GAME, 4, position, chance=[{"shape": "rock"}]).do("C: throw shape:rock", "*: timeout")

    assert (game.phase, game.deciders, game.position["undecided"]) == ("throw", "CD", 1)
    assert game.told(TimedOut) == [TimedOut((3,))]


def test_throws_precede_pick_of_contender_in_seat_order() -> None:
    position = TIE | {"phase": "throw", "contenders": ["C", "D"], "undecided": 2}
    game = Driver(GAME, 4, position, chance=[{"shape": "rock"}, {"shape": "rock"}, {"seat": "D"}])

    game.do("*: timeout")

    assert (game.phase, game.deciders, game.chance_left) == ("open", "D", 0)


@pytest.mark.parametrize(
    ("hand", "surge", "weapon", "armour"),
    [
        ("9C 5S 4H 3D", "KC", "5S", "3D"),
        ("5S 5C 4H 4D", "KH", "5C", "4D"),
        ("4S 5C 4H 4D", "KS", "5C", "4D"),
        ("4D 4H 5C", "KD", "5C", "4H"),
        ("JK KC 2H", "QC", "KC", "2H"),
        ("JK JK 2H", "QC", "JK", "2H"),
    ],
)
def test_r20_the_opening_default_is_the_cheapest_bot(hand: str, surge: str, weapon: str, armour: str) -> None:
    bot = open_with(hand, surge).do("*: timeout").position["field"][0]

    assert (bot["weapon"], bot["armour"]) == (weapon, armour)


def test_in_battle_the_default_is_a_pass() -> None:
    game = Driver(GAME, 2, battling("B", [("A", "3S", "3H")], A="4S 4H", B="7S 7H")).do("*: timeout")

    assert (game.phase, game.position["heads"]["A"]) == ("scavenge", 0)


def test_a_final_pass_by_timeout_holds_as_well() -> None:
    position = battling("B", [("A", "3S", "3H")], A="4S 4H", B="7S 7H", C="8S 8H")

    game = Driver(GAME, 3, position, options={"pass-rule": "final"}).do(
        "*: timeout", "C: bot weapon:8S armour:8H"
    )

    assert game.position["passed"] == ["B"]


def test_clock_of_common_question_runs_on() -> None:
    game = Driver(GAME, 4, TIE)
    start = key(game)
    assert key(game.do(*SURGE_TIE[:3])) == start

    throw = key(game.do(SURGE_TIE[3]))
    assert throw != start
    assert key(game.do("C: throw shape:rock")) == throw
    assert key(game.do("D: throw shape:rock")) != throw


def test_scavengers_have_one_clock() -> None:
    game = Driver(GAME, 3, scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H"), chance=[{"shuffle": []}])
    start = key(game)

    assert key(game.do("B: pass")) == start
    assert key(game.do("C: pass")) != start


def test_late_question_to_owner_restores_everyones_time() -> None:
    hands = {"A": "4S 4H", "B": "2S 2H", "C": "7S 8H", "D": "9S 9H", "E": "10S 10H"}
    game = Driver(GAME, 5, scavenging("A", 0, **hands)).do("B: pass")
    start = key(game)

    assert key(game.do("C: pass")) == start
    assert key(game.do("E: leave")) != start


def test_each_player_in_battle_has_own_clock() -> None:
    hands = {"A": "4S 4H 9S 9H", "B": "7S 7H", "C": "8S 8H"}
    game = Driver(GAME, 3, battling("B", [("A", "3S", "3H")], **hands))
    commands = ("B: pass", "C: bot weapon:8S armour:8H", "A: bot weapon:9S armour:9H")

    keys = [key(game), *(key(game.do(command)) for command in commands)]

    assert len(set(keys)) == 4


def test_clock_runs_on_when_other_leaves_battle() -> None:
    game = Driver(GAME, 3, battling("B", [("A", "3S", "3H")], A="4S 4H", B="7S 7H", C="8S 8H"))

    assert key(game) == key(game.do("C: leave"))


def test_open_and_battle_are_turns_others_responses() -> None:
    kinds = [
        (game.phase, clock.kind, clock.seconds)
        for game in (
            Driver(GAME, 4, TIE),
            Driver(GAME, 4, TIE).do(*SURGE_TIE),
            open_with("2S 2H", "KC"),
            Driver(GAME, 2, battling("B", [("A", "3S", "3H")], A="4S 4H", B="7S 7H")),
            Driver(GAME, 2, scavenging("A", A="4S 4H", B="2S 2H")),
        )
        if (clock := GAME.clock(game.state))
    ]

    assert kinds == [
        ("surge", "response", None),
        ("throw", "response", None),
        ("open", "turn", None),
        ("battle", "turn", None),
        ("scavenge", "response", None),
    ]


def test_no_clock_runs_when_the_game_is_over() -> None:
    game = Driver(GAME, 2, surging(A="9C", B="8C")).do("A: leave")

    assert GAME.clock(game.state) is None
