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
    args = _parse_args(arguments)
    print("| figure | bar | measured |\n|---|---|---|", flush=True)
    missed = 0
    for figure in _figures(args):
        print(figure, flush=True)
        missed += not figure.holds
    return int(missed > 0)


def _figures(args: argparse.Namespace) -> Iterator[Figure]:
    for game in map(GAMES.__getitem__, args.game):
        if {"plays", "lines"} & {*args.only}:
            found = plays.play_days(game, args.days, args.plays)
            yield from plays.play_figures(game, found) if "plays" in args.only else ()
            yield from plays.line_figures(game, found, args.forgeries) if "lines" in args.only else ()
    if "installations" in args.only:
        yield installations.compare(args.days, is_world=False)
        yield installations.compare(args.days, is_world=True)
    yield from _run_trials(args)


def _run_trials(args: argparse.Namespace) -> Iterator[Figure]:
    """Play and judge in turn until the time is up or there are enough games of each kind."""
    wanted = judged.kinds(args.game, [kind for kind in JUDGED if kind in args.only])
    known, ends_at = judged.read(args.results), time.monotonic() + 60 * args.minutes
    done = {(one.game, one.kind, one.number) for one in known}
    for number in range(args.games):
        for game, kind in wanted:
            if (game, kind, number) in done or time.monotonic() >= ends_at:
                continue
            trial = judged.run_trial(game, kind, number)
            if trial is not None:
                known.append(trial)
                judged.append(args.results, trial)
    for game, kind in wanted:
        found = [one for one in known if (one.game, one.kind) == (game, kind)]
        yield from judged.figures(found) if found else ()


def _parse_args(arguments: Sequence[str] | None) -> argparse.Namespace:
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
