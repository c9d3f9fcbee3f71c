"""The duration of games: `python -m benchmarks.lengths` plays them and writes `data/lengths.json`.

Computers of the medium level play every length of every game with every number of players. A turn counts 15
seconds. A further move of the same turn, a turn with one possible move, and a question that several answer at
once count 6. The file holds the median minutes of a game, by game, length and players. A game with a chess
clock is measured as one person plays it against a computer, without the clock that limits it otherwise.
"""

import argparse
import json
import random
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Step
from bot.engine.notation import read_options
from bot.games import GAMES
from bot.players.policies import POLICIES
from bot.players.policy import View

FILE: Final = Path(__file__).resolve().parent.parent / "data" / "lengths.json"
GAMES_PLAYED: Final = 200
TURN_SECONDS: Final = 15
QUICK_SECONDS: Final = 6

MEASURED: Final = tuple(GAMES)
"""The games that are measured."""

Minutes = dict[str, dict[str, dict[str, float]]]
"""Minutes by game, length and number of players."""


class Played(NamedTuple):
    """A game: how long people would have taken, and the seats that had a turn."""

    seconds: int
    turns: frozenset[int]


def played(game: AnyGame, seats: int, options: Mapping[str, Any], rng: random.Random) -> Played:
    """Play one game to its end."""
    chance, policy = SeededChance(rng.randbytes(32)), POLICIES[game.id]
    state = game.deal(seats, read_options(game, options), chance).state
    seconds, timed, turns = 0, "", set()
    while deciders := game.deciders(state):
        seat = rng.choice(deciders)
        legal = game.legal(state, seat)
        clock = game.clock(state)
        assert clock is not None
        is_answer, is_new = clock.kind == "response", clock.key != timed
        if is_new or not is_answer:
            is_long = is_new and not is_answer and len(legal) > 1
            seconds += TURN_SECONDS if is_long else QUICK_SECONDS
        timed = clock.key
        if not is_answer:
            turns.add(seat)
        step = game.apply(state, seat, policy.choose(state, View(seat, rng)), chance)
        assert isinstance(step, Step), step
        state = step.state
    return Played(seconds, frozenset(turns))


def measured(games: int) -> Minutes:
    """Return the median minutes of this many games of every kind."""
    found: Minutes = {}
    for game_id in MEASURED:
        game = GAMES[game_id]
        for length, chosen in game.lengths_for(alone=game.measures_time).items():
            options = {**chosen, **game.alone} if game.measures_time else chosen
            for seats in game.seats:
                rng = random.Random(f"{game_id} {length} {seats}")
                lasted = [played(game, seats, options, rng).seconds for _ in range(games)]
                minutes = round(statistics.median(lasted) / 60, 1)
                found.setdefault(game_id, {}).setdefault(length, {})[str(seats)] = minutes
            print(game_id, length, found[game_id][length], flush=True)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lengths", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_PLAYED, help="games of each kind")
    parser.add_argument("--file", type=Path, default=FILE, help="where the minutes are written")
    given = parser.parse_args(arguments)
    given.file.write_text(json.dumps(measured(given.games), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
