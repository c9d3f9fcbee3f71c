"""Several moves in one line (section 5.4)."""

import msgspec
import pytest

from bot.games.crapette import GAME
from bot.games.crapette.lines import LineStopped, read_line
from tests.games.crapette.positions import NO_HAND, SPENT, at, house

RUNS = {"R1": "9C 8H", "R2": "9S", "R3": "7C", "R4": "-"}


def line(moves: str) -> str:
    return f'A: line moves:"{moves}"'


@pytest.mark.parametrize(
    "moves",
    [
        "",
        " , ",
        "R1-R2 R1=R2",
        "R1-C",
        "F-R1",
        "OD-R1",
        "R1x0-R2",
        "R1x14-R2",
        "R1x-R2",
        "R5-R1",
        " ".join(["R1-R2"] * 31),
        "R1-R2" + " " * 196,
    ],
)
def test_a_malformed_item_stops_the_whole_line(moves: str) -> None:
    assert at(RUNS).code(line(moves)) == "bad-line"


@pytest.mark.parametrize("moves", ["r1–r2 r1×2—r3", "Ｒ１-R2, R1x2-R3", "R1>R2 R1x2>R3"])
def test_line_is_read_from_any_keyboard(moves: str) -> None:
    assert read_line(moves) == read_line("R1-R2 R1x2-R3")


def test_the_unreadable_item_is_named() -> None:
    assert at(RUNS).refused(line("R1-R2 R3=R1")).facts == {"item": "R3=R1"}


def test_items_are_separated_by_blanks_or_commas() -> None:
    game = at(RUNS).do(line("r1-R2, r3-r2,R2X2-r4"))

    assert (house(game, "R2"), house(game, "R4")) == ("9S", "8H 7C")
    assert game.state.house_moves == 3


def test_each_item_is_a_move_of_its_own() -> None:
    game = at(RUNS).do(line("R1-R2 R3-R2"))

    assert GAME.moves_in(game.events) == 2
    assert len(game.state.undo) == 2
    assert house(game.do("A: undo"), "R2") == "9S 8H"


def test_illegal_item_drops_rest_and_tells_player_alone() -> None:
    game = at(RUNS).do(line("R1-R2 R1-R2 R3-R2"))

    assert house(game, "R2") == "9S 8H"
    stopped = game.events[-1]
    assert isinstance(stopped, LineStopped)
    assert (stopped.why, stopped.dropped, stopped.to) == ("refused", ("R1-R2", "R3-R2"), (0,))
    assert stopped.refusal == game.refused("A: move from:R1 to:R2")
    assert msgspec.json.decode(msgspec.json.encode(stopped), type=LineStopped) == stopped


def test_an_illegal_first_item_refuses_the_line() -> None:
    game = at(RUNS, timeouts={"A": 1}, offer="B")

    assert game.code(line("L1-L1 R1-R2")) == "same-pile"
    assert game.code(line("Dx2-R4")) == "count-not-allowed"


def test_an_uncovered_card_stops_the_line() -> None:
    game = at(RUNS, discards={"A": ["4S", "2S"], "B": ["5C"]}).do(line("R1-R2 D-R4 R3-R2"))

    assert (house(game, "R4"), house(game, "R3")) == ("2S", "7C")
    assert game.events[-1] == LineStopped(seat=0, why="uncovered", dropped=("R3-R2",), to=(0,))


def test_line_uncovering_with_last_item_is_whole() -> None:
    game = at(RUNS, discards={"A": ["4S", "2S"], "B": ["5C"]}).do(line("R1-R2 D-R4"))

    assert game.told(LineStopped) == []


def test_last_card_of_pile_lets_line_go_on() -> None:
    assert house(at(RUNS).do(line("D-R4 R1-R2")), "R2") == "9S 8H"


def test_a_line_that_ends_the_turn_stops() -> None:
    game = at(RUNS, **NO_HAND).do(line("D-R4 R1-R2"))

    assert game.state.turn == 1
    assert game.events[-1] == LineStopped(seat=0, why="ended", dropped=("R1-R2",), to=(0,))


def test_a_line_that_wins_stops() -> None:
    game = at(RUNS, **SPENT, crapauds={"A": ["2H"], "B": ["6D"]})

    assert game.do(line("C-R4 R1-R2")).state.end == "out"


def test_line_is_card_action_once_item_was_done() -> None:
    game = at(RUNS, timeouts={"A": 2}, offer="B").do(line("R1-R2 R1-R2"))

    assert (game.state.timeouts, game.state.offer) == ((0, 0), None)
