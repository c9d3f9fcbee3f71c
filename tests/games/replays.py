"""Digests of many games, to compare between processes: `python -m tests.games.replays GAMES`."""

import json
import sys

from bot.games import GAMES
from tests.games.released import FOLDER, ends, read
from tests.helpers.walks import fingerprint


def summary(games: int) -> dict[str, str | list[str]]:
    """Return a digest of this many random games of each kind, and the final positions of each release."""
    played = {game.id: fingerprint(game, games) for game in GAMES.values()}
    return played | {path.stem: ends(read(path)) for path in sorted(FOLDER.glob("*.json"))}


if __name__ == "__main__":
    print(json.dumps(summary(int(sys.argv[1]))))
