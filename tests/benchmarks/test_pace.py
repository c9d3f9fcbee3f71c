"""The simulator of slow games shows how much orders save, and no order outlives its owner's time."""

import random

import pytest

from benchmarks.pace import __main__ as pace
from benchmarks.pace.people import DAY, HOUR, MODELS, SLEEP_SECONDS, Model, Person
from benchmarks.pace.table import Table
from bot.sessions import orders


def test_same_seed_plays_the_same_days() -> None:
    assert Table("crap", 4, "visits", 1, plans=True).run() == Table("crap", 4, "visits", 1, plans=True).run()


def test_orders_shorten_games_of_four() -> None:
    [line] = [one for one in pace.measured(12, ["crap"], [4]) if one.model == "lognormal"]

    assert line.change < -0.2
    assert str(line).startswith("crap 4, lognormal")


@pytest.mark.parametrize("game", pace.SEATS)
def test_no_order_outlives_its_owners_time(game: str) -> None:
    assert list(pace.outliving(4, [game])) == [(game, 4, 0)]


@pytest.mark.sabotage("P21")
def test_outliving_orders_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "ended", lambda attendance, *_: attendance)

    assert [count for *_, count in pace.outliving(4, ["crap"])] != [0]


@pytest.mark.parametrize("model", MODELS)
def test_everyone_sleeps_eight_hours_a_day(model: Model) -> None:
    person = Person(random.Random(2), model)
    times = sorted(person.answers_at(hour * HOUR) % DAY for hour in range(400))
    gaps = [after - before for before, after in zip(times, [*times[1:], times[0] + DAY], strict=True)]

    assert max(gaps) >= SLEEP_SECONDS


def test_missed_target_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "BARS", {("skrap", 3): -0.99})
    monkeypatch.setattr(pace, "SEATS", {"skrap": (3,)})

    assert pace.main(["--games", "2", "--only", "skrap"]) == 1
    assert "MISSED" in capsys.readouterr().out
