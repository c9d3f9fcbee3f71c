"""A bot with years of games: `python -m benchmarks.years`. Exit code 1 if a target is missed.

The sessions, the store and the file are real. There's no Discord, so an answer is ready when its move is
stored.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.load import report, tables
from benchmarks.load.report import Target
from benchmarks.years import filling, weighing
from benchmarks.years.living import Life, crash, percentile
from bot.config import DATA
from bot.games import GAMES
from bot.storage import backup
from bot.storage.store import Store

MILLION = 1_000_000
START_SECONDS = 5.0
DISK_GB = 3.0
"""For a million games, with one backup."""
NOISE_FACTOR = 2.0
NOISE_MS = 10.0
"""A difference that counts as no change, as a factor and in milliseconds, because measurements vary this
much."""


class Built(NamedTuple):
    """A database: the mean number of moves of its finished games, and the bytes of all of them.

    `kept_before` is the size of a backup before there were any.
    """

    moves: float
    bytes: int
    kept_before: int


def build_database(path: Path, games: int, sleeping: int, *, are_sealed: bool = True) -> Built:
    """Write the database."""
    tables.write_sleeping(path, sleeping, moves=20)

    async def play() -> list[filling.Shape]:
        store = Store(path, DATA / "migrations", GAMES)
        await store.open()
        try:
            return await filling.shapes(store)
        finally:
            await store.close()

    shapes = asyncio.run(play())
    before, kept = path.stat().st_size, path.with_name("before.sqlite3")
    backup.copy(path, kept)
    moves = filling.fill(path, games, shapes, are_sealed=are_sealed)
    built = Built(moves, path.stat().st_size - before, kept.stat().st_size)
    kept.unlink()
    return built


class Start(NamedTuple):
    """The seconds until the bot could answer, and the processor time in them."""

    seconds: float
    worked: float

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.worked:.2f} of the processor"


async def start(path: Path) -> Start:
    """Start once, and stop normally."""
    began, worked = time.perf_counter(), time.process_time()
    life = await Life.start(path)
    took = Start(time.perf_counter() - began, time.process_time() - worked)
    await life.stop()
    return took


def measured(path: Path, arguments: argparse.Namespace) -> list[Target]:
    """Measure everything, and print each figure when it's ready."""
    began = time.perf_counter()
    moves, added, kept_before = build_database(path, arguments.games, arguments.sleeping)
    took = time.perf_counter() - began
    size = added / arguments.games
    say(f"{arguments.games} finished games of {moves:.0f} moves, {arguments.sleeping} sleeping tables")
    say(f"made in {took:.0f} s: {path.stat().st_size / 1e6:.0f} MB")
    say(f"a finished game: {size:.0f} bytes, {size / moves:.1f} a move")
    say("\n".join(weighing.report(path, arguments.games)))
    clean = asyncio.run(start(path))
    crash(path)
    crashed = asyncio.run(start(path))
    say(f"start after a clean stop: {clean}; after a crash: {crashed}")
    quiet, busy, asked, kept = asyncio.run(run_bot(path, arguments.seconds))
    for name, waits in asked.items():
        middle, longest = percentile(waits, 50), max(waits)
        say(f"{name}: median {middle:.1f} ms, longest {longest:.1f} ms ({len(waits)} times)")
    before, after = percentile(quiet, 99), percentile(busy, 99)
    for when, waits in (("alone", quiet), ("meanwhile", busy)):
        middle, most = percentile(waits, 50), percentile(waits, 99)
        say(f"answers {when}: p50 {middle:.1f} ms, p99 {most:.1f} ms ({len(waits)} moves)")
    in_backup = (kept - kept_before) / arguments.games
    say(f"a finished game in a backup: {in_backup:.0f} bytes")
    disk = (size + in_backup) * MILLION / 1e9
    limit = NOISE_FACTOR * before + NOISE_MS
    return [
        Target("start after a clean stop", clean.seconds < START_SECONDS, str(clean)),
        Target("start after a crash", crashed.seconds < START_SECONDS, str(crashed)),
        Target("a million games and one backup", disk < DISK_GB, f"{disk:.2f} GB"),
        Target("p99 of answers meanwhile", after <= limit, f"{after:.1f} ms beside {before:.1f}"),
    ]


async def run_bot(path: Path, seconds: float) -> tuple[list[float], list[float], dict[str, list[float]], int]:
    """Return milliseconds: of answers when all is quiet, of answers under load, and of the load itself.

    The last value is the size of a backup in bytes.
    """
    life = await Life.start(path)
    try:
        await life.answers(2.0)  # Warms up.
        quiet = await life.answers(seconds)
        others = asyncio.create_task(life.time_heavy_requests(path.with_name("backup.sqlite3")))
        busy = await life.answers(seconds)
        while not others.done():
            busy += await life.answers(1.0)
        return quiet, busy, await others, path.with_name("backup.sqlite3").stat().st_size
    finally:
        await life.stop()


def say(line: str) -> None:
    print(line, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print. Returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.years", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="finished games in the database")
    parser.add_argument("--sleeping", type=int, default=10_000, help="tables that nobody is at")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long answers are measured, twice")
    parser.add_argument("--folder", type=Path, help="where the database is made, else a temporary folder")
    parser.add_argument(
        "--only-make",
        type=Path,
        metavar="FILE",
        help="make a database of games without sealed deals and keep it, for trying out other commands",
    )
    given = parser.parse_args(arguments)
    if given.only_make is not None:
        build_database(given.only_make, given.games, given.sleeping, are_sealed=False)
        return 0
    with tempfile.TemporaryDirectory(dir=given.folder, prefix="cardcrate-years-") as folder:
        targets = measured(Path(folder) / "years.sqlite3", given)
    say("\n" + "\n".join(report.target_lines(targets)))
    return 0 if all(target.holds for target in targets) else 1


if __name__ == "__main__":
    sys.exit(main())
