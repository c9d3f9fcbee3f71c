"""Random games of Crapette."""

import random
from collections.abc import Iterator
from typing import Any

from bot.engine.chance import SeededChance
from bot.engine.draft import Step
from bot.engine.moves import Move
from bot.games.crapette import GAME
from bot.games.crapette.state import State

VARIANTS: list[dict[str, Any]] = [
    {},
    {"court_order": "KJQ", "no_progress_turns": 60},
    {"stack_moves": False, "repetition": 2},
    {"undo": False, "repetition": 0, "no_progress_turns": 60},
    {"clock_minutes": 120, "repetition": 5},
]


class Walk:
    """A random game, move by move. Moves listed first are likelier, so that most games have a winner."""

    def __init__(self, seed: int) -> None:
        self.rng, self.chance = random.Random(seed), SeededChance.from_text(f"walk {seed}")
        step = GAME.deal(2, GAME.options(**VARIANTS[seed % len(VARIANTS)]), self.chance)
        self.state, self.events, self.moves = step.state, step.events, 0

    def pick(self) -> tuple[int, Move]:
        """Return a random seat and its move, most often of the player on turn."""
        other = 1 - self.state.turn
        seat = other if self.rng.random() < 0.02 and self._moves(other) else self.state.turn
        moves = self._moves(seat)
        return seat, moves[min(self.rng.randrange(len(moves)), self.rng.randrange(len(moves)))]

    def _moves(self, seat: int) -> list[Move]:
        """Return the legal moves, only now and then with those that agree to a draw."""
        agreeing = ("offer-draw", "accept-draw") if self.state.offer == 1 - seat else ()
        agrees = self.rng.random() < 0.01
        return [move for move in GAME.legal(self.state, seat) if agrees or move.verb not in agreeing]

    def steps(self) -> Iterator[tuple[State, int, Move]]:
        """Yield the state before each move, its seat, and the move, with `state` and `events` already new."""
        while self.state.end is None:
            before, (seat, move) = self.state, self.pick()
            step = GAME.apply(before, seat, move, self.chance)
            assert isinstance(step, Step), f"{move}: {step}"
            self.state, self.events = step.state, step.events
            self.moves += 1
            yield before, seat, move
