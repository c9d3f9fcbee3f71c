"""The game as a whole: events that earlier releases stored."""

import json

import pytest

from bot.engine.events import Event, TimedOut
from bot.games.crap import GAME
from bot.games.crap.dealing import Hand
from bot.games.crap.ending import GameEnded
from bot.games.crap.turns import TurnStarted
from bot.sessions.session import read_events


@pytest.mark.parametrize(
    ("stored", "event"),
    [
        (
            {"event": "hand-dealt", "to": [1], "seat": 1, "cards": ["5C"]},
            Hand(to=(1,), seat=1, cards=("5C",)),
        ),
        ({"event": "turn-began", "seat": 2, "number": 9}, TurnStarted(seat=2, number=9)),
        ({"event": "timed-out", "phase": "vote", "seats": [0, 2]}, TimedOut(seats=(0, 2))),
        (
            {"event": "game-over", "winners": [0, 2], "end": "threshold", "totals": [70, 0, 70]},
            GameEnded(winners=(0, 2), end="threshold", totals=(70, 0, 70)),
        ),
    ],
)
def test_events_of_release_0_1_0_are_read(stored: dict[str, object], event: Event) -> None:
    assert read_events(GAME, json.dumps([stored]).encode()) == (event,)
