"""Turn timer, chess clock and absent players (sections 4 and 5.6)."""

import pytest

from bot.engine.contract import Clock, Outcome
from bot.engine.events import TimedOut
from bot.games.crapette import GAME
from bot.games.crapette.clock import TimeoutCounted
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.moving import Moved
from bot.games.crapette.turns import TurnEnded
from tests.games.crapette.positions import NO_HAND, SPENT, at, house

DAY = 24 * 3600


def wait(seconds: int) -> str:
    return f"*: wait seconds:{seconds}"


def test_the_turn_timer_is_not_prolonged_by_actions() -> None:
    game = at().do(wait(1000), "A: flip")

    assert GAME.clock(game.state) == Clock("1+1000", "turn", DAY - 1000)
    assert game.do(wait(DAY - 1001)).state.turn == 0
    assert game.do(wait(1)).state.turn == 1


def test_clock_changes_after_every_charge_and_turn() -> None:
    clocks = [GAME.clock(game.state) for game in (at(), at().do(wait(5)), at().do(wait(DAY)))]

    assert [clock.key for clock in clocks if clock] == ["1+0", "1+5", "2+0"]


def test_answers_leave_the_clock_alone() -> None:
    game = at().do(wait(5))
    clock = GAME.clock(game.state)

    assert GAME.clock(game.do("B: offer-draw", "A: decline-draw").state) == clock


def test_r19_an_auto_finished_turn_discards_the_next_card() -> None:
    game = at().do("B: offer-draw", "*: timeout")

    told = [type(event) for event in game.events if isinstance(event, TimedOut | Lifted | PutDown)]
    assert told == [TimedOut, Lifted, PutDown]
    assert (game.state.turn, game.state.timeouts, game.state.offer) == (1, (1, 0), None)
    assert game.position["discards"]["A"] == ["2S", "3C"]


@pytest.mark.parametrize("offer", ["A: offer-draw", "B: offer-draw"])
def test_only_the_player_on_turn_is_timed_out(offer: str) -> None:
    """A draw offer doesn't have a default of its own (section 4)."""
    game = at().do(offer, "*: timeout")

    assert game.told(TimedOut) == [TimedOut((0,))]
    assert game.told(TimeoutCounted) == [TimeoutCounted(seat=0, in_a_row=1, limit=3)]


def test_passing_time_tells_every_timeout() -> None:
    assert at().do(wait(2 * DAY)).told(TimedOut) == [TimedOut((0,)), TimedOut((1,))]


def test_r19_a_lifted_card_is_discarded() -> None:
    game = at().do("A: flip", "*: timeout")

    assert (game.state.lifted, game.state.turn) == (None, 1)
    assert game.position["discards"]["A"] == ["2S", "3C"]


def test_r19_houses_are_filled_before_turning_the_pile() -> None:
    discards = {"A": ["5H", "4S", "3S", "2S"], "B": ["5C"]}
    game = at({"L2": "-", "R4": "-"}, **NO_HAND, discards=discards).do("*: timeout")

    assert (house(game, "L2"), house(game, "R4")) == ("2S", "3S")
    assert TurnedOver(seat=0, cards=2) in game.events
    assert game.position["discards"]["A"] == ["5H"]
    assert game.position["hands"]["A"] == ["4S"]


def test_r19_without_empty_house_pile_is_turned_at_once() -> None:
    game = at(**NO_HAND, discards={"A": ["5H", "4S"], "B": ["5C"]}).do("*: timeout")

    assert game.told(Moved) == []
    assert (game.position["discards"]["A"], game.position["hands"]["A"]) == (["5H"], ["4S"])


def test_r19_auto_finish_stops_when_discard_pile_is_spent() -> None:
    game = at({"L2": "-", "R4": "-"}, **NO_HAND).do("*: timeout")

    assert (game.state.turn, game.state.empty_houses) == (1, ["R4"])
    assert TurnEnded(seat=0, why="spent") in game.events


def test_r19_an_auto_finish_may_win() -> None:
    game = at({"R4": "-"}, **NO_HAND, crapauds={"A": [], "B": ["6D"]}).do("*: timeout")

    assert GAME.outcome(game.state) == Outcome((0,), "out")
    assert Moved(seat=0, cards=("2S",), source="my-discard", target="R4") in game.events


def test_r19_an_exhausted_turn_is_passed() -> None:
    assert TurnEnded(seat=0, why="passed") in at(**SPENT).do("*: timeout").events


def test_r19_third_timeout_in_a_row_loses() -> None:
    game = at(lifted="3C", hands={"A": ["2C"], "B": ["3D"]}, timeouts={"A": 2})
    piles = game.state.piles

    lost = game.do("*: timeout").state

    assert GAME.outcome(lost) == Outcome((1,), "timeouts")
    assert (lost.lifted, lost.timeouts, lost.piles) == ("3C", (3, 0), piles)


def test_r19_a_long_absence_of_both_ends_the_game() -> None:
    game = at(hands={"A": ["2C", "3C", "4C"], "B": ["3D", "7D", "8D"]})

    lost = game.do(wait(100 * DAY)).state

    assert GAME.outcome(lost) == Outcome((1,), "timeouts")
    assert (lost.turn_number, lost.timeouts) == (5, (3, 2))
    assert game.do(wait(DAY)).state is lost


def test_r20_running_out_of_chess_clock_loses_at_once() -> None:
    game = at(options={"clock-minutes": 5}, used={"A": 200, "B": 250})

    assert GAME.clock(game.state) == Clock("1+200", "turn", 100)
    assert game.do(wait(99)).state.end is None
    lost = game.do(wait(51)).state
    assert (GAME.outcome(lost), lost.used) == (Outcome((1,), "clock"), (300, 250))
    assert game.told(TimedOut) == [TimedOut((0,))]
    by_timeout = at(options={"clock-minutes": 5}, used={"A": 200, "B": 250}).do("*: timeout")
    assert by_timeout.state == lost


def test_the_chess_clock_goes_on_over_turns() -> None:
    game = at(options={"clock-minutes": 5}).do(wait(40), "A: flip", "A: put to:my-discard")

    assert game.do(wait(30)).state.used == (40, 30)


def test_timeout_when_game_is_over_is_refused() -> None:
    assert at().do("A: resign").code("*: timeout") == "game-over"
