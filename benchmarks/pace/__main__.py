"""The time that orders save in slow games: `python -m benchmarks.pace`. Exit code 1 if a target is missed.

Every line plays the same deals with the same people twice. The first time, nobody decides ahead. The second
time, everyone uses every standing order and chooses the next turn 3 times of 10. Games without a target of
their own may get at most 5 % longer.
"""

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from benchmarks.pace.people import MODELS, Model
from benchmarks.pace.table import STANDING, Table
from bot.games import GAMES

GAMES_PLAYED: Final = 400
MAX_LONGER: Final = 0.05
"""The largest change of a game without a target of its own."""
BARS: Final = {
    ("crap", 3): -0.35,
    ("crap", 4): -0.40,
    ("crap", 5): -0.40,
    ("skrap", 3): -0.12,
    ("skrap", 4): -0.12,
    ("craits", 3): -0.15,
    ("craits", 4): -0.15,
}
"""The largest change of the median game, by game and players. Negative ones are shorter."""
SEATS: Final = {"crap": (3, 4, 5), "skrap": (2, 3, 4), "craits": (2, 3, 4)}


class Line(NamedTuple):
    """The median days of one game without and with orders."""

    game: str
    seats: int
    model: Model
    without: float
    ahead: float

    @property
    def change(self) -> float:
        """Return the share by which games get longer, negative if they get shorter."""
        return self.ahead / self.without - 1

    @property
    def bar(self) -> float:
        """Return the largest change that holds."""
        return BARS.get((self.game, self.seats), MAX_LONGER)

    def __str__(self) -> str:
        name = f"{self.game} {self.seats}, {self.model}"
        holds = "holds" if self.change <= self.bar else "MISSED"
        figures = f"{self.without:5.1f} d -> {self.ahead:5.1f} d {self.change:+6.1%} (bar {self.bar:+.0%})"
        return f"{name:20} {figures} {holds}"


def measured(games: int, names: Sequence[str], players: Sequence[int] = range(2, 6)) -> Iterator[Line]:
    """Measure lines with this many games each."""
    for game in names:
        for seats in sorted(set(SEATS[game]) & set(players)):
            for model in MODELS:
                days = [
                    statistics.median(
                        Table(game, seats, model, seed, plans=plans).run() for seed in range(games)
                    )
                    for plans in (False, True)
                ]
                yield Line(game, seats, model, *days)


def outliving(games: int, names: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield each game, its number of absent players, and how many had an order that outlived their time."""
    for game in names:
        count = 0
        for seed in range(games):
            table = Table(game, max(SEATS[game]), "lognormal", seed, plans=True, absent=seed % 2)
            count += table.order_outlives(seed % 2)
        yield game, games, count


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and compare with the targets."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pace", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_PLAYED, help="games of each kind")
    parser.add_argument("--only", default=",".join(SEATS), help="which games, such as crap,skrap")
    given = parser.parse_args(arguments)
    names = [name for name in given.only.split(",") if name in GAMES and name in STANDING]
    is_missed = False
    for line in measured(given.games, names):
        print(line, flush=True)
        is_missed |= line.change > line.bar
    for game, tables, count in outliving(given.games, names):
        print(f"{game}: {tables} absent players, {count} of them with an order that outlived their time")
        is_missed |= count > 0
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
