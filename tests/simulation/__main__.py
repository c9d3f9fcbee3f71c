"""Play seeds: one of them with all its details, or as many as there is time for."""

import argparse
import subprocess
import sys
import time
from collections import Counter

from bot.games import GAMES
from bot.sessions.faultpoints import POINTS
from tests.simulation.run import Report, Run

ENOUGH = 100
"""In so many runs or more every fault point must have been used."""


def main() -> int:
    """Play what the arguments ask for; 1 when a promise was not kept."""
    given = arguments()
    games = [given.game] if given.game else list(GAMES)
    if given.seed is not None:
        return told(Run(given.seed, games[given.seed % len(games)]).play(), given.lines)
    return many(range(given.first, given.first + given.seeds), games)


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="play this one and print its end")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--seeds", type=int, default=ENOUGH, help="play so many")
    parser.add_argument("--first", type=int, default=0, help="from this seed on")
    parser.add_argument("--lines", type=int, default=60, help="how many lines of the end to print")
    return parser.parse_args()


def told(report: Report, lines: int) -> int:
    """Print one run."""
    print("\n".join(report.lines[-lines:]))
    print(report.weather)
    print(f"{report.commits} changes, {report.steps} steps, fingerprint {report.fingerprint}")
    return verdict(report)


def many(seeds: range, games: list[str]) -> int:
    """Play many runs and print what was not kept in which."""
    began, red = time.monotonic(), 0
    fired: Counter[str] = Counter()
    for seed in seeds:
        report = Run(seed, games[seed % len(games)]).play()
        fired.update(report.fired)
        red += verdict(report)
    print(
        f"{len(seeds)} runs in {time.monotonic() - began:.0f} s, {red} red; the process died at {dict(fired)}"
    )
    unused = [point for point in POINTS if point not in fired] if len(seeds) >= ENOUGH else []
    if unused:
        print(f"never used: {', '.join(unused)}")
    return int(red > 0 or bool(unused))


def verdict(report: Report) -> int:
    """Print the promises that were not kept and the line that plays the run again; 1 when there are any."""
    if not report.faults:
        return 0
    for fault in report.faults[:5]:
        print(fault)
    print(f"  {again(report)}", flush=True)
    return 1


def again(report: Report) -> str:
    """The one line that plays a run again."""
    return f"python -m tests.simulation --seed {report.seed} --game {report.game}  # commit {commit()}"


def commit() -> str:
    """The commit that is checked out."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
