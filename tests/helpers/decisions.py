"""Decisions from mixed games, for tests of everything that must hold at any decision."""

import random
from collections.abc import Iterator

from benchmarks.strength.arena import Table
from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.players.player import choose
from bot.players.policies import POLICIES
from tests.helpers.walks import SHORT

LOOKED_AT = {"skrap": 0.4, "crazy-rummy": 0.06}
"""The share of a game's decisions that are yielded, 3 % by default."""


def tables(game: AnyGame, number: int) -> Iterator[tuple[Table, Seat]]:
    """Yield decisions of mixed games. Easy computers and random players reach odd positions."""
    for seed in range(number):
        rng = random.Random(f"{game.id} {seed}")
        seats = game.seats[seed % len(game.seats)]
        table = Table(game, SHORT.get(game.id, {}), seats, f"{game.id} {seed}")
        while deciders := game.deciders(table.state):
            seat = rng.choice(deciders)
            if rng.random() < LOOKED_AT.get(game.id, 0.03):
                yield table, seat
            if rng.random() < 0.5:
                move = rng.choice(POLICIES[game.id].candidates(table.state, seat))
            else:
                move = choose(table.seen(seat, "easy", rng.randbytes(8)))
            table.make(seat, move)
