"""What `Game` answers for every game: who may move when, the clock, the number of players, stuck positions."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from bot.engine.chance import ScriptedChance, SeededChance
from bot.engine.contract import Action, Malformed
from bot.engine.draft import Draft, Refusal, Step
from bot.engine.events import TimedOut
from bot.engine.moves import Leave, Move
from tests.engine.toy import TOY, Count, Give, LayDown, Take, Taken, Toy, ToyOptions, count_down

OVER, LAST, RUNNING = Count(0), Count(1), Count(5)


class Fly(Move, frozen=True):
    """A move of no game."""


class PhaseFirst(Toy):
    """A game whose rules look at the phase before they look at the turn."""

    checks = ("not-a-player", "game-over", "wrong-phase", "not-your-turn")


def stop_in_the_middle(draft: Draft[Count], seat: int, move: Take) -> None:
    count_down(draft, 1)
    draft.stop()


class Stopping(Toy):
    """A game that ends its moves early."""

    actions: ClassVar[Mapping[type[Move], Action[Count]]] = {Take: Action(stop_in_the_middle)}

    def run_out(self, draft: Draft[Count]) -> None:
        count_down(draft, 1)
        draft.stop()


def apply(state: Count, seat: int, move: Move, game: Toy = TOY) -> Step[Count] | Refusal:
    return game.apply(state, seat, move, SeededChance(b""))


@pytest.mark.parametrize("state", [RUNNING, OVER])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_move_of_another_game_is_unknown_whatever_the_phase_and_whoever_makes_it(
    state: Count, seat: int
) -> None:
    known = ("take", "give", "lay-down")

    assert apply(state, seat, Fly()) == Refusal("unknown-move", {"verb": "fly", "verbs": known})


def test_the_moves_are_those_of_the_actions_but_for_leaving() -> None:
    assert TOY.moves == (Take, Give, LayDown)
    assert isinstance(apply(RUNNING, 1, Leave()), Step)


@pytest.mark.parametrize(
    ("state", "seat", "refusal"),
    [
        (OVER, 2, Refusal("not-a-player")),
        (OVER, 0, Refusal("game-over")),
        (RUNNING, 1, Refusal("not-your-turn", {"seats": (0,)})),
        (LAST, 1, Refusal("not-your-turn", {"seats": (0,)})),
        (LAST, 0, Refusal("wrong-phase", {"phase": "last", "seats": (0,)})),
    ],
)
def test_what_all_moves_have_in_common_is_checked_in_the_order_of_the_rules(
    state: Count, seat: int, refusal: Refusal
) -> None:
    assert apply(state, seat, LayDown("AS")) == refusal


def test_a_game_may_check_in_another_order() -> None:
    refused = apply(LAST, 1, LayDown("AS"), PhaseFirst())

    assert isinstance(refused, Refusal)
    assert refused.code == "wrong-phase"


def test_the_move_itself_is_looked_at_last() -> None:
    assert apply(RUNNING, 0, Give(1, "9X")) == Refusal("bad-card", {"text": "9X"})
    assert apply(LAST, 0, Give(1, "9X")) == Refusal("wrong-phase", {"phase": "last", "seats": (0,)})


def test_when_time_runs_out_it_is_told_first_for_whom() -> None:
    made = TOY.timeout(RUNNING, SeededChance(b""))

    assert isinstance(made, Step)
    assert made.events == (TimedOut(seats=(0,)), Taken(seat=0, left=4))
    assert TOY.timeout(OVER, SeededChance(b"")) == Refusal("game-over")


def test_of_a_move_that_stops_early_stands_what_has_happened() -> None:
    game, wanted = Stopping(), Count(4, turn=1)
    made, late = apply(RUNNING, 0, Take(), game), game.timeout(RUNNING, SeededChance(b""))

    assert isinstance(made, Step)
    assert isinstance(late, Step)
    assert made == Step(wanted, (Taken(seat=0, left=4),))
    assert late == Step(wanted, (TimedOut(seats=(0,)), *made.events))


@pytest.mark.parametrize(
    ("seats", "options", "named"),
    [
        (1, ToyOptions(), "toy is for 2 to 3 players, not 1"),
        (4, ToyOptions(), "toy is for 2 to 3 players, not 4"),
        (2, ToyOptions(start=10, pace="fast"), "options: a fast count starts at 9 at most"),
    ],
)
def test_nothing_is_dealt_or_loaded_for_a_table_that_cannot_be(
    seats: int, options: ToyOptions, named: str
) -> None:
    with pytest.raises(Malformed, match=named):
        TOY.deal(seats, options, ScriptedChance((), seats))
    with pytest.raises(Malformed, match=named):
        TOY.load({}, seats, options)


def test_a_position_that_waits_for_nobody_at_the_table_is_malformed_unless_the_game_is_over() -> None:
    with pytest.raises(Malformed, match="nobody who is still in it has to decide"):
        TOY.load({"turn": 2}, 2, ToyOptions())

    assert TOY.load({"count": 0, "turn": 2}, 2, ToyOptions()).phase == "over"
