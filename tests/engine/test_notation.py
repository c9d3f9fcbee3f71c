"""The notation: seats, commands, positions, and the referee that runs cases."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from bot.__main__ import EXIT_SETTINGS, command
from bot.engine.chance import ScriptedChance
from bot.engine.contract import AnyGame, Malformed
from bot.engine.moves import Leave
from bot.engine.notation import (
    Case,
    Referee,
    build_move,
    by_letter,
    by_seat,
    letters,
    parse_move,
    read_options,
    read_seat,
    referee,
)
from tests.engine.toy import TOY, Give, LayDown, Take, ToyOptions
from tests.helpers.recipe import EVERY_GAME
from tests.helpers.walks import Walk

TOYS: dict[str, AnyGame] = {"toy": TOY}
START: dict[str, Any] = {"game": "toy", "seats": 2, "position": {"count": 4}}
ACQUIRE: dict[str, Any] = {"game": "crap", "seats": 3, "position": {"hands": {"A": ["KH"]}}}


def judge(**case: Any) -> dict[str, Any]:
    result: dict[str, Any] = referee(TOYS, json.dumps({**START, **case}))
    return result


def errors(*commands: str, **case: Any) -> list[str | None]:
    return [step["error"] for step in judge(commands=commands, **case)["steps"]]


def test_seats_are_letters_as_far_as_table_reaches() -> None:
    assert [read_seat(letter, 3) for letter in "ABC"] == [0, 1, 2]
    for letter in ("D", "a", "", "AB", "1", "*"):
        with pytest.raises(Malformed, match="the seats are A to C"):
            read_seat(letter, 3)


def test_values_by_seat_use_letters() -> None:
    assert by_letter([5, 0, 7]) == {"A": 5, "B": 0, "C": 7}
    assert by_seat({"C": 7, "A": 5}, 3, 0) == [5, 0, 7]
    assert letters((2, 0)) == ["C", "A"]
    with pytest.raises(Malformed):
        by_seat({"D": 1}, 3, 0)


def test_options_left_out_take_their_defaults() -> None:
    assert read_options(TOY, {}) == ToyOptions()
    assert read_options(TOY, {"open-hands": True, "start": 9}) == ToyOptions(start=9, open_hands=True)


@pytest.mark.parametrize(
    "given", [{"open_hands": True}, {"start": 0}, {"start": "3"}, {"pace": "high"}, {"x": 1}], ids=str
)
def test_unknown_option_or_value_is_malformed(given: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="options: "):
        read_options(TOY, given)


def test_command_is_read_with_options_in_any_order() -> None:
    assert parse_move(TOY, 'give card:"10H" player:b', 3) == Give(1, "10H")
    assert parse_move(TOY, "  take   loudly:true number:2 ", 3) == Take(2, loudly=True)
    assert parse_move(TOY, "lay-down to:right cards:'7S 7H'", 3) == LayDown("7S 7H", "right")
    assert parse_move(TOY, "leave", 3) == Leave()


def test_of_option_given_twice_last_one_counts() -> None:
    assert parse_move(TOY, "take number:3 number:2", 3) == Take(2)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "command"),
        ("fold", "fold"),
        ("Take", "Take"),
        ("take 2", "2"),
        ("take count:2", "count"),
        ("take number:four", "number"),
        ("take number:4", "number"),
        ("take loudly:perhaps", "loudly"),
        ("give player:B", "card"),
        ("give player:D card:AS", "D"),
        ("give player:1 card:AS", "1"),
        ("lay-down cards:AS to:up", "to"),
        ("lay-down cards:AS where:left", "where"),
        ('lay-down cards:"AS', "quotation"),
    ],
)
def test_unreadable_command_is_malformed_and_names_word(text: str, named: str) -> None:
    with pytest.raises(Malformed, match=named):
        parse_move(TOY, text, 3)


def test_move_is_built_from_values_or_texts() -> None:
    assert build_move(Give, {"player": 1, "card": "AS"}, 2) == build_move(
        Give, {"player": "B", "card": "AS"}, 2
    )
    assert build_move(Take, {"number": 2, "loudly": True}, 2) == Take(2, loudly=True)


def test_referee_tells_result_of_each_command() -> None:
    result = judge(
        id="toy-1", commands=["A: take number:2", "A: take", "*: wait seconds:5", "B: take number:2"]
    )

    assert result == {
        "id": "toy-1",
        "steps": [
            {"command": "A: take number:2", "error": None},
            {"command": "A: take", "error": "not-your-turn"},
            {"command": "*: wait seconds:5", "error": None},
            {"command": "B: take number:2", "error": None},
        ],
        "position": {"count": 0, "turn": 0, "waited": 5, "left": []},
        "phase": "over",
        "deciders": [],
        "over": True,
        "winners": ["A"],
        "chance_left": 0,
        "views": {
            letter: {"count": 0, "turn": 0, "waited": 5 if letter == "A" else 0, "left": []}
            for letter in ("A", "B", "*")
        },
    }


def test_clock_may_run_out_and_time_may_pass() -> None:
    assert judge(commands=["*: timeout", "*:wait  seconds:90 "])["position"] == {
        "count": 3,
        "turn": 1,
        "waited": 90,
        "left": [],
    }
    assert errors(*["*: timeout"] * 5) == [None] * 4 + ["game-over"]


def test_looking_changes_nothing_and_may_be_refused() -> None:
    assert errors("A: table", "B: table") == ["blindfold", None]
    assert judge(commands=["B: table"])["position"]["count"] == 4


def test_command_may_hold_line_break_in_quotes() -> None:
    assert errors('A: lay-down cards:"AS\nKD"') == [None]


def test_new_game_is_dealt_from_script_or_seed() -> None:
    dealt = judge(position=None, options={"start": 9}, chance=[{"seat": "B"}, {"die": 1}])
    seeded = [judge(position=None, seed=seed)["position"]["turn"] for seed in "0123456789"]

    assert dealt["position"] == {"count": 9, "turn": 1, "waited": 0, "left": []}
    assert dealt["chance_left"] == 1
    assert set(seeded) == {0, 1}
    assert judge(position=None) == judge(position=None, seed="0")


def test_a_printed_position_can_be_given_back() -> None:
    result = judge(commands=["A: take"])

    assert judge(position=result["position"])["views"] == result["views"]


def test_list_of_cases_gives_list_of_results() -> None:
    results = referee(TOYS, json.dumps([START, {**START, "id": "two"}]))

    assert [result["id"] for result in results] == [None, "two"]
    assert referee(TOYS, b"[]") == []


def test_expectations_are_kept_but_not_checked() -> None:
    assert judge(expect={"over": True})["over"] is False


def test_a_refereed_game_keeps_its_script_at_hand() -> None:
    table = Referee(TOY, Case(game="toy", seats=2, chance=[{"seat": "A"}]))

    assert isinstance(table.chance, ScriptedChance)
    assert table.command("A: take number:3") is None
    assert table.state.count == 0


MALFORMED: list[tuple[str, str]] = [
    ("", "truncated"),
    ("{", "truncated"),
    ("5", "object"),
    ("[[]]", "object"),
    ("[" * 100_000, "not a case"),
    ('{"game": "crap"}', "seats"),
    ('{"seats": 3}', "game"),
    ('{"game": "whist", "seats": 3}', "whist"),
    ('{"game": "crap", "seats": "three"}', "seats"),
    ('{"game": "crap", "seats": 3, "colour": 1}', "colour"),
    ('{"game": "crap", "seats": 2}', "3 to 6 players, not 2"),
    ('{"game": "crap", "seats": 7, "position": {}}', "3 to 6 players, not 7"),
    ('{"game": "crap", "seats": 99999999999999999999, "position": {}}', "3 to 6 players"),
    ('{"game": "crap", "seats": 3, "options": {"threshold": "high"}}', "threshold"),
    ('{"game": "crap", "seats": 3, "options": {"lives": 3}}', "lives"),
    ('{"game": "crap", "seats": 3, "position": []}', "position"),
    ('{"game": "crap", "seats": 3, "position": {"hand": {}}}', "hand"),
    ('{"game": "crap", "seats": 3, "position": {"stock": ["1S"]}}', "1S"),
    ('{"game": "crap", "seats": 3, "position": {"stock": ["AS", "AS", "AS"]}}', "AS"),
    ('{"game": "crap", "seats": 3, "position": {"hands": {"D": []}}}', "D"),
    ('{"game": "crap", "seats": 3, "chance": []}', "too short"),
    ('{"game": "crap", "seats": 3, "chance": [{"dice": [1, 2]}]}', "shuffle is asked for"),
    ('{"game": "crap", "seats": 3, "chance": [{"shuffle": ["JK"]}]}', "JK"),
    ('{"game": "crap", "seats": 3, "chance": [[]]}', "chance"),
    ('{"game": "crap", "seats": 3, "commands": ["recycle"]}', "is not a command"),
    ('{"game": "crap", "seats": 3, "commands": ["D: recycle"]}', "no seat"),
    ('{"game": "crap", "seats": 3, "commands": ["a: recycle"]}', "is not a command"),
    ('{"game": "crap", "seats": 3, "commands": ["A: fold"]}', "fold"),
    ('{"game": "crap", "seats": 3, "commands": ["A: acquire"]}', "rank"),
    ('{"game": "crap", "seats": 3, "commands": ["A: acquire rank:K suit:S"]}', "suit"),
    ('{"game": "crap", "seats": 3, "commands": ["*: wait seconds:9"]}', "wait seconds:9"),
    ('{"game": "crap", "seats": 3, "commands": ["*: recycle"]}', "recycle"),
    ('{"id": "lost", "game": "crap", "seats": 3, "chance": []}', "lost"),
]


@pytest.mark.parametrize(("case", "named"), MALFORMED, ids=lambda text: text[:60])
def test_malformed_case_ends_referee_with_one_line(case: str, named: str) -> None:
    ended = CliRunner().invoke(command, ["referee"], input=case)

    assert ended.exit_code == EXIT_SETTINGS == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert named in ended.stderr


def test_impossible_options_for_players_are_malformed() -> None:
    options = {"pace": "fast", "start": 10}

    for position in (None, {"count": 4}):
        with pytest.raises(Malformed, match="9 at most"):
            judge(options=options, position=position)


@pytest.mark.parametrize("raw", [b"\xff", b'{"game": "\xff", "seats": 2}', b'"\\ud800"'])
def test_a_case_in_another_encoding_is_malformed(raw: bytes) -> None:
    with pytest.raises(Malformed, match="not a case"):
        referee(TOYS, raw)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    ended = CliRunner().invoke(command, ["referee", str(tmp_path / "none.json")])

    assert ended.exit_code == EXIT_SETTINGS
    assert "none.json" in ended.stderr


def run_referee(case: str) -> subprocess.CompletedProcess[str]:
    """Run the referee on a case, with the command that people type."""
    program = [sys.executable, "-m", "bot", "referee"]
    return subprocess.run(program, input=case, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.slow
def test_command_prints_result_of_sound_case() -> None:
    ended = run_referee(json.dumps({**ACQUIRE, "commands": ["A: acquire rank:K", "B: recycle"]}))

    assert (ended.returncode, ended.stderr) == (0, "")
    assert [step["error"] for step in json.loads(ended.stdout)["steps"]] == [None, "wrong-phase"]


@pytest.mark.slow
def test_malformed_case_ends_command_with_status_two() -> None:
    ended = run_referee(json.dumps({**ACQUIRE, "commands": ["A: acquire rank:11"]}))

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("cardcrate: case: acquire: ")
    assert ended.stderr.count("\n") == 1


every_game = pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME)


def is_malformed(game: AnyGame, named: str, **case: Any) -> bool:
    """Whether the referee refuses a case and names what is wrong."""
    with pytest.raises(Malformed, match=re.escape(named)):
        referee(EVERY_GAME, json.dumps({"game": game.id, **case}))
    return True


@every_game
def test_unknown_command_is_malformed_everywhere(game: AnyGame) -> None:
    phases = set[str]()
    for walk in (Walk(game, seed) for seed in range(8)):
        for state in walk.states():
            if (phase := game.phase(state)) in phases:
                continue
            phases.add(phase)
            table = {"seats": walk.seats, "position": game.dump(state)}
            options = msgspec.to_builtins(walk.options)
            for letter in letters(range(walk.seats)):
                assert is_malformed(game, "'fly'", commands=[f"{letter}: fly"], options=options, **table)

    assert len(phases) > 1
    assert "over" in phases


@every_game
def test_unknown_command_is_malformed_even_after_the_end(game: AnyGame) -> None:
    seats = game.seats[-1]
    *leavers, last = letters(range(seats))
    gone = [f"{letter}: leave" for letter in leavers]
    over = [*gone, *["*: timeout"] * 3]  # An unfinished action has to time out first.
    table: dict[str, Any] = {"game": game.id, "seats": seats}

    assert referee(EVERY_GAME, json.dumps({**table, "commands": over}))["over"]
    for commands in ([*gone[:1], "A: fly"], [*over, "A: fly"], [*over, f"{last}: fly"]):
        assert is_malformed(game, "'fly'", seats=seats, commands=commands)


@every_game
def test_impossible_number_of_seats_is_malformed(game: AnyGame) -> None:
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        assert is_malformed(game, f"players, not {seats}", seats=seats)
        assert is_malformed(game, f"players, not {seats}", seats=seats, position={})


STUCK: list[tuple[str, dict[str, Any]]] = [
    ("toy", {"count": 2, "turn": 5}),
    ("highest", {"hands": {"A": ["KS"], "B": ["2C"]}, "laid": {"A": "AH", "B": "AS"}}),
    ("highest", {"hands": {"A": ["KS"], "B": ["2C"]}, "laid": {"A": "AH"}, "left": ["B"]}),
]


@pytest.mark.parametrize(("game", "position"), STUCK)
def test_position_without_decider_is_malformed(game: str, position: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="not over, but nobody who is still in it has to decide"):
        referee(TOYS | EVERY_GAME, json.dumps({"game": game, "seats": 2, "position": position}))


def test_every_game_can_be_refereed_from_the_deal() -> None:
    for game in EVERY_GAME.values():
        for seats in (game.seats[0], game.seats[-1]):
            result = referee(EVERY_GAME, json.dumps({"game": game.id, "seats": seats}))
            assert len(result["views"]) == seats + 1
