"""Orders reveal no card: whether and when they act is the same in worlds that look the same.

`--walks N` compares N times as many pairs.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.games.crap.acquiring import CALL_BLUFF
from bot.games.crap.game import Crap
from bot.games.crap.orders import ordered
from bot.games.crap.state import State
from bot.sessions import orders
from tests.helpers.figures import Figure
from tests.helpers.walks import Walk
from tests.helpers.worlds import hides, twin
from tests.secrets.twins import CALM

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

PLANNING = ("crap", "craits", "skrap")
PAIRS = 40
WINDOWS = 20_000
"""The number of timed windows. Half of them are for learning, the other half for guessing."""
Worlds = tuple[Any, Any, Seat]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make each walk a test of its own."""
    if "walk_number" in metafunc.fixturenames:
        metafunc.parametrize("walk_number", range(metafunc.config.getoption("--walks")))


def worlds(game: AnyGame, number: int, seed: int = 0) -> Iterator[Worlds]:
    """Yield pairs of positions that look the same to one seat, and that seat, from many random games."""
    found, seed = 0, 1000 * seed
    while found < number:
        seed += 1
        walk, rng = Walk(game, seed, CALM), random.Random(seed)
        for state in walk.states():
            viewer = rng.randrange(walk.seats)
            if rng.random() < 0.1 and game.outcome(state) is None and hides(game, state, viewer):
                two = twin(game, state, viewer, seats=walk.seats, options=walk.options, rng=rng)
                if two is not None:
                    found += 1
                    yield *two, viewer
            if found == number:
                return


def differences(game: AnyGame, found: Iterator[Worlds]) -> int:
    """Return how often a watcher could tell two worlds apart by whether an order acts."""
    count = 0
    for one, other, viewer in found:
        for seat in game.active(one):
            if seat == viewer:
                continue
            for kind, values in game.plans(one, seat).items():
                both = set(values) & set(game.plans(other, seat).get(kind, ()))
                count += sum(
                    (game.ordered(one, seat, kind, value) is None)
                    != (game.ordered(other, seat, kind, value) is None)
                    for value in sorted(both)
                )
    return count


@pytest.mark.parametrize("game", [GAMES[name] for name in PLANNING], ids=PLANNING)
def test_orders_act_alike_in_worlds_that_look_alike(game: AnyGame, walk_number: int, figure: Figure) -> None:
    found = differences(game, worlds(game, PAIRS, walk_number))

    assert found == 0
    figure("P21", pairs_with_orders=PAIRS, differences=found)


@pytest.mark.sabotage("P21")
def test_a_threshold_that_then_asks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unless_many(state: State, seat: Seat, kind: str, value: str) -> Any:
        found = ordered(state, seat, kind, value)
        return None if found == (CALL_BLUFF,) else found

    monkeypatch.setattr(Crap, "ordered", staticmethod(unless_many))
    game = GAMES["crap"]

    assert differences(game, worlds(game, 3 * PAIRS)) > 0


def pauses(number: int, *, of_calls: float = 1.0) -> list[tuple[float, bool]]:
    """Return an order's pause in each of this many windows, and whether its owner holds three of the rank."""
    rng, found = random.Random(5), []
    for window in range(number):
        holds = rng.random() < 0.5
        seconds = orders.pause(f"order 7 {window % 4} {window}", b"key", is_lively=rng.random() < 0.5)
        found.append((seconds * (of_calls if holds else 1.0), holds))
    return found


def guessed(found: list[tuple[float, bool]]) -> float:
    """Return the share of right guesses by time alone, learnt from one half and tried on the other."""
    half = len(found) // 2
    ordered_by_time = sorted(found[:half])
    right = sum(holds for _, holds in ordered_by_time)  # The score if everyone is guessed to hold three.
    best, limit, is_above = 0, 0.0, True
    for seconds, holds in ordered_by_time:
        right += -1 if holds else 1
        for score, way in ((right, True), (half - right, False)):
            if score > best:
                best, limit, is_above = score, seconds, way
    return sum(((seconds > limit) == is_above) == holds for seconds, holds in found[half:]) / half


def test_the_time_of_an_order_tells_no_card(figure: Figure) -> None:
    share = guessed(pauses(WINDOWS))

    assert abs(share - 0.5) <= 0.01
    figure("P21", guesses_by_time=round(share, 3), windows=WINDOWS // 2)


@pytest.mark.sabotage("P21")
def test_a_pause_by_content_is_noticed() -> None:
    assert guessed(pauses(WINDOWS, of_calls=1.3)) > 0.53
