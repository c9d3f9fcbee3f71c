"""An event at a table involves few files and functions, within bounds that may only fall."""

from pathlib import Path

from benchmarks import trips
from bot.logs import set_up_logs
from tests.helpers.guild import settings_for

MOST = {  # files and functions of the half that hosts games
    "acquire": (64, 395),
    "press": (64, 380),
    "reminder": (63, 358),
    "time-out": (61, 370),
    "restart": (90, 278),
}


async def test_every_trip_stays_within_its_bounds(tmp_path: Path) -> None:
    taken = await trips.trips(settings_for(tmp_path / "trips.sqlite3"))

    entered = {trip.name: trip.functions(hosting=True) for trip in taken}
    assert entered.keys() == MOST.keys()
    for name, (files, functions) in MOST.items():
        assert trips.files(entered[name]) <= files, name
        assert len(entered[name]) <= functions, name


def test_only_the_bots_functions_count() -> None:
    assert trips.own(trips.files.__code__) == ""
    assert trips.own(settings_for.__code__) == ""
    assert trips.own(set_up_logs.__code__) == "bot/logs.py"
