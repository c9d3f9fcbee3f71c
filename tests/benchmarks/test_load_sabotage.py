"""The load bench detects a bot that blocks its event loop and sends too much."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.load import report, runs
from benchmarks.load.plan import Plan
from tests.benchmarks.small import missed
from tests.sabotage.elsewhere import elsewhere
from tests.sabotage.load import be_slow_and_talkative

SHORT = Plan(seconds=1.0, warm_up=0.1, tables=5, rate=3.0, clicks=5, network=0.001)


@pytest.mark.night
@pytest.mark.no_cover
@pytest.mark.sabotage("P18", "P19", "P20", "P27")
def test_stalling_and_talkative_bot_misses_targets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MINUTE", SHORT.seconds)  # Fewer moves need fewer tables.
    monkeypatch.setattr(runs, "FLOODED", 1)
    with elsewhere(be_slow_and_talkative)():
        played, flooded, unsaved = asyncio.run(runs.played(SHORT, tmp_path))

    assert {
        "no loop stall over 100 ms",
        "p99 of acknowledgement below 500 ms",
        "at most 1 edit of a channel a second",
        "flood: at most 1 answer a click",
        "flood: p99 of the others below 100 ms",
        "p99 of handling below 100 ms",
    } <= {*missed(report.steady_targets(played, unsaved)), *missed(report.flood_targets(flooded))}
