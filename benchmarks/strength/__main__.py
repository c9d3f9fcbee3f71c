"""`python -m benchmarks.strength --game crap --seats 3 --hero hard --others medium --games 400`.

Plays one pairing with the hero on every seat in turn over equal deals, and prints the share of games it has
won with its 95 % interval. Every game is a line of `--results`, and games that stand there are not played
again: what was interrupted goes on where it stopped.
"""

import argparse
import json
import math
import statistics
import subprocess
from pathlib import Path
from typing import Any, Final

from benchmarks.strength.arena import Opponent, play
from bot.games import GAMES

RESULTS: Final = Path(__file__).parent / "results.jsonl"
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "crap": {"threshold": 300},
    "skrap": {},
    "craits": {"hands": 8},
    "crazy-rummy": {"target": 1500},
    "crapette": {},
}


def main() -> None:
    """Play what is missing of a pairing, and print how it stands."""
    asked = _asked()
    pairing = f"{asked.game} {asked.seats} {asked.hero} {asked.others} {asked.thoughts}"
    known = {one["deal"]: one for one in _lines(asked.results) if one["pairing"] == pairing}
    commit = _commit()
    for number in range(asked.games):
        deal = f"{asked.game} {asked.seats} {number // asked.seats} {number % asked.seats}"
        if deal in known:
            continue
        hero = number % asked.seats
        opponents = [
            Opponent(asked.hero if seat == hero else asked.others, thoughts=asked.thoughts)
            for seat in range(asked.seats)
        ]
        played = play(
            GAMES[asked.game], OPTIONS[asked.game], opponents, f"{asked.game} {number // asked.seats}"
        )
        times = sorted(played.seconds.get(asked.hero, [0.0]))
        line = {
            "pairing": pairing,
            "deal": deal,
            "share": played.shares[hero],
            "decisions": played.decisions,
            "median_ms": round(1000 * statistics.median(times), 3),
            "p99_ms": round(1000 * times[int(0.99 * (len(times) - 1))], 3),
            "commit": commit,
        }
        known[deal] = line
        with asked.results.open("a") as file:
            file.write(json.dumps(line) + "\n")
    print(summary(pairing, [one["share"] for one in known.values()]))


def summary(pairing: str, shares: list[float]) -> str:
    """The share of games won, with its 95 % interval (Wilson)."""
    number, share = len(shares), statistics.mean(shares)
    low, high = interval(share, number)
    return f"{pairing}: {share:.3f} ({low:.3f} to {high:.3f}), {number} games"


def interval(share: float, number: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a share seen in so many games."""
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number**2)) / (1 + z * z / number)
    return middle - half, middle + half


def _lines(results: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []


def _commit() -> str:
    found = subprocess.run(
        ("git", "rev-parse", "--short", "HEAD"),  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip()


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parser.add_argument("--game", required=True, choices=OPTIONS)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hero", default="hard", choices=("random", "easy", "medium", "hard"))
    parser.add_argument("--others", default="medium", choices=("random", "easy", "medium", "hard"))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--thoughts", type=int, default=0, help="of hard for a decision; 0: as in play")
    parser.add_argument("--results", type=Path, default=RESULTS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
