"""The speed of the engines compared with other libraries: `python -m benchmarks.engines`.

All contestants play random games in the same loop, in turns: list the legal moves, pick one, make it, until
the end. Only moves of players are counted, but shuffling and dealing take their time as well. OpenSpiel is
written in C++, the others in Python.
"""

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Step
from bot.engine.moves import verb_of
from bot.games import GAMES

ROUNDS = 3
SECONDS = 2.0
TABLE = 4
"""The number of players, if a game allows it."""

AGREED_ENDS = frozenset(("offer-draw", "accept-draw"))
"""Verbs that random players don't use, because otherwise half of their games would be a few moves long."""

UNO, GIN_RUMMY = "RLCard UNO", "RLCard gin rummy"

Play = Callable[[random.Random], int]
"""A function that plays one game to its end and returns the number of moves."""


class Contestant(NamedTuple):
    """A contestant's name and preparation. ImportError means that it isn't installed."""

    name: str
    prepare: Callable[[], Play]


class Target(NamedTuple):
    """A game, and the peer that it must be at least as fast as."""

    ours: str
    peer: str


def play_ours(game: AnyGame, rng: random.Random) -> tuple[Any, int]:
    """Play one of our games with its default options, and return the last state and the number of moves."""
    chance = SeededChance(rng.randbytes(32))
    state = game.deal(min(TABLE, game.seats[-1]), game.options(), chance).state
    shunned = {kind for kind in game.moves if verb_of(kind) in AGREED_ENDS}
    moves = 0
    while deciders := game.deciders(state):
        seat = rng.choice(deciders)
        legal = game.legal(state, seat)
        move = rng.choice(legal)
        while type(move) in shunned:
            move = rng.choice(legal)
        step = game.apply(state, seat, move, chance)
        assert isinstance(step, Step), f"{move}: {step}"
        state = step.state
        moves += 1
    return state, moves


def ours(game: AnyGame) -> Contestant:
    """Return one of our engines."""
    return Contestant(game.name, lambda: lambda rng: play_ours(game, rng)[1])


def rlcard_game(name: str, title: str) -> Contestant:
    """Return a game of RLCard, played through its environment."""

    def prepare() -> Play:
        env = importlib.import_module("rlcard").make(name, config={"seed": 1})

        def play(rng: random.Random) -> int:
            state, _ = env.reset()
            moves = 0
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                moves += 1
            return moves

        return play

    return Contestant(title, prepare)


def open_spiel_game(name: str, title: str) -> Contestant:
    """Return a game of OpenSpiel, whose engine is written in C++."""

    def prepare() -> Play:
        game = importlib.import_module("pyspiel").load_game(name)

        def play(rng: random.Random) -> int:
            state = game.new_initial_state()
            moves = 0
            while not state.is_terminal():
                moves += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
            return moves

        return play

    return Contestant(title, prepare)


def chess() -> Contestant:
    """Return chess by python-chess."""

    def prepare() -> Play:
        library = importlib.import_module("chess")

        def play(rng: random.Random) -> int:
            board = library.Board()
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
            return len(board.move_stack)

        return play

    return Contestant("python-chess", prepare)


OURS = tuple(map(ours, GAMES.values()))
PEERS = (
    rlcard_game("uno", UNO),
    rlcard_game("gin-rummy", GIN_RUMMY),
    open_spiel_game("crazy_eights", "OpenSpiel crazy eights"),
    open_spiel_game("gin_rummy", "OpenSpiel gin rummy"),
    chess(),
)
TARGETS = tuple(Target(game.name, UNO if game.id == "craits" else GIN_RUMMY) for game in GAMES.values())


def measured(contestants: Sequence[Contestant], seconds: float = SECONDS) -> dict[str, float]:
    """Measure the moves per second of all installed contestants: the best of some rounds, taken in turns."""
    plays = dict(ready(contestants))
    best = dict.fromkeys(plays, 0.0)
    for number in range(ROUNDS):
        for name, play in plays.items():
            best[name] = max(best[name], speed(play, random.Random(number), seconds))
    return best


def ready(contestants: Sequence[Contestant]) -> Iterator[tuple[str, Play]]:
    """Yield the installed contestants. The others are named and left out."""
    for contestant in contestants:
        try:
            yield contestant.name, contestant.prepare()
        except ImportError as missing:
            print(f"{contestant.name} is left out: {missing}")


def speed(play: Play, rng: random.Random, seconds: float) -> float:
    """Return the moves per second in whole games, played for about this time."""
    moves = 0
    started = time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds:
        moves += play(rng)
    return moves / passed


def report(speeds: dict[str, float]) -> Iterator[str]:
    """Yield the table of speeds, with our games' relative to each peer's, and the targets."""
    own = {name for name, _ in OURS}
    peers = [name for name in speeds if name not in own]
    width = max(map(len, speeds), default=0)
    yield "  ".join([" " * width, f"{'moves/s':>9}", *(f"/ {peer}" for peer in peers)])
    for name, value in speeds.items():
        ratios = (f"{value / speeds[peer]:{len(peer) + 2}.2f}" for peer in peers if name in own)
        yield "  ".join([f"{name:{width}}", f"{value:9,.0f}", *ratios])
    yield ""
    yield from map(verdict, TARGETS, [speeds] * len(TARGETS))


def ratio(target: Target, speeds: dict[str, float]) -> float | None:
    """Return our game's speed relative to its peer's, or None if one of them wasn't measured."""
    if target.peer not in speeds or target.ours not in speeds:
        return None
    return speeds[target.ours] / speeds[target.peer]


def verdict(target: Target, speeds: dict[str, float]) -> str:
    """Return whether one target is reached."""
    found = ratio(target, speeds)
    judged = "not measured" if found is None else f"{'holds' if found >= 1 else 'MISSED'} ({found:.1f}x)"
    return f"{target.ours} at least as fast as {target.peer}: {judged}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print. Returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of a round of one engine")
    speeds = measured((*OURS, *PEERS), parser.parse_args(arguments).seconds)
    print("\n".join(report(speeds)))
    found = [ratio(target, speeds) for target in TARGETS]
    return int(any(one is not None and one < 1 for one in found))


if __name__ == "__main__":
    sys.exit(main())
