"""Several moves in one line (section 5.4)."""

from typing import Any

import msgspec
import pytest

from bot.games.crapette import GAME
from bot.games.crapette.lines import LineStopped
from bot.games.crapette.table import HOUSES
from tests.games.crapette.play import after, code, house, refused, table, told

RUNS = {"R1": "9C 8H", "R2": "9S", "R3": "7C", "R4": "-"}


def line(moves: str) -> str:
    return f'A: line moves:"{moves}"'


@pytest.mark.parametrize(
    "moves",
    [
        "",
        " , ",
        "R1-R2 R1>R2",
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
    assert code(table(RUNS), line(moves)) == "bad-line"


def test_the_unreadable_item_is_named() -> None:
    assert refused(table(RUNS), line("R1-R2 R3>R1")).facts == {"item": "R3>R1"}


def test_items_are_separated_by_blanks_or_commas_in_any_case() -> None:
    state = after(table(RUNS), line("r1-R2, r3-r2,R2X2-r4"))

    assert (house(state, "R2"), house(state, "R4")) == ("9S", "8H 7C")
    assert state.house_moves == 3


def test_each_item_is_an_undo_step_of_its_own() -> None:
    state = after(table(RUNS), line("R1-R2 R3-R2"))

    assert len(state.undo) == 2
    assert house(after(state, "A: undo"), "R2") == "9S 8H"


def test_an_illegal_item_drops_the_rest_and_only_the_player_is_told() -> None:
    state, events = told(table(RUNS), line("R1-R2 R1-R2 R3-R2"))

    assert house(state, "R2") == "9S 8H"
    stopped = events[-1]
    assert isinstance(stopped, LineStopped)
    assert (stopped.why, stopped.dropped, stopped.to) == ("refused", ("R1-R2", "R3-R2"), (0,))
    assert stopped.refusal == refused(state, "A: move from:R1 to:R2")
    assert msgspec.json.decode(msgspec.json.encode(stopped), type=LineStopped) == stopped


def test_an_illegal_first_item_refuses_the_line() -> None:
    state = table(RUNS, timeouts={"A": 1}, offer="B")

    assert code(state, line("L1-L1 R1-R2")) == "same-pile"
    assert code(state, line("Dx2-R4")) == "count-not-allowed"


def test_an_uncovered_card_stops_the_line() -> None:
    state = table(RUNS, discards={"A": ["4S", "2S"], "B": ["5C"]})

    state, events = told(state, line("R1-R2 D-R4 R3-R2"))

    assert (house(state, "R4"), house(state, "R3")) == ("2S", "7C")
    assert events[-1] == LineStopped(seat=0, why="uncovered", dropped=("R3-R2",), to=(0,))


def test_the_last_card_of_a_pile_uncovers_nothing_and_the_line_goes_on() -> None:
    assert house(after(table(RUNS), line("D-R4 R1-R2")), "R2") == "9S 8H"


def test_a_line_that_ends_the_turn_stops() -> None:
    state = table(RUNS, hands={"A": [], "B": ["3D"]})

    state, events = told(state, line("D-R4 R1-R2"))

    assert state.turn == 1
    assert events[-1] == LineStopped(seat=0, why="ended", dropped=("R1-R2",), to=(0,))


def test_a_line_that_wins_stops() -> None:
    spent: dict[str, Any] = {"hands": {"A": [], "B": ["3D"]}, "discards": {"A": [], "B": ["5C"]}}
    state = table(RUNS, **spent, crapauds={"A": ["2H"], "B": ["6D"]})

    assert after(state, line("C-R4 R1-R2")).end == "out"


def test_a_line_is_a_card_action_once_an_item_was_done() -> None:
    state = after(table(RUNS, timeouts={"A": 2}, offer="B"), line("R1-R2 R1-R2"))

    assert (state.timeouts, state.offer) == ((0, 0), None)


def test_the_text_of_a_line_is_continued_the_same_way_in_every_position() -> None:
    def offered(text: str) -> list[str]:
        return GAME.complete(table(), 0, "line", "moves", {"moves": text})

    assert offered("") == ["D-", "C-", *(f"{house}-" for house in HOUSES)]
    assert offered("R1-R2 l") == ["R1-R2 L1-", "R1-R2 L2-", "R1-R2 L3-", "R1-R2 L4-"]
    assert offered("R1-O") == ["R1-OD", "R1-OC"]
    assert offered("R1-OD") == ["R1-OD"]
    assert offered("R1-OD,") == ["R1-OD,", *(f"R1-OD,{start}" for start in offered(""))]
    assert len(offered("R1")) == 11
    assert offered("R1x1") == ["R1x10-", "R1x11-", "R1x12-", "R1x13-"]
    assert "R1x3-L2" in offered("R1x3-")
    assert offered("rubbish") == []
    assert offered("R1-R2 " * 34) == []
