"""Random games to the end, without a fault and without a lost card."""

from collections.abc import Iterator
from itertools import product

import msgspec
import pytest

from bot.engine.draft import Refusal, Step
from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.games.crapette import GAME
from bot.games.crapette.ending import GameEnded
from bot.games.crapette.lifting import Flip, Pass, Put, TurnOver
from bot.games.crapette.moving import MoveCards
from tests.games.crapette.positions import at
from tests.games.crapette.walks import Walk

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.


@pytest.mark.parametrize("seed", range(40))
def test_every_game_ends_without_a_fault(seed: int) -> None:
    walk = Walk(seed)
    for _, _, move in walk.steps():
        assert GAME.faults(walk.state) == [], f"after {walk.moves} moves, {move}"

    outcome = GAME.outcome(walk.state)
    assert outcome is not None
    last = walk.events[-1]
    assert isinstance(last, GameEnded)
    assert (last.end, last.winners) == (outcome.end, outcome.winners)
    assert (GAME.deciders(walk.state), GAME.phase(walk.state)) == ((), "over")


@pytest.mark.parametrize("seed", range(100, 120))
def test_every_position_can_be_saved_and_restored(seed: int) -> None:
    walk = Walk(seed)
    for before, _, _ in walk.steps():
        position = GAME.dump(walk.state)
        restored = GAME.load(msgspec.json.decode(msgspec.json.encode(position)), 2, before.options)
        assert restored == walk.state
        assert GAME.dump(restored) == position


def _every_move() -> Iterator[Move]:
    sources = GAME.complete(at().state, 0, "move", "from", {})
    targets = GAME.complete(at().state, 0, "put", "to", {})
    for source, target, count in product(sources, targets, (None, *range(1, 10))):
        yield MoveCards(source, target, count)
    yield from map(Put, targets)
    yield from (Flip(), TurnOver(), Pass())


@pytest.mark.parametrize("seed", range(130, 140))
def test_refused_moves_change_nothing(seed: int) -> None:
    walk = Walk(seed)
    every = list(_every_move())
    for before, _, _ in walk.steps():
        position = GAME.dump(before)
        for move in walk.rng.sample(every, 3):
            for seat in (0, 1):
                step = GAME.apply(before, seat, move, walk.chance)
                assert isinstance(step, Refusal) or seat == before.turn
        assert GAME.dump(before) == position


@pytest.mark.parametrize("seed", range(140, 150))
def test_same_moves_on_same_deal_give_same_game(seed: int) -> None:
    walk = Walk(seed)
    first = walk.state
    moves = [(seat, str(move)) for _, seat, move in walk.steps()]

    state = first
    for seat, text in moves:
        step = GAME.apply(state, seat, parse_move(GAME, text, 2), walk.chance)
        assert isinstance(step, Step)
        state = step.state

    assert state == walk.state


@pytest.mark.parametrize("seed", range(150, 170))
def test_taking_back_restores_cards_and_progress(seed: int) -> None:
    walk = Walk(seed)
    for before, seat, move in walk.steps():
        if isinstance(move, MoveCards) and walk.state.undo and walk.state.undo_used < 20:
            step = GAME.apply(walk.state, seat, parse_move(GAME, "undo", 2), walk.chance)
            assert isinstance(step, Step)
            assert (step.state.piles, step.state.progress) == (before.piles, before.progress)


@pytest.mark.parametrize("seed", range(190, 200))
def test_games_with_absent_players_end_without_a_fault(seed: int) -> None:
    walk = Walk(seed)
    for _ in walk.steps():
        if walk.state.end is None and walk.rng.random() < 0.2 and not walk.state.options.has_chess_clock:
            step = GAME.timeout(walk.state, walk.chance)
            assert isinstance(step, Step)
            assert GAME.faults(step.state) == []
            walk.state = step.state

    assert walk.state.end is not None
