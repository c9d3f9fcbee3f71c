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
    found = _measured().get(game_id, {}).get(length, {}).get(str(players))
    if found is None:
        return None
    step = 1 if found < VERY_SHORT else STEP
    return max(1, step * round(found / step))


@cache
def _measured() -> dict[str, dict[str, dict[str, float]]]:
    found: dict[str, dict[str, dict[str, float]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
