"""Random games of C.R.A.P., with clocks that run out and players who leave."""

import random
from collections.abc import Iterator

from bot.engine.chance import Seat, SeededChance
from bot.engine.draft import Step
from bot.engine.moves import Leave, Move
from bot.games.crap import GAME
from bot.games.crap.options import CrapOptions
from bot.games.crap.state import State

Turned = tuple[State, Seat | None, Move | None, Step[State]]
"""The state before, the mover (None: the clock), the move, and its result."""


def table_of(seed: int) -> tuple[int, CrapOptions]:
    """Return the seats and options of a game by its number: short games of every kind."""
    options = CrapOptions(
        threshold=50 + seed % 3 * 60,
        jokers=seed % 2 == 1,
        force_recycle=seed % 3 != 0,
        turn_limit=50,
        idle_limit=1 + seed % 4,
    )
    return 3 + seed % 4, options


def walk(seed: int, *, silence: float = 0.02, leaves: float = 0.004) -> Iterator[Turned]:
    """Yield the moves of a random game. Sets and recycles are preferred, so that there are scoring rounds."""
    rng, chance = random.Random(seed), SeededChance.from_text(str(seed))
    seats, options = table_of(seed)
    state = GAME.deal(seats, options, chance).state
    while GAME.outcome(state) is None:
        seat, move = _choose(state, rng, silence, leaves)
        step = (
            GAME.timeout(state, chance)
            if seat is None or move is None
            else GAME.apply(state, seat, move, chance)
        )
        assert isinstance(step, Step), (seat, move, step)
        yield state, seat, move, step
        state = step.state


def _choose(
    state: State, rng: random.Random, silence: float, leaves: float
) -> tuple[Seat | None, Move | None]:
    if rng.random() < silence:
        return None, None
    if rng.random() < leaves:
        return rng.choice(GAME.active(state)), Leave()
    seat = rng.choice(GAME.deciders(state))
    moves = GAME.legal(state, seat)
    likely = [move for move in moves if move.verb == "score"] or [
        move for move in moves if move.verb == "recycle"
    ]
    return seat, rng.choice(likely if likely and rng.random() < 0.3 else moves)
