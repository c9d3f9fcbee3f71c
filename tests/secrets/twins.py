"""Pairs of positions that a player can't tell apart, even after the same moves."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal, Step
from bot.engine.events import visible_to
from bot.engine.moves import Move
from tests.helpers.chances import fork
from tests.helpers.nonsense import any_move
from tests.helpers.walks import USUAL, Walk
from tests.helpers.worlds import hides, twin, view

KEY = b"the same chance in both worlds"
REFUSED = 4
TRIED = 5
LAPS = 20
CALM = USUAL._replace(silence=0, leaving=0, waiting=0)


class Pair(NamedTuple):
    """Two positions, the moves that the viewer tries in vain, and the moves that are then played."""

    positions: tuple[dict[str, Any], dict[str, Any]]
    vain: list[Move]
    played: list[tuple[Seat, Move]]


def pairs(game: AnyGame, seed: int, viewer: Seat, number: int) -> tuple[Walk, list[Pair]]:
    """Return a random game, and this many pairs along it."""
    walk, rng = Walk(game, seed, CALM), random.Random(f"{game.id} {seed}")
    met = Counter[str]()
    found: list[Pair] = []
    for state in repeated(walk):
        phase = game.phase(state)
        is_wanted = rng.random() < 0.6 / (1 + met[phase])
        if is_wanted and game.outcome(state) is None and hides(game, state, viewer):
            met[phase] += 1
            two = twin(game, state, viewer, seats=walk.seats, options=walk.options, rng=rng)
            found += [] if two is None else [_pair(game, two, viewer, walk.seats, rng)]
        if len(found) == number:
            break
    return walk, found


def repeated(walk: Walk) -> Iterator[Any]:
    """Yield the states of a game, and repeat them for a game that's too short."""
    seen = []
    for state in walk.states():
        seen.append(state)
        yield state
    for _ in range(LAPS):
        yield from seen


def _pair(game: AnyGame, two: tuple[Any, Any], viewer: Seat, seats: int, rng: random.Random) -> Pair:
    vain = [any_move(game, seats, rng) for _ in range(5 * REFUSED)]
    vain += [move for seat in range(seats) for move in list(game.legal(two[0], seat))[:REFUSED]]
    refused = [
        move for move in vain if isinstance(game.apply(two[0], viewer, move, SeededChance(KEY)), Refusal)
    ]
    return Pair(
        positions=(game.dump(two[0]), game.dump(two[1])),
        vain=rng.sample(refused, min(REFUSED, len(refused))),
        played=[*_played(game, two, viewer, rng)],
    )


def _played(
    game: AnyGame, worlds: tuple[Any, Any], viewer: Seat, rng: random.Random
) -> Iterator[tuple[Seat, Move]]:
    """Yield moves after which the viewer still can't tell the worlds apart."""
    chances = SeededChance(KEY), SeededChance(KEY)
    for _ in range(TRIED):
        seat = rng.choice(game.deciders(worlds[0]))
        move = rng.choice(list(game.legal(worlds[0], seat)))
        tries = fork(chances[0]), fork(chances[1])
        one, other = (
            game.apply(world, seat, move, chance) for world, chance in zip(worlds, tries, strict=True)
        )
        if isinstance(one, Step) and isinstance(other, Step) and alike(game, one, other, viewer):
            worlds, chances = (one.state, other.state), tries
            yield seat, move


def alike(game: AnyGame, one: Step[Any], other: Step[Any], viewer: Seat) -> bool:
    """Whether neither the viewer nor the public learns a difference, and the game goes on."""
    return game.outcome(one.state) is None and all(
        visible_to(one.events, eye) == visible_to(other.events, eye)
        and view(game, one.state, eye) == view(game, other.state, eye)
        for eye in (viewer, None)
    )
