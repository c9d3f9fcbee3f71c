"""The lengths that lobbies show are measured ones, and cover every game that no clock limits."""

import json
import random
from pathlib import Path

import pytest

from benchmarks import lengths
from bot.games import GAMES

MINUTES = json.loads(lengths.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game_id", lengths.MEASURED)
def test_every_length_is_measured_for_every_number_of_players(game_id: str) -> None:
    game = GAMES[game_id]

    assert list(MINUTES[game_id]) == list(game.lengths)
    for measured in MINUTES[game_id].values():
        assert list(measured) == [str(seats) for seats in game.seats]


@pytest.mark.parametrize("game_id", lengths.MEASURED)
def test_a_longer_game_takes_longer(game_id: str) -> None:
    for seats in map(str, GAMES[game_id].seats):
        short, normal, long = (MINUTES[game_id][length][seats] for length in GAMES[game_id].lengths)
        assert short < normal < long


@pytest.mark.parametrize("game_id", lengths.MEASURED)
def test_the_players_end_their_games(game_id: str) -> None:
    game = GAMES[game_id]

    assert lengths.seconds_of(game, game.seats[0], game.lengths["short"], random.Random(1)) > 60


def test_only_games_that_a_clock_limits_are_left_out() -> None:
    assert GAMES.keys() - set(lengths.MEASURED) == {"crapette"}


def test_the_command_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "MEASURED", ("skrap",))

    lengths.main(["--games", "1", "--file", str(tmp_path / "lengths.json")])

    assert list(json.loads((tmp_path / "lengths.json").read_text(encoding="utf-8"))) == ["skrap"]
