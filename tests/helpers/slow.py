"""Tests that `make quick` leaves out, by their place, or by what they drive.

The first test in each file that drives the whole bot is run. Tests that run on two databases run on SQLite. A
single slow test elsewhere is marked `@pytest.mark.slow`.
"""

import re
from collections.abc import Iterable, Iterator
from fnmatch import translate
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
RANDOM: Final = "looks at every moment of random games"
READS_ALL: Final = "reads all sources"
STORED: Final = "plays games into real databases"
SLOW: Final = {
    "tests/benchmarks/*": "measures real bots",
    "tests/crash/*": "kills and starts real bots",
    "tests/fair/test_proofs.py*": "runs a browser",
    "tests/languages/test_kept_pages.py*": "runs a browser",
    "tests/recipe/test_grown.py*": "runs a copy of the program",
    "tests/playground/*": "runs a web server and a browser",
    "tests/secrets/*": "plays in two worlds, and tries every door",
    "tests/simulation/*": "plays through storms and crashes",
    "tests/games/test_every_game.py*": RANDOM,
    "tests/games/*test_walks.py*": RANDOM,
    "tests/rendering/art/test_bands.py*": "draws all pictures, band by band",
    "tests/rendering/art/test_games.py*": RANDOM,
    "tests/rendering/art/test_renderer.py*": "starts processes",
    "tests/cogs/test_crap_game.py::test_four_users_play*": "plays a whole game",
    "tests/cogs/test_late_pictures.py*": "starts processes",
    "tests/cogs/test_pictures.py::test_table_and_hands_are_described*": "draws pictures",
    "tests/engine/test_contract.py::test_move_out_of_turn*": RANDOM,
    "tests/engine/test_notation.py::test_unknown_command*": RANDOM,
    "tests/rendering/twin/*": RANDOM,
    "tests/rendering/*panel.py*": RANDOM,
    "tests/rendering/*::*hidden_cards*": RANDOM,
    "tests/rendering/*::test_players_and_spectators_see_the_same*": RANDOM,
    "tests/rendering/*::*limits*": RANDOM,
    "tests/games/test_replays.py*": RANDOM,
    "tests/players/test_every_game.py*": RANDOM,
    "tests/rendering/*test_walks.py*": RANDOM,
    "tests/rendering/art/test_plans.py*": RANDOM,
    "tests/shipping/test_wheel.py*": "builds and installs a package",
    "tests/status/test_running.py*": "starts processes",
    "tests/storage/test_backup.py*": STORED,
    "tests/storage/test_restore.py*": STORED,
    "tests/storage/test_copying.py*": STORED,
    "tests/storage/test_migrations.py*": STORED,
    "tests/storage/test_packing.py*": STORED,
    "tests/test_replay_page.py*": "runs a browser",
    "tests/conventions/test_directions.py*": READS_ALL,
    "tests/storage/test_postgresql.py*": STORED,
    "tests/storage/test_privacy.py::test_forgotten_user_is_in_no_byte*": STORED,
    "tests/sessions/test_rated.py::test_first_leaver*": STORED,
    "tests/sessions/test_rated.py::test_winners_come_first*": STORED,
    "tests/sessions/test_replays.py*": RANDOM,
    "tests/sessions/test_past.py*": RANDOM,
    "tests/games/crap/test_veil.py::test_view_is_independent*": RANDOM,
    "tests/games/crapette/test_events.py::*the_whole_game*": RANDOM,
    "tests/rendering/test_pages.py::test_as_text_has_table*": RANDOM,
    "tests/rendering/test_pages.py::test_every_page_keeps_to*": RANDOM,
    "tests/rendering/test_covers.py::test_every_game_has_a_cover*": "draws pictures",
    "tests/rendering/test_hints.py*": RANDOM,
    "tests/rendering/test_endings.py*": RANDOM,
    "tests/rendering/crapette/test_controls.py*": RANDOM,
    "tests/rendering/*::test_unasked_hand_is_unchanged*": RANDOM,
    "tests/rendering/*::test_running_game_never_tells*": RANDOM,
    "tests/languages/test_whole_games.py*": RANDOM,
    "tests/lessons/test_lessons.py::test_every_step_shows*": "draws all pictures of all lessons",
    "tests/transport/test_answers.py::test_every_answer_is_understood*": "tries all that Discord may answer",
    "tests/conventions/test_databases.py*": READS_ALL,
    "tests/conventions/test_messages.py*": READS_ALL,
    "tests/conventions/test_translations.py*": READS_ALL,
    "tests/conventions/test_makefile.py::test_listed_slow_tests_exist": READS_ALL,
    "tests/conventions/test_sizes.py*": READS_ALL,
    "tests/conventions/test_time_limit.py*": "starts processes",
}
"""The reasons by patterns of test names as pytest prints them."""
WAITING: Final = (
    "tests/crash/*",
    "tests/playground/*",
    "tests/shipping/*",
    "tests/status/test_running.py*",
    "tests/cluster/test_life.py*",
)
"""Tests that wait for child processes most of the time."""

# A single expression, because every worker checks thousands of tests.
_SLOW: Final = re.compile("|".join(map(translate, SLOW)))
_WAITING: Final = re.compile("|".join(map(translate, WAITING)))


def waits(item: pytest.Item) -> bool:
    """Whether a test leaves the processors to others most of the time."""
    return _WAITING.match(item.nodeid) is not None


def is_listed(name: str) -> bool:
    """Whether a test is slow by its place."""
    return _SLOW.match(name) is not None


def is_left_out(path: Path) -> bool:
    """Whether all tests of a file are slow by its place, so that the file needn't even be read."""
    return is_listed(f"{path.relative_to(ROOT).as_posix()}::")


def slow_ones(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield those of these tests that `make quick` leaves out."""
    driven: set[object] = set()
    for item in items:
        if is_listed(item.nodeid) or item.get_closest_marker("sabotage") or _is_on_server(item):
            yield item
        elif "simcord_bot" in getattr(item, "fixturenames", ()):
            if item.path in driven:
                yield item
            driven.add(item.path)


def _is_on_server(item: pytest.Item) -> bool:
    values = getattr(getattr(item, "callspec", None), "params", {})
    return bool(values.get("database") == "postgresql" or item.get_closest_marker("server"))
