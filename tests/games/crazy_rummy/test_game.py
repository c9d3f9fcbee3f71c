"""The game under the contract: its moves and events, and events that the first release stored."""

import json
from typing import Any

import pytest

from bot.engine.events import Event, TimedOut
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.dealing import Dealt, Hand
from bot.games.crazy_rummy.drawing import Drew, DrewCards
from bot.games.crazy_rummy.turns import Reshuffled
from bot.sessions.session import read_events

STORED: list[tuple[dict[str, Any], Event]] = [
    (
        {
            "event": "hand-dealt",
            "hand_number": 1,
            "dealer": 0,
            "packs": 1,
            "up_cards": [[1, "4H"], [0, "6D"]],
            "wild": "6",
            "marker": "6D",
            "hand_sizes": [5, 4],
            "discard": "7C",
            "stock": 37,
            "turn": 1,
        },
        Dealt(1, 0, 1, ((1, "4H"), (0, "6D")), "6", "6D", (5, 4), "7C", 37, 1),
    ),
    (
        {"event": "hand-received", "to": [1], "seat": 1, "cards": ["4H", "9C", "KD", "3S"]},
        Hand(1, ("4H", "9C", "KD", "3S"), to=(1,)),
    ),
    ({"event": "drew-from-stock", "seat": 0, "stock": 3}, Drew(0, 3)),
    ({"event": "card-drawn", "to": [0], "seat": 0, "card": "10C"}, DrewCards(0, "10C", to=(0,))),
    ({"event": "stock-rebuilt", "stock": 3, "discard": "10C", "left": 0}, Reshuffled(3, "10C", 0)),
    ({"event": "timed-out", "seat": 1}, TimedOut(seats=(1,))),
]
"""Events as release 0.1.0 wrote them, and what they are today."""


@pytest.mark.parametrize(
    ("stored", "event"), STORED, ids=lambda value: value["event"] if isinstance(value, dict) else ""
)
def test_an_event_that_release_0_1_0_stored_is_read_today(stored: dict[str, Any], event: Event) -> None:
    assert read_events(GAME, json.dumps([stored]).encode()) == (event,)


def test_every_former_event_has_its_example() -> None:
    assert {stored["event"] for stored, _ in STORED} == set(GAME.former)


def test_a_timeout_of_today_is_read_as_it_is() -> None:
    assert read_events(GAME, b'[{"event":"timed-out","seats":[1]}]') == (TimedOut(seats=(1,)),)
