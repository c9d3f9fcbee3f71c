"""Games of one pairing, with the hero on every seat in turn over equal deals, each as a line of a file."""

import json
import math
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from benchmarks.strength.arena import Opponent, Played, PlayerKind, play
from bot.games import GAMES

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "crap": {"threshold": 300},
    "skrap": {},
    "craits": {"hands": 8},
    "crazy-rummy": {"target": 1500},
    "crapette": {},
}
"""The options of each game, with games long enough to show the better player."""


class Game(msgspec.Struct, frozen=True):
    """One finished game of a pairing. Times are milliseconds of processor time for the hero's decisions."""

    pairing: str
    deal: str
    share: float
    """1 for a win, 0 for a loss."""
    decisions: int
    median_ms: float
    p99_ms: float
    commit: str


class Pairing(NamedTuple):
    """A player of one level among players of another. `search_effort` 0 is the effort of real games."""

    game: str
    seats: int
    hero: PlayerKind
    others: PlayerKind
    search_effort: int = 0

    def __str__(self) -> str:
        """Return its name in the file."""
        return " ".join(map(str, self))

    def missing(self, known: Sequence[Game], games: int) -> Iterator[int]:
        """Yield the numbers of the games that haven't been played yet."""
        played = {one.deal for one in known if one.pairing == str(self)}
        return (number for number in range(games) if self._deal(number) not in played)

    def played(self, number: int, commit: str) -> Game:
        """Play a game."""
        hero = number % self.seats
        opponents = [
            Opponent(self.hero if seat == hero else self.others, search_effort=self.search_effort)
            for seat in range(self.seats)
        ]
        deal = f"{self.game} {number // self.seats}"
        played = play(GAMES[self.game], OPTIONS[self.game], opponents, deal)
        median, slowest = _times(played, self.hero)
        share = played.shares[hero]
        return Game(str(self), self._deal(number), share, played.decisions, median, slowest, commit)

    def _deal(self, number: int) -> str:
        return f"{self.game} {self.seats} {number // self.seats} {number % self.seats}"


def read(file: Path) -> list[Game]:
    """Return the games in a file, or nothing if it's missing."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [msgspec.convert(json.loads(line), Game) for line in lines]


def append(file: Path, game: Game) -> None:
    """Add a game to a file."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(msgspec.to_builtins(game)) + "\n")


def interval(share: float, number: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share over this many games."""
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number**2)) / (1 + z * z / number)
    return middle - half, middle + half


def commit() -> str:
    """Return the commit that's measured."""
    asked = ("git", "rev-parse", "--short", "HEAD")
    # The arguments are constants.
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def _times(played: Played, sort: PlayerKind) -> tuple[float, float]:
    times = sorted(1000 * seconds for seconds in played.seconds.get(sort, [0.0]))
    return round(statistics.median(times), 3), round(times[int(0.99 * (len(times) - 1))], 3)
