"""Play seeds: one of them with all its details, or many with a summary."""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

import msgspec

from bot.games import GAMES
from bot.sessions.fault_points import POINTS
from bot.storage.records import SLOW, PaceName
from tests.helpers.figures import Figures
from tests.simulation.run import Report, Run
from tests.simulation.tally import PAIRS, Tally, died_at

Plan = tuple[int, str, PaceName | None]
"""Seed, game and, where it isn't left to the seed, the pace of all tables."""
ENOUGH = 100
"""With this many runs or more, every fault point must have been used."""


def main() -> int:
    """Play what the arguments ask for. Returns 1 if a promise was broken."""
    given = arguments()
    games = [given.game] if given.game else list(GAMES)
    if given.seed is not None:
        return print_run(Run(given.seed, games[given.seed % len(games)], pace=given.pace).play(), given.lines)
    total, red = play_many(range(given.first, given.first + given.seeds), games, given.jobs, given.pace)
    if given.figures:
        store_figures(total, Figures(given.figures, "simulation"))
    if given.counts:
        print("\n".join(total.lines()))
    missing = too_rare(total, given.each)
    for one in missing:
        print(one)
    return int(red > 0 or bool(missing))


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="play this one and print its end")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--pace", choices=sorted(SLOW), help="only slow tables, at which people decide ahead")
    parser.add_argument("--seeds", type=int, default=ENOUGH, help="play so many")
    parser.add_argument("--first", type=int, default=0, help="from this seed on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="so many at once")
    parser.add_argument("--lines", type=int, default=60, help="how many lines of the end to print")
    parser.add_argument(
        "--counts", action="store_true", help="print every fault at every place, and how often"
    )
    parser.add_argument("--each", type=int, default=0, help="fail when one of these came less often")
    parser.add_argument("--figures", type=Path, help="add what was found for promises, as JSON lines")
    return parser.parse_args()


def print_run(report: Report, lines: int) -> int:
    """Print one run."""
    print("\n".join(report.lines[-lines:]))
    print(report.weather)
    print(f"{report.commits} changes, {report.steps} steps, fingerprint {report.fingerprint}")
    return print_breaches(report)


def play_many(seeds: range, games: list[str], jobs: int, pace: PaceName | None = None) -> tuple[Tally, int]:
    """Play many runs and print their broken promises. Returns the counts and the number of red runs."""
    began, red, total = time.monotonic(), 0, Tally()
    plans = [(seed, games[seed % len(games)], pace) for seed in seeds]
    for report in reports(plans, min(jobs, len(seeds))):
        total.add(report.tally)
        red += print_breaches(report, pace)
    done = total.done
    print(
        f"{len(seeds)} runs, {red} red, {done['moves']} moves, "
        f"{done['moves by orders']} by orders, {done['crashes']} crashes, "
        f"{len(PAIRS)} pairs of place and fault, each at least {total.rarest()} times; "
        f"in {time.monotonic() - began:.0f} s"
    )
    return total, red


def reports(plans: list[Plan], jobs: int) -> Iterator[Report]:
    """Yield the reports of runs in their order, without their lines."""
    if jobs < 2:
        yield from map(_play, plans)
        return
    with Pool(jobs) as pool:
        yield from pool.imap(_play, plans, chunksize=4)


def _play(plan: Plan) -> Report:
    seed, game, pace = plan
    return msgspec.structs.replace(Run(seed, game, pace=pace).play(), lines=[])


def too_rare(total: Tally, each: int) -> list[str]:
    """Return the expected events that happened too seldom or never."""
    wanted = dict.fromkeys(PAIRS, each)
    if total.done["runs"] >= ENOUGH:
        wanted |= {died_at(point): max(1, each) for point in POINTS}
    return [
        f"P17 at {pair}: happened {total.met[pair]} times, not {least}"
        for pair, least in wanted.items()
        if total.met[pair] < least
    ]


def store_figures(total: Tally, figure: Figures) -> None:
    """Store the counts for `python -m tests.promises`."""
    done, met = total.done, total.met
    moves, runs = done["moves"], done["runs"]
    figure("P2", moves=moves, shown_before_saved=done["P2 broken"])
    at_once, by_orders = met["click: F25 two at once"], done["moves by orders"]
    figure("P3", moves=moves, by_orders=by_orders, at_once=at_once, wrong_answers=done["P3 broken"])
    figure(
        "P4", moves=moves, delivered_again=met["click: F24 delivered again"], double_effects=done["P4 broken"]
    )
    figure("P5", cancelled=met["click: cancelled"], half_done=done["P5 broken"])
    figure("P6", messages=done["messages"], crashes=done["crashes"], missing_or_doubled=done["P6 broken"])
    figure("P7", runs=runs, out_of_date=done["P7 broken"])
    figure("P14", outages=met["process: F18 outage"], clocks_set=met["process: F28 clock set"])
    figure(
        "P15",
        runs=runs,
        fallbacks=done["fallbacks"],
        seats_back=done["seats back"],
        never_ending=done["P15 broken"],
    )
    figure("P17", pairs=len(PAIRS), least_count=total.rarest(), unhandled=done["P17 broken"])
    figure("P31", runs=runs, moves=moves)


def print_breaches(report: Report, pace: PaceName | None = None) -> int:
    """Print the broken promises and the command that repeats the run. Returns 1 if there are any."""
    if not report.breaches:
        return 0
    for breach in report.breaches[:5]:
        print(breach)
    print(f"  {repeat_command(report, pace)}", flush=True)
    return 1


def repeat_command(report: Report, pace: PaceName | None = None) -> str:
    """Return the command that repeats a run."""
    paced = "" if pace is None else f" --pace {pace}"
    return f"python -m tests.simulation --seed {report.seed} --game {report.game}{paced}  # commit {commit()}"


def commit() -> str:
    """Return the commit that's checked out."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
