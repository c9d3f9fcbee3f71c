"""Computers and hints of the recipe's game know no more than their seat."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from msgspec import structs

from bot.engine.chance import Seat, SeededChance
from bot.engine.draft import Step
from bot.engine.moves import Move
from bot.players.player import Level, choose, seen_by
from bot.players.random_chance import RandomChance
from bot.sessions.session import Session
from tests.helpers import recipe
from tests.helpers.records import at_table
from tests.helpers.worlds import twin

SEATS: Final = 3
OPTIONS: Final = recipe.GAME.options()


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe.make_known(monkeypatch)


def decisions() -> Iterator[tuple[Any, Seat]]:
    """Yield every state of some games, with the seat that plays next."""
    for seed in range(20):
        chance = SeededChance(bytes([seed]) * 32)
        state = recipe.GAME.deal(SEATS, OPTIONS, chance).state
        for seat in range(SEATS):
            yield state, seat
            step = recipe.GAME.apply(state, seat, recipe.GAME.legal(state, seat)[0], chance)
            assert isinstance(step, Step)
            state = step.state


def chosen(state: Any, seat: Seat, level: Level) -> Move:
    """Return the move that a computer makes in a state."""
    assert recipe.GAME.notes is not None
    seen = seen_by(recipe.GAME, state, recipe.GAME.notes(seat=seat), level=level, seed=b"seed")
    return choose(structs.replace(seen, search_effort=8))


def test_a_sampled_table_looks_like_the_real_one() -> None:
    assert recipe.GAME.notes is not None
    for number, (state, seat) in enumerate(decisions()):
        seen = recipe.GAME.veil(state, seat)
        world = recipe.GAME.determinize(seen, recipe.GAME.notes(seat=seat), RandomChance(Random(number)))

        assert recipe.GAME.veil(world, seat) == seen
        assert recipe.GAME.faults(world) == []


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_computers_make_moves_that_the_rules_accept(level: Level) -> None:
    for state, seat in decisions():
        assert chosen(state, seat, level) in recipe.GAME.legal(state, seat)


def test_hidden_cards_change_no_move_and_no_hint() -> None:
    compared = 0
    for number, (state, seat) in enumerate(decisions()):
        rng = Random(number)
        pair = twin(recipe.GAME, state, seat, seats=SEATS, options=OPTIONS, rng=rng)
        if pair is not None:
            one, other = ((chosen(world, seat, "hard"), hint(world, seat)) for world in pair)
            assert one == other
            compared += 1

    assert compared > 10


def hint(state: Any, seat: Seat) -> str:
    """Return the hint for a medium computer's move."""
    record = at_table(recipe.GAME, tuple(range(101, 101 + SEATS)), OPTIONS, id=1, status="playing")
    session = Session(recipe.GAME, record)
    session.state = state
    assert recipe.GAME.notes is not None
    return recipe.FACE.reason(
        chosen(state, seat, "medium"), session.scene(seat), recipe.GAME.notes(seat=seat)
    )


def test_hint_explains_a_queen_before_a_king() -> None:
    hands = {"A": ["KS", "QD", "4C"], "B": ["AH"], "C": ["2S"]}
    state = recipe.GAME.load({"hands": hands}, SEATS, OPTIONS)

    assert hint(state, 0) == "lay Q♦. You may not lay K♠ beside a queen."
