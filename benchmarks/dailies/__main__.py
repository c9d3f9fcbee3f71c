"""Dailies and reviews: `python -m benchmarks.dailies --only plays lines installations hard easy planted`.

`plays` and `lines` play each day several times. `installations` compares two bots. `hard`, `easy` and
`planted` play and judge games, each a line of `--results`, so an interrupted run goes on where it stopped.
The exit code is 1 if a bar is missed.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.dailies import installations, judged, plays
from benchmarks.dailies.figures import Figure
from benchmarks.dailies.judged import SEATS, Kind
from bot.games import GAMES

PARTS: Final = ("plays", "lines", "installations", "hard", "easy", "planted")
JUDGED: Final[Sequence[Kind]] = ("hard", "easy", "planted")
RESULTS: Final = Path(__file__).parent / "results.jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print a table. Returns 1 if a bar is missed."""
    asked = _asked(arguments)
    print("| figure | bar | measured |\n|---|---|---|", flush=True)
    missed = 0
    for figure in _figures(asked):
        print(figure, flush=True)
        missed += not figure.holds
    return int(missed > 0)


def _figures(asked: argparse.Namespace) -> Iterator[Figure]:
    for game in map(GAMES.__getitem__, asked.game):
        if {"plays", "lines"} & {*asked.only}:
            found = plays.many(game, asked.days, asked.plays)
            yield from plays.forms(game, found) if "plays" in asked.only else ()
            yield from plays.lines(game, found, asked.forgeries) if "lines" in asked.only else ()
    if "installations" in asked.only:
        yield installations.compared(asked.days, is_world=False)
        yield installations.compared(asked.days, is_world=True)
    yield from _judged(asked)


def _judged(asked: argparse.Namespace) -> Iterator[Figure]:
    """Play and judge in turn until the time is up or there are enough games of each kind."""
    wanted = judged.kinds(asked.game, [kind for kind in JUDGED if kind in asked.only])
    known, ends_at = judged.read(asked.results), time.monotonic() + 60 * asked.minutes
    done = {(one.game, one.kind, one.number) for one in known}
    for number in range(asked.games):
        for game, kind in wanted:
            if (game, kind, number) in done or time.monotonic() >= ends_at:
                continue
            told = judged.tried(game, kind, number)
            if told is not None:
                known.append(told)
                judged.append(asked.results, told)
    for game, kind in wanted:
        found = [one for one in known if (one.game, one.kind) == (game, kind)]
        yield from judged.figures(found) if found else ()


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dailies", description=__doc__)
    parser.add_argument("--only", nargs="*", default=PARTS, choices=PARTS, help="some parts")
    parser.add_argument("--game", nargs="*", default=list(SEATS), choices=list(SEATS), help="some games")
    parser.add_argument("--days", type=int, default=60, help="days that are played")
    parser.add_argument("--plays", type=int, default=8, help="plays of a day")
    parser.add_argument("--forgeries", type=int, default=500, help="altered lines of each game")
    parser.add_argument("--games", type=int, default=20, help="judged games of each kind")
    parser.add_argument("--minutes", type=float, default=10.0, help="stop judging after this time")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of judged games")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
