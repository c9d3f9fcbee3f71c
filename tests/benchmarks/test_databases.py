"""The bench of databases plays real games on them, and prints a line for each combination."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.load import databases
from benchmarks.load.databases import Measurement, queues, speed_lines
from benchmarks.load.figures import Spread
from benchmarks.load.plan import Plan, plan_of
from benchmarks.load.tables import Table


def test_spare_tables_follow_parallel_ones() -> None:
    tables = [Table(number, "crap", number, (7, 8), 1, [(1, f"move {number}")]) for number in range(5)]

    played = queues(tables, 2)

    assert [[script.session_id for script in queue] for queue in played] == [[0, 2, 4], [1, 3]]
    assert played[1][0].moves == [(8, "move 1")]


def test_figures_are_listed_by_combination() -> None:
    found = [
        Measurement("SQLite", 16, 1, 260.4, Spread(56.6, 122.3, 130.0)),
        Measurement("PostgreSQL", 16, 2, 166.9, Spread(34.2, 402.8, 410.0)),
    ]

    _, *rows = (line.split() for line in speed_lines(found))

    assert rows == [
        ["PostgreSQL", "16", "2", "167", "34.2", "402.8"],
        ["SQLite", "16", "1", "260", "56.6", "122.3"],
    ]


@pytest.mark.slow
def test_file_is_measured_and_server_is_requested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "TABLES", (1,))
    monkeypatch.setattr(databases, "FASTEST", 100)

    [found] = asyncio.run(databases.measured(Plan(round_seconds=0.2, games=("skrap",)), tmp_path))

    assert (found.kind, found.tables, found.processes) == ("SQLite", 1, 1)
    assert found.speed > 1
    assert "--server" in list(speed_lines([found]))[-1]
    assert "databases" not in plan_of([]).only
