"""The strength of computers: `python -m benchmarks.strength --minutes 600 --games 400`.

Plays the pairings in turn, one game each, until the time is up or there are enough of each, and compares each
one with its bar. An interrupted run continues where it stopped, because each game is a line of `--results`.
`--write` puts the table into `docs/players.md`.
"""

import argparse
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.strength.bars import BARS, Bar
from benchmarks.strength.pairing import Game, Pairing, append, commit, interval, read

RESULTS: Final = Path(__file__).parent / "results.jsonl"
PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "players.md"
HEAD: Final = (
    "| pairing | bar | share won (95 %) | games | a decision: median, 99 % |\n|---|---|---|---|---|\n"
)
ENOUGH: Final = 50
"""The minimum number of games before a bar counts as missed."""
_TABLE: Final = re.compile(r"(<!-- table -->\n).*(<!-- /table -->)", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play while there's time and print the table. Returns 1 if a bar is clearly missed."""
    args = _parse_args(arguments)
    bars = [bar for bar in BARS if bar.game in args.game and bar.hero in args.hero]
    known = read(args.results)
    ends_at, version = time.monotonic() + 60 * args.minutes, commit()
    for pairing, number in _interleave(bars, known, args.games):
        if time.monotonic() >= ends_at:
            break
        game = pairing.played(number, version)
        known.append(game)
        append(args.results, game)
    table = HEAD + "".join(_line(bar, known) for bar in bars)
    print(table)
    if args.write:
        _write(table)
    return int(any(_is_missed(bar, known) for bar in bars))


def _interleave(bars: Sequence[Bar], known: Sequence[Game], games: int) -> Iterator[tuple[Pairing, int]]:
    """Yield the games to play: one of each pairing, then the next of each."""
    left = {pairing: iter(list(pairing.missing(known, games))) for pairing in map(_pairing, bars)}
    while left:
        for pairing, numbers in list(left.items()):
            if (number := next(numbers, None)) is None:
                del left[pairing]
            else:
                yield pairing, number


def _pairing(bar: Bar) -> Pairing:
    return Pairing(bar.game, bar.seats, bar.hero, bar.others)


def _games_of(bar: Bar, known: Sequence[Game]) -> list[Game]:
    return [game for game in known if game.pairing == str(_pairing(bar))]


def _line(bar: Bar, known: Sequence[Game]) -> str:
    """Return a line of the table, marked if its bar is outside the interval."""
    games = _games_of(bar, known)
    wanted = f"≥ {bar.least:.2f}" if bar.most == 1.0 else f"{bar.least:.2f}–{bar.most:.2f}"
    wanted = wanted if bar.least else "none"
    who = f"{bar.game}, {bar.seats}: {bar.hero} v {bar.others}"
    if not games:
        return f"| {who} | {wanted} | not played | 0 | |\n"
    share = statistics.mean(game.share for game in games)
    low, high = interval(share, len(games))
    mark = " (missed)" if _is_missed(bar, known) else ""
    median = statistics.median(game.median_ms for game in games)
    slowest = statistics.median(game.p99_ms for game in games)
    told = f"{share:.3f} ({low:.3f} to {high:.3f}){mark}"
    return f"| {who} | {wanted} | {told} | {len(games)} | {median:.2f}, {slowest:.1f} ms |\n"


def _is_missed(bar: Bar, known: Sequence[Game]) -> bool:
    """Whether the bar is outside the interval of the games."""
    if len(games := _games_of(bar, known)) < ENOUGH:
        return False
    low, high = interval(statistics.mean(game.share for game in games), len(games))
    return high < bar.least or low > bar.most


def _write(table: str) -> None:
    """Put the table into the page, with its date and the command."""
    made = f"{datetime.now(UTC):%Y-%m-%d}, commit {commit()}, `python -m benchmarks.strength --write`:"
    page = PAGE.read_text(encoding="utf-8")
    page = _TABLE.sub(lambda found: f"{found[1]}{made}\n\n{table}{found[2]}", page)
    PAGE.write_text(page, encoding="utf-8")


def _parse_args(arguments: Sequence[str] | None) -> argparse.Namespace:
    games = sorted({bar.game for bar in BARS})
    levels = ("easy", "medium", "hard", "seeing")
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--game", nargs="*", default=games, choices=games, help="only these")
    parser.add_argument("--hero", nargs="*", default=levels, choices=levels, help="only these levels")
    parser.add_argument("--games", type=int, default=400, help="games of each pairing")
    parser.add_argument("--minutes", type=float, default=5.0, help="stop after this time")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of games played")
    parser.add_argument("--write", action="store_true", help="put the table into docs/players.md")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
