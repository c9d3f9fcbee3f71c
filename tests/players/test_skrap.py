"""Choices of computers in telling positions of Skrap."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.engine.moves import Move
from bot.games.skrap import GAME
from bot.games.skrap.notes import SkrapNotes
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.state import State
from bot.players.player import Level, choose, seen_by
from bot.players.policies import POLICIES
from bot.players.policy import PLAIN, PlayStyle, View
from tests.games.skrap.positions import battling, scavenging, surging

POLICY = POLICIES["skrap"]
SMALL = [("A", "3S", "3H")]
LARGE = [("A", "2S", "2H"), ("B", "3S", "3H"), ("A", "4S", "4H"), ("B", "5S", "5H")]


def loaded(position: dict[str, Any], **options: Any) -> State:
    return GAME.load(position, len(position["hands"]), SkrapOptions(**options))


def picked(
    position: dict[str, Any], seat: int, play_style: PlayStyle = PLAIN, seed: int = 0, **options: Any
) -> str:
    """Return the policy's move in a position."""
    view = View(seat, random.Random(seed), play_style)
    return str(POLICY.choose(loaded(position, **options), view))


def chosen(position: dict[str, Any], level: Level, seed: int, *, search_effort: int = 60) -> Move:
    """Return the move of a computer in the first deciding seat."""
    state = loaded(position)
    (seat, *_) = GAME.deciders(state)
    notes = SkrapNotes(seat=seat)
    seen = seen_by(GAME, state, notes, level=level, seed=bytes([seed]))
    return choose(msgspec.structs.replace(seen, search_effort=search_effort))


def likelihood(position: dict[str, Any], seat: int, play_style: PlayStyle, move: str) -> float:
    """Return how likely a character makes a move, from 100 tries."""
    return sum(picked(position, seat, play_style, seed) == move for seed in range(100)) / 100


def test_least_valuable_card_is_placed_never_joker() -> None:
    assert picked(surging(A="JK 9C 3H KD", B="2C"), 0) == "surge card:3H"


def test_cheap_bot_opens_so_that_pot_grows() -> None:
    position = {"phase": "open", "turn": "A"} | surging(A="JK 9C 3H KD", B="2C 2H")

    assert picked(position, 0) == "bot weapon:9C armour:3H"


def test_small_pot_is_left_to_later_players() -> None:
    hands = {"A": "9S", "B": "8S 8H", "C": "7S 7H"}

    assert picked(battling("B", SMALL, **hands), 1) == "pass"
    assert picked(battling("C", SMALL, **hands) | {"passed": ["B"]}, 2) == "bot weapon:7S armour:7H"


def test_final_passes_leave_no_waiting() -> None:
    position = battling("B", SMALL, A="9S", B="8S 8H", C="7S 7H")

    assert picked(position, 1, pass_rule="final") == "bot weapon:8S armour:8H"


def test_large_pot_is_worth_best_armour_not_weapon() -> None:
    hand = "JK 6S 9S 2D QD"

    assert picked(battling("A", [*SMALL, ("B", "3C", "3D")], A=hand, B="8H"), 0) == "bot weapon:6S armour:2D"
    assert picked(battling("A", LARGE, A=hand, B="8H"), 0) == "bot weapon:6S armour:QD"


def test_scavengers_are_played_wherever_there_is_a_pair() -> None:
    position = scavenging("A", A="9S", B="6S 6H 7S")

    assert POLICY.candidates(loaded(position), 1) == POLICY.candidates(loaded(position), 1)[:1]
    for level in ("easy", "medium", "hard"):
        assert str(chosen(position, level, 1)) in (
            "scavenge first:6S second:6H",
            "scavenge first:6H second:6S",
        )


def test_throws_cannot_be_foretold() -> None:
    position = surging(A="2S 2H", B="3S 3H") | {"phase": "throw", "contenders": ["A", "B"]}
    thrown = Counter(str(chosen(position, "medium", seed)) for seed in range(60))

    assert len(thrown) == 3
    assert min(thrown.values()) > 8


def test_hard_computer_destroys_bot_that_would_win_game() -> None:
    position = battling("B", LARGE[:3], A="9S", B="8S 8H 9C", C="2C 7H") | {"heads": {"A": 8}}

    assert picked(position, 1) != "pass"
    for seed in range(5):
        assert str(chosen(position, "hard", seed)).startswith("bot")


def test_hard_computer_takes_winning_heads_first() -> None:
    position = battling("B", [("A", "3S", "3H"), ("C", "4S", "4H")], A="9S 9H", B="8S KH 2D", C="7S 7H 6S")
    wins = position | {"heads": {"B": 8}, "pack": ["2S", "5C", "6C", "7C"]}

    for seed in range(5):
        assert str(chosen(wins, "hard", seed)) == "bot weapon:8S armour:KH"


@pytest.mark.parametrize(
    ("more", "less", "position", "move"),
    [
        pytest.param(
            PlayStyle(bold=1), PlayStyle(bold=-1),
            battling("C", [*SMALL, ("B", "4S", "4H")], A="9S 9H", B="2C 2D", C="7S 7H"),
            "bot weapon:7S armour:7H", id="the bold ones take what others might",
        ),
        pytest.param(
            PlayStyle(hoard=1), PLAIN,
            battling("A", [("B", "3C", "KD")], A="JK 6S 2D", B="8H 9C"),
            "pass", id="hoarders keep jokers for large pots",
        ),
        pytest.param(
            PlayStyle(spite=1), PLAIN,
            battling("B", SMALL, A="9S 9H", B="8S 8H", C="7S 7H") | {"heads": {"A": 5}},
            "bot weapon:8S armour:8H", id="the spiteful go for who leads",
        ),
        pytest.param(
            PlayStyle(haste=1), PlayStyle(haste=-1),
            battling("A", LARGE[:3], A="9S 6H QH", B="8H 9C"),
            "bot weapon:9S armour:QH", id="the hasty stay for a small pot",
        ),
    ],
)  # fmt: skip
def test_characters_lean(more: PlayStyle, less: PlayStyle, position: dict[str, Any], move: str) -> None:
    seat = GAME.deciders(loaded(position))[0]

    assert likelihood(position, seat, more, move) > likelihood(position, seat, less, move) + 0.3
