"""Turn timer, chess clock and absent players (sections 4 and 5.6)."""

from bot.engine.contract import Clock, Outcome
from bot.engine.draft import Refusal, Step
from bot.games.crapette import GAME
from bot.games.crapette.carrying import Moved
from bot.games.crapette.clocks import TimedOut
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.table import Table
from bot.games.crapette.turns import TurnEnded
from tests.games.crapette.play import CHANCE, after, house, shown, table

DAY = 24 * 3600


def wait(state: Table, seconds: int) -> Table:
    return GAME.wait(state, seconds, CHANCE).state


def timed_out(state: Table) -> Step[Table]:
    step = GAME.timeout(state, CHANCE)
    assert isinstance(step, Step)
    return step


def test_the_turn_timer_is_not_prolonged_by_actions() -> None:
    state = after(wait(table(), 1000), "A: flip")

    assert GAME.clock(state) == Clock("1+1000", "turn", DAY - 1000)
    assert wait(state, DAY - 1001).turn == 0
    assert wait(state, DAY - 1000).turn == 1


def test_the_clock_is_another_one_after_every_charge_and_in_every_turn() -> None:
    state = table()
    clocks = [GAME.clock(each) for each in (state, wait(state, 5), wait(state, DAY))]

    assert [clock.key for clock in clocks if clock] == ["1+0", "1+5", "2+0"]


def test_answers_leave_the_clock_alone() -> None:
    state = wait(table(), 5)

    assert GAME.clock(after(state, "B: offer-draw", "A: decline-draw")) == GAME.clock(state)


def test_r19_an_auto_finished_turn_discards_the_next_card() -> None:
    step = timed_out(after(table(), "B: offer-draw"))

    assert [type(event) for event in step.events if isinstance(event, TimedOut | Lifted | PutDown)] == [
        TimedOut,
        Lifted,
        PutDown,
    ]
    assert (step.state.turn, step.state.timeouts, step.state.offer) == (1, (1, 0), None)
    assert shown(step.state)["discards"]["A"] == ["2S", "3C"]


def test_r19_with_an_empty_hand_houses_are_filled_before_the_pile_is_turned() -> None:
    discards = {"A": ["5H", "4S", "3S", "2S"], "B": ["5C"]}
    state = table({"L2": "-", "R4": "-"}, hands={"A": [], "B": ["3D"]}, discards=discards)

    step = timed_out(state)

    assert (house(step.state, "L2"), house(step.state, "R4")) == ("2S", "3S")
    assert TurnedOver(seat=0, cards=2) in step.events
    assert shown(step.state)["discards"]["A"] == ["5H"]
    assert shown(step.state)["hands"]["A"] == ["4S"]


def test_r19_an_auto_finish_stops_when_the_discard_pile_is_spent() -> None:
    state = table({"L2": "-", "R4": "-"}, hands={"A": [], "B": ["3D"]})

    step = timed_out(state)

    assert (step.state.turn, step.state.empty_houses) == (1, ["R4"])
    assert TurnEnded(seat=0, why="spent") in step.events


def test_r19_an_auto_finish_may_win() -> None:
    state = table({"R4": "-"}, hands={"A": [], "B": ["3D"]}, crapauds={"A": [], "B": ["6D"]})

    step = timed_out(state)

    assert GAME.outcome(step.state) == Outcome((0,), "out")
    assert Moved(seat=0, cards=("2S",), source="my-discard", target="R4") in step.events


def test_r19_an_exhausted_turn_is_passed() -> None:
    state = table(hands={"A": [], "B": ["3D"]}, discards={"A": [], "B": ["5C"]})

    assert TurnEnded(seat=0, why="passed") in timed_out(state).events


def test_r19_the_third_timeout_in_a_row_loses_and_moves_no_card() -> None:
    state = after(table(), "A: flip")
    lost = timed_out(table(lifted="3C", hands={"A": ["2C"], "B": ["3D"]}, timeouts={"A": 2})).state

    assert GAME.outcome(lost) == Outcome((1,), "timeouts")
    assert (lost.lifted, lost.timeouts, lost.piles[:8]) == ("3C", (3, 0), state.piles[:8])


def test_r19_a_card_action_of_ones_own_forgives_timeouts() -> None:
    assert after(table(timeouts={"A": 2, "B": 1}), "A: flip").timeouts == (0, 1)


def test_a_long_absence_of_both_ends_the_game() -> None:
    hands = {"A": ["2C", "3C", "4C"], "B": ["3D", "7D", "8D"]}

    lost = wait(table(hands=hands), 100 * DAY)

    assert GAME.outcome(lost) == Outcome((1,), "timeouts")
    assert (lost.turn_number, lost.timeouts) == (5, (3, 2))
    assert wait(lost, DAY) is lost


def test_r20_running_out_of_the_chess_clock_loses_at_once() -> None:
    state = table(options={"clock-minutes": 5}, used={"A": 200, "B": 250})

    assert GAME.clock(state) == Clock("1+200", "turn", 100)
    assert wait(state, 99).end is None
    lost = wait(state, 150)
    assert (GAME.outcome(lost), lost.used) == (Outcome((1,), "clock"), (300, 250))
    assert timed_out(state).state == lost


def test_the_chess_clock_goes_on_over_turns() -> None:
    state = wait(table(options={"clock-minutes": 5}), 40)

    state = after(state, "A: flip", "A: put to:my-discard")

    assert wait(state, 30).used == (40, 30)


def test_a_timeout_when_the_game_is_over_is_refused() -> None:
    assert GAME.timeout(after(table(), "A: resign"), CHANCE) == Refusal("game-over")


def test_anybody_may_look_at_any_time() -> None:
    over = after(table(), "A: resign")

    assert GAME.looks == ("hand", "table", "clock")
    assert [GAME.look(over, seat, verb) for seat in (0, 1) for verb in GAME.looks] == [None] * 6
