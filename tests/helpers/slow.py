"""Tests that `make quick` leaves out by their place; a single slow test elsewhere is marked `@pytest.mark.slow`."""

from fnmatch import fnmatch
from typing import Final

RANDOM: Final = "looks at every moment of random games"
SLOW: Final = {
    "tests/benchmarks/*": "measures real bots",
    "tests/crash/*": "kills and starts real bots",
    "tests/playground/*": "runs a web server and a browser",
    "tests/secrets/*": "plays in two worlds, and tries every door",
    "tests/simulation/*": "plays through storms and crashes",
    "tests/games/test_every_game.py*": RANDOM,
    "tests/games/*test_walks.py*": RANDOM,
    "tests/rendering/art/test_studio.py*": "starts processes",
    "tests/cogs/test_late_pictures.py*": "starts processes",
    "tests/rendering/twin/*": RANDOM,
    "tests/rendering/*panel.py*": RANDOM,
    "tests/rendering/*::*hidden_cards*": RANDOM,
    "tests/rendering/*::test_covered_cards_change_nothing*": RANDOM,
    "tests/rendering/*::test_players_and_spectators_see_the_same*": RANDOM,
    "tests/rendering/*::test_every_refusal_is_explained*": RANDOM,
    "tests/rendering/*::test_what_happens*is_told*": RANDOM,
    "tests/rendering/*::*limits*": RANDOM,
}
"""By the names of tests as pytest prints them, and why."""


def is_listed(name: str) -> bool:
    """Whether a test is slow by its place."""
    return any(fnmatch(name, pattern) for pattern in SLOW)
