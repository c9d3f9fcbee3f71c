"""Random games of every release, which must lead to the same final positions for ever.

`python -m tests.games.released` writes those of the present version, again and again until its release.
After that a file never changes: a changed rule must stay as it was for games begun with it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.engine.chance import SeededChance, seat_letter
from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal, Step
from bot.engine.notation import parse_move, stored_options
from bot.games import GAMES
from tests.helpers.walks import RESTLESS, Walk

FOLDER = Path(__file__).parent
SEEDS: Final = range(4)


class ReleasedGame(msgspec.Struct, frozen=True):
    """A game: who made which moves (`*` is the clock), and the digest and the used chance at its end."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    moves: list[str]
    end: str
    counts: dict[str, int]


def path_of(version: str) -> Path:
    """Return the path of a version's games."""
    return FOLDER / f"{version}.json"


def read(path: Path) -> list[ReleasedGame]:
    """Return the games in a file."""
    return msgspec.json.decode(path.read_bytes(), type=list[ReleasedGame])


def write(version: str) -> None:
    """Write random games of every kind as those of this version."""
    games = [random_game(game, seed) for game in GAMES.values() for seed in SEEDS]
    lines = [json.dumps(msgspec.to_builtins(one), ensure_ascii=False) for one in games]
    path_of(version).write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def random_game(game: AnyGame, seed: int) -> ReleasedGame:
    """Return a random game, with silences and leavers."""
    walk = Walk(game, seed, RESTLESS)
    return ReleasedGame(
        game=game.id,
        seats=walk.seats,
        options=msgspec.to_builtins(walk.options),
        seed=f"{game.id} {seed}",
        moves=[str(turn) for turn in walk.turns()],
        end=digest(game.dump(walk.state)),
        counts=walk.chance.counts,
    )


def replayed(one: ReleasedGame) -> tuple[str, Mapping[str, int]]:
    """Replay a game, and return the digest of its final position and the chance that was used."""
    game, chance = GAMES[one.game], SeededChance.from_text(one.seed)
    state = game.deal(one.seats, stored_options(game, one.options), chance).state
    for line in one.moves:
        step = _step(game, state, line, one.seats, chance)
        assert not isinstance(step, Refusal), (line, step)
        state = step.state
    return digest(game.dump(state)), chance.counts


def ends(games: Sequence[ReleasedGame]) -> list[str]:
    """Replay games, and return the digests of their final positions."""
    return [replayed(one)[0] for one in games]


def digest(position: Mapping[str, Any]) -> str:
    """Return the hash of a position."""
    return hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()


def _step(game: AnyGame, state: Any, line: str, seats: int, chance: SeededChance) -> Step[Any] | Refusal:
    who, _, what = line.partition(": ")
    if what == "timeout":
        return game.timeout(state, chance)
    if what.startswith("wait ") and who == "*":
        return game.wait(state, int(what.removeprefix("wait seconds:")), chance)
    seat = [seat_letter(number) for number in range(seats)].index(who)
    return game.apply(state, seat, parse_move(game, what, seats), chance)
