"""The typical minutes of a game, as `python -m benchmarks.lengths` measures them."""

import json
from functools import cache
from typing import Final

from bot.shipped import DATA

FILE: Final = DATA / "lengths.json"
STEP: Final = 5
"""Minutes are rounded to a multiple of this, because games vary. Very short games are rounded to a minute."""
VERY_SHORT: Final = 7.5


def minutes_of(game_id: str, length: str, players: int) -> int | None:
    """Return about how many minutes a game of this length takes for this many players. None if unknown."""
    minutes = _lengths().get(game_id, {}).get(length, {}).get(str(players))
    if minutes is None:
        return None
    step = 1 if minutes < VERY_SHORT else STEP
    return max(1, step * round(minutes / step))


@cache
def _lengths() -> dict[str, dict[str, dict[str, float]]]:
    lengths: dict[str, dict[str, dict[str, float]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return lengths
