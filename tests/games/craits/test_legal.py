"""The errors of section 5, in their order. A refused command changes nothing."""

from typing import Any

import pytest

from bot.games.craits import GAME
from tests.games.craits.positions import table

OVER: dict[str, Any] = {"phase": "over", "hand_number": 15}


def test_not_a_player_comes_before_everything() -> None:
    game = table("KH QH / / ", top="JH", left=["B"], **OVER)

    assert game.code("B: play card:nothing") == "not-a-player"
    refusal = GAME.look(game.state, 1, "hand")
    assert refusal is not None
    assert refusal.code == "not-a-player"


@pytest.mark.parametrize("command", ["A: play card:KH", "A: deal", "A: one-card", "A: leave", "*: timeout"])
def test_game_over_refuses_all_but_look_at_hand(command: str) -> None:
    game = table("KH QH / QD", top="JH", **OVER)

    assert game.code(command) == "game-over"
    assert GAME.look(game.state, 0, "hand") is None


@pytest.mark.parametrize(
    ("phase", "commands"),
    [
        ("turn", ["B: deal", "B: suit suit:H"]),
        ("opening-suit", ["B: play card:no", "B: draw", "B: one-card", "B: idiot player:B", "B: deal"]),
        (
            "between-hands",
            ["B: play card:no", "B: draw", "B: one-card", "B: idiot player:B", "B: suit suit:H"],
        ),
    ],
)
def test_wrong_phase_precedes_not_your_turn(phase: str, commands: list[str]) -> None:
    game = table("KH QH / QD", top="8H", phase=phase)

    for command in commands:
        refusal = game.refused(command)
        assert (refusal.code, refusal.facts["phase"]) == ("wrong-phase", phase)


def test_not_your_turn_names_whose_turn_it_is() -> None:
    game = table("KH QH / QD", top="8H")

    assert game.refused("B: play card:no").facts == {"seats": (0,)}
    assert game.code("B: draw") == "not-your-turn"


@pytest.mark.parametrize("text", ["1H", "queen", "JJ", "'KH QH'"])
def test_bad_card_is_what_names_no_card(text: str) -> None:
    assert table("KH QH / QD", top="8H").code(f"A: play card:{text}") == "bad-card"


@pytest.mark.parametrize("text", ["QD", "JK", "10h"])
def test_unheld_card_or_joker_is_not_in_hand(text: str) -> None:
    assert table("KH QH / QD", top="8H").code(f"A: play card:{text}") == "not-in-hand"


@pytest.mark.parametrize("text", ["10H", "10h", "TH", "th", " 10H "])
def test_a_card_is_read_in_any_spelling(text: str) -> None:
    assert table("10H QH 4C / QD", top="8H").do(f"A: play card:'{text}'").position["top"] == "10H"


def test_count_only_comes_before_the_suit() -> None:
    game = table("8H QH / QD", top="2H", phase="count", count=2)

    assert game.code("A: play card:8H") == "count-only"


def test_not_playable_says_what_is() -> None:
    refusal = table("4C QH 9C KH / QD", top="8H").refused("A: play card:4C suit:H")

    assert refusal.code == "not-playable"
    assert refusal.facts == {"card": "4C", "top": "8H", "suit": "H", "playable": ["9C", "QH", "KH"]}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("play card:8C declare:true", "suit-needed"),
        ("play card:9C suit:H declare:true", "wrong-colour"),
        ("play card:KH suit:H declare:true", "suit-not-allowed"),
        ("play card:KH declare:true", "not-one-card"),
        ("play card:9C suit:S declare:true", "not-one-card"),
    ],
)
def test_the_suit_is_judged_before_the_declaration(command: str, code: str) -> None:
    assert table("8C 9C KH / QD", top="8H").code(f"A: {command}") == code


def test_wrong_colour_says_which_suits_may_be_named() -> None:
    assert table("9C KH / QD", top="8H").refused("A: play card:9C suit:H").facts["suits"] == ("C", "S")


def test_a_last_card_is_not_declared() -> None:
    assert table("KH / QD", top="8H").code("A: play card:KH declare:true") == "not-one-card"


def test_must_play() -> None:
    assert table("KH / QD", top="8H").code("A: draw") == "must-play"


def test_nothing_to_declare() -> None:
    assert table("KH / QD", top="8H", declared=["A"]).code("A: one-card") == "nothing-to-declare"


def test_self_call_comes_before_no_idiot() -> None:
    game = table("KH / QD", top="8H", undeclared=["A"])

    assert game.code("A: idiot player:A") == "self-call"
    assert game.refused("A: idiot player:B").facts == {"player": 1}


def test_player_who_left_is_no_idiot() -> None:
    game = table("KH / QD / 4C", top="8H", undeclared=["C"]).do("C: leave")

    assert game.code("A: idiot player:C") == "no-idiot"
