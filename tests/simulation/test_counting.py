"""The simulation counts every fault at every place that can meet it, and reports missing ones."""

import re
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import bot.delivery
from bot.delivery.errors import Purpose
from bot.sessions.fault_points import POINTS
from tests.discord_http.answers import ANSWERS
from tests.simulation.__main__ import ENOUGH, too_rare
from tests.simulation.run import Run
from tests.simulation.sites import ANSWER_NAMES, READS, TRANSPORT, WRITES
from tests.simulation.tally import PAIRS, Tally
from tests.simulation.weather import Weather, aiming

SOURCES = {
    path.stem: path.read_text(encoding="utf-8") for path in Path(bot.delivery.__path__[0]).glob("*.py")
}
ASKING = re.compile(r"_transport\.\w+")


def test_every_purpose_of_a_request_has_a_place() -> None:
    asked = {place.removeprefix("post ").removeprefix("edit ").removeprefix("delete ") for place in TRANSPORT}

    assert set(get_args(Purpose)) - {"answer", "lost post"} <= asked


def test_every_request_to_discord_has_a_named_place() -> None:
    # The breaker forwards all requests and opens DMs.
    asking = {name: len(ASKING.findall(text)) for name, text in SOURCES.items() if name != "breaker"}

    asking = {name: number for name, number in asking.items() if number}
    assert asking == {"channels": 3, "names": 1, "notices": 1, "posts": 3}


def test_every_request_fault_is_a_possible_answer() -> None:
    met = {fault for faults in TRANSPORT.values() for fault in faults}

    assert met == ANSWER_NAMES.keys() | {"F5 held", "F22 not found"}
    assert set(ANSWER_NAMES.values()) <= ANSWERS.keys()


def test_every_fallible_store_function_is_listed() -> None:
    for name in (*WRITES, *READS):
        module, _, function = name.partition(".")
        assert callable(getattr(import_module(f"bot.storage.{module}"), function))


@pytest.mark.parametrize(
    "pair", ["edit table: F12 unfit", "write rows.commit: F30 full", "post call: F4 closed"]
)
def test_aimed_fault_happens_and_is_counted(pair: str) -> None:
    report = Run(1, "craits", aiming(Weather(ended=True), [pair])).play()

    assert report.breaches == []
    assert report.tally.met[pair] > 0


def test_rare_events_are_reported() -> None:
    total = Tally()
    for pair in PAIRS:
        total.met[pair] = 2
    assert too_rare(total, 2) == []

    total.met["edit table: F12 unfit"] = 1
    assert too_rare(total, 2) == ["P17 at edit table: F12 unfit: happened 1 times, not 2"]
    assert too_rare(total, 1) == []


def test_many_runs_must_crash_at_every_point() -> None:
    total = Tally()
    total.done["runs"] = ENOUGH
    assert len(too_rare(total, 0)) == len(POINTS)


def test_counts_of_several_runs_add_up() -> None:
    total, one = Tally(), Tally()
    one.meet("click", "cancelled")
    one.done["moves"] = 7

    total.add(one)
    total.add(one)

    assert total.met["click: cancelled"] == 2
    assert total.done["moves"] == 14
    assert next(total.lines()).split() == ["0", *min(set(PAIRS) - {"click: cancelled"}).split()]
