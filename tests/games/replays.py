"""Many games in a few short texts, to be compared between processes: `python -m tests.games.replays GAMES`."""

import json
import sys

from bot.games import GAMES
from tests.games.released import FOLDER, ends, read
from tests.helpers.walks import fingerprint


def summary(games: int) -> dict[str, str | list[str]]:
    """A number of random games of each kind in one text a kind, and where the games of each release end."""
    played = {game.id: fingerprint(game, games) for game in GAMES.values()}
    return played | {path.stem: ends(read(path)) for path in sorted(FOLDER.glob("*.json"))}


if __name__ == "__main__":
    print(json.dumps(summary(int(sys.argv[1]))))
