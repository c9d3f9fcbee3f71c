"""The clocks of all tables or of one can be paused, and no player loses time."""

from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from bot.sessions.agenda import Agenda
from bot.sessions.clocks import Clocks, shift_times
from bot.storage.records import Paused, Record
from tests.helpers.records import LOBBY

TABLE = 1
OTHER = 2


def record(session_id: int = TABLE, **fields: Any) -> Record:
    """Return the record of a running game with a clock, with some fields replaced."""
    clock = {"deadline": 100.0, "measured_at": 40.0, "status": "playing"}
    return msgspec.structs.replace(LOBBY, id=session_id, **{**clock, **fields})


class Now:
    """A clock that's set by hand."""

    time = 90.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def clocks(now: Now) -> Clocks:
    return Clocks(now, Agenda(), AsyncMock())


def test_clock_runs_out_exactly_at_its_deadline(clocks: Clocks, now: Now) -> None:
    now.time = 100.0

    assert not clocks.has_run_out(record(), 99.9)
    assert clocks.has_run_out(record(), 100.0)


@pytest.mark.parametrize("quiet", [record(deadline=None), record(status="over"), record(status="cancelled")])
def test_clockless_or_finished_table_never_runs_out(clocks: Clocks, now: Now, quiet: Record) -> None:
    now.time = 1e9

    assert not clocks.has_run_out(quiet, now.time)


def test_paused_clocks_show_time_they_stopped(clocks: Clocks, now: Now) -> None:
    clocks.stop(95.0)
    now.time = 500.0

    assert clocks.time == 95.0
    assert not clocks.may_run(TABLE)
    assert not clocks.has_run_out(record(), now.time)
    assert clocks.has_run_out(record(deadline=94.0), now.time)

    clocks.start()

    assert clocks.time == 500.0
    assert clocks.may_run(TABLE)


def test_clocks_stopped_at_unknown_time_never_run_out(clocks: Clocks, now: Now) -> None:
    clocks.stop()
    now.time = 500.0

    assert not clocks.has_run_out(record(), now.time)


def test_table_that_waits_has_clock_of_its_own(clocks: Clocks, now: Now) -> None:
    clocks.paused = {TABLE: Paused(since=95.0, why="channel")}
    now.time = 120.0

    assert (clocks.time_at(TABLE), clocks.time_at(OTHER)) == (95.0, 120.0)
    assert (clocks.waited(TABLE), clocks.waited(OTHER)) == (25.0, 0.0)
    assert (clocks.may_run(TABLE), clocks.may_run(OTHER)) == (False, True)
    assert not clocks.has_run_out(record(TABLE), now.time)
    assert clocks.has_run_out(record(OTHER), now.time)


def test_table_waiting_through_outage_counts_outside_time_only(clocks: Clocks, now: Now) -> None:
    clocks.paused = {TABLE: Paused(since=95.0, why="channel")}
    clocks.stop(100.0)
    now.time = 400.0
    assert clocks.waited(TABLE) == 5.0

    clocks.shift(300.0)
    clocks.start()

    assert clocks.waited(TABLE) == 5.0


def test_only_running_times_move_and_game_continues() -> None:
    assert (shift_times(record(), 5.0).deadline, shift_times(record(), 5.0).measured_at) == (105.0, 45.0)
    assert shift_times(record(deadline=None), 5.0).deadline is None
    assert shift_times(record(status="over"), 5.0) == record(status="over")
