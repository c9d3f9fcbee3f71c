"""Short matches between computers with fixed deals, which notice when a policy gets worse."""

import random
import statistics
from pathlib import Path

import msgspec
import pytest

from benchmarks.strength import __main__ as strength
from benchmarks.strength.arena import PlayerKind, Table, _seeing
from benchmarks.strength.bars import BARS
from benchmarks.strength.pairing import OPTIONS, Pairing, interval, read
from bot.games import GAMES
from bot.players.policies import POLICIES

pytestmark = pytest.mark.no_cover

FEWEST = {"crap": 3}
LONG = {"crapette": 8}
"""The number of games to play of kinds that take long."""
QUICK = 40
"""A small search effort for hard computers, enough to show which side is stronger."""


def share(game: str, hero: PlayerKind, others: PlayerKind, games: int, search_effort: int = 0) -> float:
    """Return the share of these games that the hero wins, which is the same in every run."""
    pairing = Pairing(game, FEWEST.get(game, 2), hero, others, search_effort)
    return statistics.mean(pairing.played(number, "").share for number in range(games))


@pytest.mark.parametrize("game", POLICIES)
def test_medium_computers_beat_random_ones(game: str) -> None:
    assert share(game, "medium", "random", 5) >= 0.75


@pytest.mark.parametrize("game", POLICIES)
def test_easy_computers_lose_more_than_medium_ones(game: str) -> None:
    assert share(game, "easy", "medium", LONG.get(game, 24)) <= 0.45


def test_thinking_computers_beat_others() -> None:
    assert share("skrap", "hard", "medium", 10, QUICK) >= 0.6


def test_seeing_computer_sees_hands_and_no_stock() -> None:
    table, moves = Table(GAMES["skrap"], {}, 2, "seeing"), []
    for _ in range(2):
        [seat, *_] = GAMES["skrap"].deciders(table.state)
        moves.append(_seeing(table, seat, random.Random(1)))
        table.state = msgspec.structs.replace(table.state, stock=table.state.stock[::-1])

    assert moves[0] == moves[1]
    assert share("craits", "seeing", "medium", 6) > 0.5


def test_pairing_is_reproducible() -> None:
    pairing = Pairing("skrap", 2, "hard", "medium", QUICK)

    first, second = pairing.played(0, ""), pairing.played(0, "")

    assert (first.share, first.decisions) == (second.share, second.decisions)


def test_every_level_of_every_game_has_bars() -> None:
    assert {bar.game for bar in BARS} == POLICIES.keys() == OPTIONS.keys()
    for game in POLICIES:
        assert {bar.hero for bar in BARS if bar.game == game} >= {"easy", "medium", "hard"}


def test_interrupted_run_continues_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.jsonl"
    only = ["--game", "skrap", "--hero", "easy", "--minutes", "1", "--results", str(results)]

    strength.main([*only, "--games", "1"])
    strength.main([*only, "--games", "2"])

    pairings = [bar for bar in BARS if bar.game == "skrap" and bar.hero == "easy"]
    assert len(read(results)) == 2 * len(pairings)
    assert "skrap, 2: easy v medium" in capsys.readouterr().out


def test_interval_matches_the_textbook() -> None:
    low, high = interval(0.5, 100)

    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
