"""A short form of the table of strength, with fixed deals: a policy that has become worse is noticed."""

import statistics
from pathlib import Path

import pytest

from benchmarks.strength import __main__ as strength
from benchmarks.strength.arena import Sort
from benchmarks.strength.bars import BARS
from benchmarks.strength.pairing import OPTIONS, Pairing, interval, read
from bot.players.policies import POLICIES

pytestmark = pytest.mark.no_cover

FEWEST = {"crap": 3}
LONG = {"crapette": 8}
"""Of a game that takes long fewer are played."""
QUICK = 40
"""Thoughts of hard where only the direction matters."""


def share(game: str, hero: Sort, others: Sort, games: int, thoughts: int = 0) -> float:
    """What share of so many games the hero wins; the same in every run."""
    pairing = Pairing(game, FEWEST.get(game, 2), hero, others, thoughts)
    return statistics.mean(pairing.played(number, "").share for number in range(games))


@pytest.mark.parametrize("game", POLICIES)
def test_medium_computers_beat_those_that_do_anything(game: str) -> None:
    assert share(game, "medium", "random", 5) >= 0.75


@pytest.mark.parametrize("game", POLICIES)
def test_easy_computers_lose_more_often_than_medium_ones(game: str) -> None:
    assert share(game, "easy", "medium", LONG.get(game, 24)) <= 0.45


def test_computers_that_think_beat_those_that_do_not() -> None:
    assert share("skrap", "hard", "medium", 10, QUICK) >= 0.6


def test_the_same_pairing_is_played_the_same_again() -> None:
    pairing = Pairing("skrap", 2, "hard", "medium", QUICK)

    first, second = pairing.played(0, ""), pairing.played(0, "")

    assert (first.share, first.decisions) == (second.share, second.decisions)


def test_every_game_that_computers_play_has_bars_for_every_level() -> None:
    assert {bar.game for bar in BARS} == POLICIES.keys() == OPTIONS.keys()
    for game in POLICIES:
        assert {bar.hero for bar in BARS if bar.game == game} == {"easy", "medium", "hard"}


def test_what_was_interrupted_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.jsonl"
    only = ["--game", "skrap", "--hero", "easy", "--minutes", "1", "--results", str(results)]

    strength.main([*only, "--games", "1"])
    strength.main([*only, "--games", "2"])

    pairings = [bar for bar in BARS if bar.game == "skrap" and bar.hero == "easy"]
    assert len(read(results)) == 2 * len(pairings)
    assert "skrap, 2: easy v medium" in capsys.readouterr().out


def test_the_interval_is_the_one_of_the_books() -> None:
    low, high = interval(0.5, 100)

    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
