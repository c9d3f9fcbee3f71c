"""Whole tables in every weather, from seeds. `python -m tests.simulation` plays more of them."""

import gc
import re
from collections.abc import Callable
from pathlib import Path
from weakref import ref

import pytest

import bot
from bot.games import GAMES
from bot.sessions.fault_points import POINTS
from tests.sabotage.planting import sabotaged
from tests.simulation.__main__ import repeat_command
from tests.simulation.run import Report, Run
from tests.simulation.sabotage import (
    SABOTAGES,
    Planted,
    Sabotage,
    choose_what_runs_next_without_the_seed,
    drop_the_compare_and_set,
    drop_the_lock,
)
from tests.simulation.weather import Weather

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

SEEDS = 2
ENOUGH = 50
"""Every planted fault is found within this many runs."""
SELDOM_PASSED = frozenset(("before-deadline", "before-extend", "after-extend"))
DYING = Weather(lost=0.05, twice=0.2, outages=True, jumps=True, silent=1, ended=True)


def findings(report: Report) -> str:
    """Return the findings, and the command that repeats the run."""
    return "\n".join((*map(str, report.breaches[:5]), repeat_command(report)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_tables_keep_every_promise_in_any_weather(seed: int, game: str) -> None:
    report = Run(seed, game).play()

    assert not report.breaches, findings(report)
    assert report.commits > 1


def test_discarded_bot_leaves_no_objects() -> None:
    run = Run(0, "crap", DYING, {"after-post": 5})
    assert run.play().fired, "a process has died in it"
    database = ref(run.database)

    del run
    gc.collect()

    assert database() is None


@sabotaged("P31", choose_what_runs_next_without_the_seed)
@pytest.mark.parametrize("game", GAMES)
def test_same_seed_plays_the_same_run(game: str) -> None:
    runs = [Run(seed, game, DYING, {"after-post": 5}).play() for seed in (7, 7, 8)]

    assert runs[0].fingerprint == runs[1].fingerprint != runs[2].fingerprint


@pytest.mark.parametrize("point", POINTS)
def test_crash_at_a_fault_point_loses_nothing(point: str) -> None:
    fired = 0
    for seed, game in enumerate(GAMES):
        report = Run(seed, game, DYING, {point: 1 if point in SELDOM_PASSED else 1 + 2 * seed}).play()
        assert not report.breaches, findings(report)
        fired += report.fired.get(point, 0)

    assert fired > 0


@pytest.mark.parametrize(
    "planted", [pytest.param(one, marks=pytest.mark.sabotage(one.promise), id=str(one)) for one in SABOTAGES]
)
def test_planted_fault_is_found(planted: Sabotage) -> None:
    games = list(GAMES)
    for seed in range(planted.first, planted.first + ENOUGH):
        with planted.plant():
            report = Run(seed, games[seed % len(games)], planted.weather).play()
        if report.breaches:
            return

    pytest.fail(f"nothing was noticed in {ENOUGH} runs")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("plant", [drop_the_lock, drop_the_compare_and_set])
def test_lock_or_compare_and_set_suffices(seed: int, plant: Callable[[], Planted]) -> None:
    with plant():
        report = Run(seed, list(GAMES)[seed], Weather(cancelled=0.2, twice=0.3, ended=True)).play()

    assert not report.breaches, findings(report)


def test_every_fault_point_occurs_once() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(bot.__file__).parent.rglob("*.py")]
    named = [name for text in sources for name in re.findall(r"fault_points\.reach\(\"([a-z-]+)\"\)", text)]

    assert sorted(named) == sorted(POINTS)
