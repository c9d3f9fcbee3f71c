"""Winning, and the events at the end (section 6)."""

from bot.games.crapette import GAME
from bot.games.crapette.ending import GameEnded, Remains
from bot.games.crapette.moving import Moved
from bot.games.crapette.state import State
from tests.games.crapette.positions import SPENT, at
from tests.games.driver import Driver


def won() -> Driver[State]:
    """Return a game that A has won with the last crapaud card in an exhausted turn."""
    game = at({"R3": "3S", "R4": "-"}, crapauds={"A": ["2H"], "B": ["6D"]}, **SPENT)
    return game.do("A: move from:my-crapaud to:R3")


def test_r9_exhausted_player_wins_with_last_crapaud_card() -> None:
    game = won()

    assert GAME.outcome(game.state) is not None
    assert game.events == [
        Moved(seat=0, cards=("2H",), source="my-crapaud", target="R3"),
        Remains(seat=0, hand=(), discard=(), crapaud=()),
        Remains(seat=1, hand=("3D",), discard=("5C",), crapaud=("6D",)),
        GameEnded(end="out", winners=(0,)),
    ]


def test_r23_a_win_counts_no_points() -> None:
    state = won().state

    assert GAME.active(state) == (0, 1)
    assert (state.winners, state.end, GAME.legal(state, 0), GAME.clock(state)) == ((0,), "out", [], None)


def test_result_is_told_from_loads_and_crapauds() -> None:
    game = at({"R4": "4C", "R3": "-", "R2": "9H"}).do(
        "A: move from:R4 to:their-discard", "A: move from:R2 to:R3", "A: move from:my-crapaud to:R4"
    )

    told = [event for event in game.events if GAME.is_scored(event)]
    assert [event.source for event in told if isinstance(event, Moved)] == ["R4", "my-crapaud"]
    assert len(told) == 2


def test_lifted_card_at_the_end_is_told() -> None:
    game = at().do("A: flip", "B: resign")

    assert [remains.lifted for remains in game.told(Remains)] == ["3C", None]
