"""The bench of engines plays whole games, names missing libraries, and judges the targets."""

import random

import pytest

from benchmarks import engines
from benchmarks.engines import Contestant, Play, Target, measured, play_ours, report, speed, verdict
from bot.engine.contract import AnyGame
from bot.games import GAMES


def missing() -> Play:
    raise ImportError("No module named 'whist'")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_loop_plays_our_games_to_their_ends(game: AnyGame) -> None:
    for seed in range(2):
        last, moves = play_ours(game, random.Random(seed))

        assert game.outcome(last) is not None
        assert game.faults(last) == []
        assert moves > 5


def test_every_engine_takes_part() -> None:
    assert [contestant.name for contestant in engines.OURS] == [game.name for game in GAMES.values()]
    assert {target.ours for target in engines.TARGETS} == {game.name for game in GAMES.values()}
    assert {target.peer for target in engines.TARGETS} <= {peer.name for peer in engines.PEERS}


def test_speed_counts_moves_of_whole_games() -> None:
    assert speed(lambda rng: 1_000_000, random.Random(0), seconds=0.001) > 1_000_000


def test_missing_library_is_named_and_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    there = Contestant("Patience", lambda: lambda rng: 10)

    speeds = measured((there, Contestant("Whist", missing)), seconds=0.001)

    assert set(speeds) == {"Patience"}
    assert capsys.readouterr().out == "Whist is left out: No module named 'whist'\n"


def test_target_is_reached_missed_or_unmeasured() -> None:
    target = Target("Craits", engines.UNO)

    assert "holds (2.0x)" in verdict(target, {"Craits": 200.0, engines.UNO: 100.0})
    assert "holds (1.0x)" in verdict(target, {"Craits": 100.0, engines.UNO: 100.0})
    assert "MISSED (0.5x)" in verdict(target, {"Craits": 50.0, engines.UNO: 100.0})
    assert "not measured" in verdict(target, {"Craits": 50.0})


def test_report_lists_speeds_and_ratios() -> None:
    first = engines.OURS[0].name

    heading, own, peer, _, *verdicts = report({first: 3000.0, engines.GIN_RUMMY: 2000.0})

    assert heading.split() == ["moves/s", "/", "RLCard", "gin", "rummy"]
    assert own.split()[-2:] == ["3,000", "1.50"]
    assert peer.split()[-1] == "2,000"
    assert len(verdicts) == len(GAMES)


def test_whole_bench_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(engines, "PEERS", (Contestant(engines.GIN_RUMMY, missing),))

    assert engines.main(["--seconds", "0.001"]) == 0

    printed = capsys.readouterr().out
    assert f"{engines.GIN_RUMMY} is left out" in printed
    assert all(game.name in printed for game in GAMES.values())


@pytest.mark.parametrize(("peers_moves", "code"), [(1, 0), (10**9, 1)])
def test_slower_engine_changes_the_exit_code(
    peers_moves: int, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    peer = Contestant(engines.GIN_RUMMY, lambda: lambda rng: peers_moves)
    monkeypatch.setattr(engines, "OURS", engines.OURS[:1])
    monkeypatch.setattr(engines, "PEERS", (peer,))
    monkeypatch.setattr(
        engines, "measured", lambda *_: {engines.OURS[0].name: 1e6, peer.name: float(peers_moves)}
    )

    assert engines.main([]) == code
    assert ("MISSED" in capsys.readouterr().out) is bool(code)
