"""Thinking ahead: sample what the hidden cards may be, play every candidate on, keep what does best.

Each world is sampled from what the seat knows. In it every candidate is played on with the same luck, all
seats playing by the policy, so that candidates are compared in pairs. Half of them are dropped whenever their
share of the search effort is used. The policy's own move stays unless another is better by a standard error:
with little search effort a search without that rule is weaker than its policy.
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.engine.chance import Seat
from bot.engine.draft import Step
from bot.engine.moves import Move
from bot.players.policy import Policy, View
from bot.players.random_chance import RandomChance

SURE: Final = 1.0
"""By how many standard errors a move must be better than the policy's."""
MIN_WORLDS: Final = 4
"""Worlds in which candidates are compared before any is dropped."""

Sample = Callable[[], Any]
"""A world as it may be. Each call gives another one."""


def best(policy: Policy[Any], moves: Sequence[Move], view: View, sample: Sample, search_effort: int) -> Move:
    """Return the candidate that does best in this many sampled games. The first one is the policy's."""
    alive = list(dict.fromkeys(moves))
    own = alive[0]
    if len(alive) == 1:
        return own
    worths: dict[Move, list[float]] = {move: [] for move in alive}
    rounds = max(1, math.ceil(math.log2(len(alive))))
    share = search_effort // rounds
    while True:
        for _ in range(max(MIN_WORLDS, share // len(alive))):
            world = sample()
            for move, worth in zip(alive, compared(policy, world, view.seat, alive, view.rng), strict=True):
                worths[move].append(worth)
        if len(alive) <= 2:
            return _chosen(own, alive, worths)
        ranked = sorted(alive[1:], key=lambda move: -mean(worths[move]))
        alive = [own, *ranked[: max(1, math.ceil(len(alive) / 2) - 1)]]


def compared(
    policy: Policy[Any], world: Any, seat: Seat, moves: Sequence[Move], rng: random.Random
) -> list[float]:
    """Return what each of these moves is worth to a seat in one world, all with the same luck."""
    luck = rng.getrandbits(64)
    return [_played_on(policy, world, seat, move, random.Random(luck)) for move in moves]  # noqa: S311


def _played_on(policy: Policy[Any], world: Any, seat: Seat, move: Move, rng: random.Random) -> float:
    """Return what a move is worth to a seat in a world where all play by the policy after it.

    A move that this world refuses, though others allow it, is worth as much as a loss.
    """
    game, luck = policy.game, RandomChance(rng)
    step = game.apply(world, seat, move, luck)
    if not isinstance(step, Step):
        return -math.inf
    state, moves = step.state, 1
    if (known := policy.shortcut(world, state, seat, luck)) is not None:
        return known
    while not policy.is_cutoff(world, state, moves):
        deciders = game.deciders(state)
        if not deciders:
            break
        mover = deciders[0] if len(deciders) == 1 else rng.choice(deciders)
        made = game.apply(state, mover, policy.rollout_move(state, View(mover, rng), seat), luck)
        assert isinstance(made, Step), f"the policy of {game.id} made a move that is refused: {made}"
        state, moves = made.state, moves + 1
    return policy.worth(state, seat)


def _chosen(own: Move, alive: Sequence[Move], worths: dict[Move, list[float]]) -> Move:
    """Return the best of the last ones, if it's surely better than the policy's."""
    best_move = max(alive, key=lambda move: mean(worths[move]))
    gains = [one - other for one, other in zip(worths[best_move], worths[own], strict=False)]
    return best_move if mean(gains) > SURE * standard_error(gains) else own


def mean(values: Sequence[float]) -> float:
    """Return the mean, quicker than the standard library's exact one."""
    return sum(values) / len(values)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
