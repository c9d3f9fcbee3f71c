"""States of Crapette sampled from what everyone sees and one seat remembers."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.draft import Step
from bot.engine.events import visible_to
from bot.engine.view import BACK
from bot.games.crapette import GAME
from bot.games.crapette.lifting import Pass
from bot.games.crapette.notes import CrapetteNotes, observe
from bot.games.crapette.state import DISCARD, HAND, State
from bot.players.random_chance import RandomChance
from tests.games.crapette.positions import STUCK, at
from tests.games.crapette.walks import Walk

TURNED: dict[str, Any] = {
    "hands": {"A": ["2C", "3C", "JD"], "B": ["3D"]},
    "discards": {"A": ["6S", "QS", "2S"], "B": ["5C"]},
}


def determinized(state: State, notes: CrapetteNotes, seed: int = 0) -> State:
    return GAME.determinize(GAME.veil(state, notes.seat), notes, RandomChance(random.Random(seed)))


def pattern(history: tuple[str, ...]) -> list[int]:
    """Return the index of the first position equal to each position of a history."""
    return [history.index(entry) for entry in history]


def walked(seed: int) -> Iterator[tuple[State, CrapetteNotes]]:
    """Yield the states of a random game, each with the notes of the first seat."""
    walk = Walk(seed)
    dealt = GAME.deal(2, walk.state.options, type(walk.chance).from_text(f"walk {seed}"))
    notes = observe(CrapetteNotes(seat=0), visible_to(dealt.events, 0))
    for _ in walk.steps():
        notes = observe(notes, visible_to(walk.events, 0))
        if walk.state.end is None:
            yield walk.state, notes


def test_cards_that_are_remembered_lie_where_they_are() -> None:
    state = at(**TURNED).state
    piles = list(state.piles)
    piles[HAND] = (BACK, "3C", "JD")
    notes = CrapetteNotes(seat=0, piles=tuple(piles), start=tuple(piles))

    worlds = [determinized(state, notes, seed) for seed in range(10)]

    assert {world.piles[HAND][1:] for world in worlds} == {("3C", "JD")}
    assert {world.piles[DISCARD] for world in worlds} == {("6S", "QS", "2S")}
    assert len({world.piles[HAND][0] for world in worlds}) > 1


def test_without_notes_covered_cards_are_dealt() -> None:
    worlds = [determinized(at(**TURNED).state, CrapetteNotes(seat=1), seed) for seed in range(10)]

    assert len({world.piles[DISCARD] for world in worlds}) > 1
    assert {world.piles[DISCARD][-1] for world in worlds} == {"2S"}
    assert all(GAME.faults(world) == [] for world in worlds)


def test_notes_of_another_table_count_for_nothing() -> None:
    state, other = at(**TURNED).state, at(**STUCK).state
    notes = CrapetteNotes(seat=0, piles=other.piles, start=other.piles)

    assert determinized(state, notes) == determinized(state, CrapetteNotes(seat=0))


def test_r18_a_draw_by_repetition_can_be_foreseen() -> None:
    game = at(**STUCK)
    notes = CrapetteNotes(seat=1, piles=game.state.piles, start=game.state.piles)
    game.do("A: pass", "B: pass", "A: pass")
    notes = observe(notes, visible_to(game.events, 1))

    world = determinized(game.state, notes)

    assert world.history == game.state.history
    drawn = GAME.apply(world, 1, Pass(), game.chance)
    assert isinstance(drawn, Step)
    assert drawn.state.end == "repetition"
    assert len(determinized(game.state, CrapetteNotes(seat=1)).history) == 1


@pytest.mark.parametrize("seed", [0, 1])
def test_positions_that_were_same_are_determinized_same(seed: int) -> None:
    """That holds even if their hidden cards have been shown since."""
    for place, (state, notes) in enumerate(walked(seed)):
        if place % 40:
            continue
        world = determinized(state, notes, place)
        assert pattern(world.history) == pattern(state.history[-len(world.history) :])
        for known, real in zip(notes.piles, state.piles, strict=True):
            assert all(card in (BACK, there) for card, there in zip(known, real, strict=True))
