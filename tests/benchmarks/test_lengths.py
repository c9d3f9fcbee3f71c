"""Lobbies show measured durations for every game that no clock limits."""

import json
import random
import re
import statistics
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks import lengths
from bot.config import DATA
from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Step
from bot.engine.notation import read_options
from bot.games import GAMES
from bot.players.policies import POLICIES
from bot.players.policy import View
from bot.rendering.craits import lobby as craits
from bot.rendering.lobbies import LOBBIES
from bot.rendering.minutes import minutes_of
from bot.rendering.skrap import lobby as skrap
from tests.conventions.translations import languages

TOLERANCE = 0.3
MINUTES = json.loads(lengths.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game_id", lengths.MEASURED)
def test_every_length_is_measured_with_every_seat_count(game_id: str) -> None:
    game = GAMES[game_id]

    assert list(MINUTES[game_id]) == list(game.lengths_for(alone=game.measures_time))
    for measured in MINUTES[game_id].values():
        assert list(measured) == [str(seats) for seats in game.seats]


@pytest.mark.parametrize("game_id", lengths.MEASURED)
def test_longer_length_takes_longer(game_id: str) -> None:
    for seats in map(str, GAMES[game_id].seats):
        minutes = [measured[seats] for measured in MINUTES[game_id].values()]
        assert minutes == sorted({*minutes})


@pytest.mark.parametrize("game_id", lengths.MEASURED)
def test_measured_games_end(game_id: str) -> None:
    game = GAMES[game_id]

    short = {**game.lengths_for(alone=True)["short"], **game.alone}
    assert lengths.played(game, game.seats[0], short, random.Random(1)).seconds > 60


def test_every_game_is_measured() -> None:
    assert GAMES.keys() == MINUTES.keys()


def test_command_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "MEASURED", ("skrap",))

    lengths.main(["--games", "1", "--file", str(tmp_path / "lengths.json")])

    assert list(json.loads((tmp_path / "lengths.json").read_text(encoding="utf-8"))) == ["skrap"]


@pytest.mark.parametrize("length", ["short", "normal"])
@pytest.mark.parametrize("seats", [8, 10])
def test_everyone_has_a_turn_in_limited_games(seats: int, length: str) -> None:
    game = GAMES["crazy-rummy"]

    ends = [ended(game, seats, game.lengths[length], number) for number in range(50)]

    assert [end.without_turn for end in ends] == [()] * 50


@pytest.mark.parametrize("game_id", lengths.MEASURED)
def test_shown_minutes_are_near_the_measured_ones(game_id: str) -> None:
    for length, measured in MINUTES[game_id].items():
        for seats, minutes in measured.items():
            shown = minutes_of(game_id, length, int(seats))
            assert shown is not None
            assert abs(minutes - shown) <= TOLERANCE * shown


@pytest.mark.slow
@pytest.mark.night
@pytest.mark.parametrize(
    ("game_id", "seats"), [(game_id, seats) for game_id in lengths.MEASURED for seats in GAMES[game_id].seats]
)
def test_short_games_last_as_long_as_shown(game_id: str, seats: int) -> None:
    game = GAMES[game_id]
    short = {
        **game.lengths_for(alone=game.measures_time)["short"],
        **(game.alone if game.measures_time else {}),
    }

    games = [lengths.played(game, seats, short, random.Random(f"{seats} {number}")) for number in range(200)]

    median = statistics.median(one.seconds for one in games) / 60
    shown = minutes_of(game_id, "short", seats)
    assert shown is not None
    assert abs(median - shown) <= TOLERANCE * shown
    assert {one.turns for one in games} == {frozenset(range(seats))}


@pytest.mark.slow
@pytest.mark.parametrize(("length", "rounds"), [("short", 2), ("normal", 4), ("long", 6)])
def test_scoring_rounds_are_as_frequent_as_stated(length: str, rounds: int) -> None:
    words = {2: "two", 4: "four", 6: "six"}
    ends = [
        ended(GAMES["crap"], seats, GAMES["crap"].lengths[length], number)
        for seats in GAMES["crap"].seats
        for number in range(12)
    ]

    assert f" {words[rounds]} scoring rounds" in LOBBIES["crap"].hints[length]
    assert {*re.findall(r"\d+", LOBBIES["crap"].hints[length])} <= {"40"}
    assert round(statistics.mean(end.scoring_rounds for end in ends)) == rounds
    assert abs(statistics.median(end.turn_number / end.scoring_rounds for end in ends) - 40) < 5


@pytest.mark.slow
@pytest.mark.parametrize("players", skrap.ONE_ROUND_SHARES)
def test_round_one_decides_as_often_as_stated(players: int) -> None:
    for target in (10, 14):
        ends = [ended(GAMES["skrap"], players, {"target": target}, number) for number in range(100)]

        assert abs(sum(end.round == 1 for end in ends) - skrap.one_round_share(target, players)) <= 12
    assert not skrap.one_round_share(15, players)


@pytest.mark.slow
@pytest.mark.parametrize("length", GAMES["skrap"].lengths)
def test_two_players_need_the_stated_rounds(length: str) -> None:
    wanted = GAMES["skrap"].lengths[length]
    rounds = [ended(GAMES["skrap"], 2, wanted, number).round for number in range(100)]
    said = list(map(int, re.findall(r"\d+", LOBBIES["skrap"].hints[length])))

    assert min(said) - 1 <= statistics.median(rounds) <= max(said) + 1


@pytest.mark.slow
@pytest.mark.parametrize("faces", [False, True])
def test_reshuffle_penalties_decide_as_often_as_stated(faces: bool) -> None:
    options = {"faces": faces, "hands": 15}
    ends = [ended(GAMES["craits"], 5, options, number) for number in range(60)]
    decided = 0
    for end in ends:
        sums = end.scores.totals
        played = [sum(dict(hand.points)[seat] for hand in end.scores.record) for seat in range(5)]
        decided += played[sums.index(min(sums))] > min(played)

    assert abs(100 * decided / len(ends) - craits.PRESSURE_SHARES[faces, 5][15]) <= 15


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "counted", "players"),
    [("crazy-rummy", "hand_number", (2, 3, 4, 6)), ("crapette", "turn_number", (2,))],
)
def test_rules_state_the_measured_duration(game_id: str, counted: str, players: tuple[int, ...]) -> None:
    text = (DATA / "rules" / f"{game_id}.md").read_text(encoding="utf-8")
    least, most = map(int, re.findall(r"How long it takes\.\*\* \D*(\d+) to (\d+)", text)[0])
    ends = [[ended(GAMES[game_id], seats, {}, number) for number in range(20)] for seats in players]

    for some in ends:
        assert least <= statistics.median(getattr(end, counted) for end in some) <= most


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["", *languages()])
def test_most_crapette_games_last_as_stated(tag: str) -> None:
    text = (DATA / "rules" / tag / "crapette.md").read_text(encoding="utf-8")
    least, most, *usual = map(int, re.findall(r"\d+", re.findall(r"^\*\*.*\d.*", text, re.MULTILINE)[0]))
    turns = [ended(GAMES["crapette"], 2, {}, number).turn_number for number in range(100)]

    assert sum(least <= count <= most for count in turns) >= 70
    assert [abs(count - statistics.median(turns)) <= 5 for count in usual] == [True]


def ended(game: AnyGame, seats: int, options: Mapping[str, Any], number: int) -> Any:
    """Return the final state of a game between computers."""
    rng = random.Random(f"{game.id} {seats} {options} {number}")
    chance, policy = SeededChance(rng.randbytes(32)), POLICIES[game.id]
    state = game.deal(seats, read_options(game, options), chance).state
    while deciders := game.deciders(state):
        seat = rng.choice(deciders)
        step = game.apply(state, seat, policy.choose(state, View(seat, rng)), chance)
        assert isinstance(step, Step), step
        state = step.state
    return state
