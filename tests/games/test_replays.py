"""Seed, options and moves give the same game for ever: in every process, under every Python, in every version."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from tests.games.released import FOLDER, path_of, random_game, read, replayed
from tests.games.replays import summary
from tests.helpers.figures import Figure
from tests.sabotage.elsewhere import elsewhere
from tests.sabotage.games import count_every_turn_twice, list_moves_in_the_order_of_a_set
from tests.sabotage.planting import sabotaged

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

ROOT = Path(__file__).parents[2]
PYTHONS = sorted((ROOT / ".venv" / "pythons").glob("*/bin/python"))
"""Other Pythons with the engine's dependencies. `make nightly` installs them there."""
HASH_SEEDS = (1, 2)
PLAYED = 20


@pytest.fixture(scope="module")
def here(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return the games' digests as this process computes them."""
    return summary(PLAYED * int(request.config.getoption("--walks")))


def made_by(python: Path | str, hash_seed: int, games: int) -> dict[str, Any]:
    """Return the games' digests as another process computes them."""
    made = subprocess.run(
        [python, "-m", "tests.games.replays", str(games)],
        cwd=ROOT,
        env={"PYTHONHASHSEED": str(hash_seed), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(made.stdout)
    return found


@pytest.mark.slow
@sabotaged("P8", elsewhere(list_moves_in_the_order_of_a_set))
def test_no_game_depends_on_the_order_of_sets(here: dict[str, Any], times: int, figure: Figure) -> None:
    for hash_seed in HASH_SEEDS:
        assert made_by(sys.executable, hash_seed * times, PLAYED * times) == here

    figure("P8", games=PLAYED * times * len(GAMES), hash_seeds=len(HASH_SEEDS), differences=0)


@pytest.mark.slow
@pytest.mark.skipif(not PYTHONS, reason="there is no other Python here; `make nightly` looks for some")
def test_every_python_plays_the_same_games(here: dict[str, Any], times: int, figure: Figure) -> None:
    for python in PYTHONS:
        assert made_by(python, 3, PLAYED * times) == here

    versions = " ".join(python.parents[1].name for python in PYTHONS)
    figure("P8", games=PLAYED * times * len(GAMES), other_pythons=versions, differences=0)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
@sabotaged("P8", count_every_turn_twice)
def test_released_games_end_as_they_did(path: Path, figure: Figure) -> None:
    games = read(path)

    for one in games:
        assert replayed(one) == (one.end, one.counts)

    figure("P8", games_of_release=f"{len(games)} of {path.stem}", differences=0)


def test_this_version_has_written_games_of_all_kinds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert {one.game for one in read(path_of(project["version"]))} == set(GAMES)


def test_another_move_leads_elsewhere() -> None:
    one = random_game(GAMES["craits"], 0)

    one.moves.pop()

    assert replayed(one)[0] != one.end
