"""Broken invariants are found (section 10)."""

from typing import Any

import msgspec
import pytest

from bot.games.crap import GAME
from bot.games.crap.options import CrapOptions
from bot.games.crap.state import Acquisition
from tests.games.crap.positions import SEVENS, game_at


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"placed": {"A": ["2C"]}}, "outside a challenge"),
        ({"left": ["B"], "hands": {"B": ["2C"]}}, "still holds cards"),
        ({"phase": "over"}, "has an end"),
        ({"turn_number": 601}, "turn limit"),
        ({"left": ["B", "C"]}, "one player"),
        ({"leaving": ["B"]}, "a leave waits"),
        ({"sets": [{"owner": "A", "rank": "7", "cards": SEVENS[:3]}]}, "lent"),
        ({"sets": [{"owner": "A", "rank": "7", "cards": SEVENS[:2]}]}, "has 2 cards"),
        ({"sets": [{"owner": "A", "rank": "8", "cards": SEVENS}]}, "another rank"),
        (
            {"sets": [{"owner": "A", "rank": "7", "cards": SEVENS, "borrowed": "2C"}]},
            "lies across a set of 7",
        ),
        (
            {
                "phase": "challenge-guess-1",
                "pending": {"action": "challenge", "target": "B", "die": 6},
                "placed": {"B": [*SEVENS, "8C", "8D", "8H"]},
            },
            "more than six",
        ),
    ],
)
def test_broken_invariants_are_named(position: dict[str, Any], fault: str) -> None:
    assert any(fault in line for line in GAME.faults(GAME.load(position, 3, CrapOptions())))


def test_a_window_in_which_all_have_answered_is_a_fault() -> None:
    state = game_at({"hands": {"A": ["2C"]}}).do("A: acquire rank:K").state

    answered = msgspec.structs.replace(state, pending=Acquisition("K", believed=(1, 2)))

    assert GAME.faults(answered) == ["nobody decides in bluff-window"]


def test_a_lost_card_is_a_fault() -> None:
    state = game_at({"stock": ["2C", "3C"]}).state

    assert GAME.faults(state) == []
    assert GAME.faults(msgspec.structs.replace(state, stock=("2C",))) == [
        "the cards of all zones are not the cards of the pack"
    ]
