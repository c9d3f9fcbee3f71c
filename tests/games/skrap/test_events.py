"""Events that release 0.1.0 stored are read as those of today."""

import json
from typing import Any

import pytest

from bot.engine.events import Event, TimedOut, write_events
from bot.games.skrap import GAME
from bot.games.skrap.dealing import Hand
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.scavenging import AskedToScavenge
from bot.games.skrap.throwing import AskedToThrow
from bot.games.skrap.turns import TurnStarted
from bot.sessions.session import read_events

STORED: list[tuple[dict[str, Any], Event]] = [
    ({"event": "holding", "to": [1], "cards": ["2H", "JK"]}, Hand(1, ("2H", "JK"), to=(1,))),
    ({"event": "holding", "to": [0], "cards": []}, Hand(0, (), to=(0,))),
    ({"event": "asked", "seat": 2}, TurnStarted(2)),
    ({"event": "throw-awaited", "seats": [0, 1], "undecided": 2}, AskedToThrow((0, 1), 2)),
    ({"event": "scavengers-awaited", "seats": [0, 2]}, AskedToScavenge((0, 2))),
    ({"event": "player-left", "seat": 1, "set_aside": 3}, PlayerLeft(1, 3)),
    ({"event": "timed-out", "seat": 1}, TimedOut((1,))),
]


@pytest.mark.parametrize(("stored", "event"), STORED)
def test_an_event_of_release_0_1_0_is_still_read(stored: dict[str, Any], event: Event) -> None:
    assert read_events(GAME, json.dumps([stored]).encode()) == (event,)
    assert read_events(GAME, write_events((event,))) == (event,)


def test_every_event_that_changed_is_tried() -> None:
    assert {stored["event"] for stored, _ in STORED} == set(GAME.former)
