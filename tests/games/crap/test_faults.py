"""Broken invariants are found (section 10)."""

from typing import Any

import msgspec
import pytest

from bot.engine.contract import Malformed
from bot.games.crap import GAME
from bot.games.crap.state import Acquisition
from tests.games.crap.positions import SEVENS, game_at

ACES = {"owner": "B", "rank": "A", "cards": ["AC", "AD", "AH", "AS"], "borrowed": "7S"}


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"placed": {"A": ["2C"]}}, "outside a challenge"),
        ({"left": ["B"], "hands": {"B": ["2C"]}}, "still holds cards"),
        ({"phase": "over"}, "has an end"),
        ({"turn_number": 601}, "turn limit"),
        ({"left": ["B", "C"]}, "one player"),
        (
            {"phase": "bluff-window", "pending": {"action": "acquire", "rank": "K"}, "left": ["A"]},
            "it cannot be the turn of A, who has left",
        ),
        ({"leaving": ["B"]}, "a leave waits"),
        ({"sets": [{"owner": "A", "rank": "7", "cards": SEVENS[:3]}]}, "lent"),
        ({"sets": [{"owner": "A", "rank": "7", "cards": SEVENS[:2]}, ACES, ACES]}, "has 2 cards"),
        ({"sets": [{"owner": "A", "rank": "8", "cards": SEVENS}]}, "another rank"),
        (
            {
                "sets": [
                    {"owner": "A", "rank": "7", "cards": SEVENS, "borrowed": "8C"},
                    {"owner": "A", "rank": "8", "cards": ["8D", "8H", "8S"]},
                ]
            },
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
def test_position_with_broken_invariant_is_refused(position: dict[str, Any], fault: str) -> None:
    with pytest.raises(Malformed, match=fault):
        game_at(position)


def test_window_in_which_all_have_answered_is_fault() -> None:
    state = game_at({"hands": {"A": ["2C"]}}).do("A: acquire rank:K").state

    answered = msgspec.structs.replace(state, pending=Acquisition("K", believed=(1, 2)))

    assert GAME.faults(answered) == ["nobody decides in bluff-window"]


def test_a_lost_card_is_a_fault() -> None:
    state = game_at({"stock": ["2C", "3C"]}).state

    assert GAME.faults(state) == []
    assert GAME.faults(msgspec.structs.replace(state, stock=("2C",))) == [
        "cards have been lost or have come from nowhere"
    ]
