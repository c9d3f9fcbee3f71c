"""The cards that everyone sees in a game (sections 2 and 11.3)."""

import random

import pytest

from bot.engine.chance import SeededChance
from bot.engine.draft import Step
from bot.games.crapette import GAME
from bot.games.crapette.state import State
from tests.games.crapette.positions import at
from tests.games.driver import Driver


def played(seed: int, number: int) -> State:
    """Return the state after this many random moves of a dealt game."""
    rng, chance = random.Random(seed), SeededChance.from_text(str(seed))
    state = GAME.deal(2, GAME.options(), chance).state
    for _ in range(number):
        moves = [move for move in GAME.legal(state, state.turn) if move.verb != "offer-draw"]
        step = GAME.apply(state, state.turn, rng.choice(moves), chance)
        assert isinstance(step, Step)
        state = step.state
    return state


@pytest.mark.parametrize("seed", range(6))
def test_r1_everyone_has_the_same_view(seed: int) -> None:
    state = played(seed, 120)

    assert GAME.veil(state, 0) == GAME.veil(state, 1) == GAME.veil(state, None)


@pytest.mark.parametrize("seed", range(6))
def test_r2_covered_and_face_down_cards_look_alike(seed: int) -> None:
    position = GAME.dump(played(seed, 120))
    hidden = [(position["hands"][seat], 0) for seat in "AB"]
    hidden += [(position[zone][seat], 1) for zone in ("discards", "crapauds") for seat in "AB"]
    cards = [card for pile, open_cards in hidden for card in pile[: len(pile) - open_cards]]
    random.Random(seed).shuffle(cards)

    mixed = {**position, "hands": {}, "discards": {}, "crapauds": {}}
    for (pile, open_cards), (zone, seat) in zip(
        hidden, [(z, s) for z in ("hands", "discards", "crapauds") for s in "AB"], strict=True
    ):
        covered = max(len(pile) - open_cards, 0)
        mixed[zone][seat] = [*(cards.pop() for _ in range(covered)), *pile[covered:]]

    assert cards == []
    one, other = Driver(GAME, 2, mixed), Driver(GAME, 2, position)
    assert one.view(None) == other.view(None)
    assert one.state.piles != other.state.piles


def test_view_counts_covered_cards_and_shows_top() -> None:
    game = at(discards={"A": ["4S", "3S", "2S"], "B": ["5C"]}, crapauds={"A": [], "B": ["6D", "7D"]})

    seen = game.view("A")
    assert seen["hands"] == {"A": 2, "B": 2}
    assert seen["discards"] == {"A": [2, "2S"], "B": ["5C"]}
    assert seen["crapauds"] == {"A": [], "B": [1, "7D"]}
    assert set(game.position) - set(seen) == {"history"}


def test_r1_anyone_may_look_at_any_time() -> None:
    over = at().do("A: resign").state

    assert GAME.looks == ("hand", "table", "clock")
    assert [GAME.look(over, seat, verb) for seat in (0, 1) for verb in GAME.looks] == [None] * 6
