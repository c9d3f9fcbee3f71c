"""Searching for a move: sample the hidden cards, play every candidate on, keep the best.

A world is a state sampled from the seat's knowledge. Every candidate is played on in it with the same
luck, all seats following the policy, so that candidates are compared in pairs. Half of them are
dropped after each share of the search effort. The policy's own move stays unless another one is
better by a standard error. Without that rule, a search with little effort is weaker than its policy.
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

SURE_ERRORS: Final = 1.0
"""The number of standard errors by which a move must be better than the policy's."""
MIN_WORLDS: Final = 4
"""The least number of worlds in which candidates are compared before some are dropped."""

Sample = Callable[[], Any]
"""A function that samples a world. Each call gives another."""


def best(policy: Policy[Any], moves: Sequence[Move], view: View, sample: Sample, search_effort: int) -> Move:
    """Return the best of these moves in about this many sampled games. The first is the policy's."""
    kept = list(dict.fromkeys(moves))
    own = kept[0]
    if len(kept) == 1:
        return own
    worths: dict[Move, list[float]] = {move: [] for move in kept}
    rounds = max(1, math.ceil(math.log2(len(kept))))
    share = search_effort // rounds
    while True:
        for _ in range(max(MIN_WORLDS, share // len(kept))):
            world = sample()
            for move, worth in zip(kept, compare(policy, world, view.seat, kept, view.rng), strict=True):
                worths[move].append(worth)
        if len(kept) <= 2:
            return _choose(own, kept, worths)
        ranked = sorted(kept[1:], key=lambda move: -mean(worths[move]))
        kept = [own, *ranked[: max(1, math.ceil(len(kept) / 2) - 1)]]


def compare(
    policy: Policy[Any], world: Any, seat: Seat, moves: Sequence[Move], rng: random.Random
) -> list[float]:
    """Return the worth of each move to a seat in one world, each played on with the same luck."""
    luck = rng.getrandbits(64)
    return [_play_out(policy, world, seat, move, random.Random(luck)) for move in moves]  # noqa: S311


def _play_out(policy: Policy[Any], world: Any, seat: Seat, move: Move, rng: random.Random) -> float:
    """Return the worth of a move to a seat in a world in which all seats follow the policy after it.

    A move that's refused in this world, although it's legal in others, counts as a loss.
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
    return policy.evaluate(state, seat)


def _choose(own: Move, kept: Sequence[Move], worths: dict[Move, list[float]]) -> Move:
    """Return the best remaining move if it's clearly better than the policy's, else the policy's."""
    best_move = max(kept, key=lambda move: mean(worths[move]))
    gains = [one - other for one, other in zip(worths[best_move], worths[own], strict=False)]
    return best_move if mean(gains) > SURE_ERRORS * standard_error(gains) else own


def mean(values: Sequence[float]) -> float:
    """Return the mean, faster than the standard library's exact one."""
    return sum(values) / len(values)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    average = mean(values)
    return math.sqrt(sum((value - average) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
