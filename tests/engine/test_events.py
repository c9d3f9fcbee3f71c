"""Events: the seats that learn of them, and the reading of old ones."""

import json
from typing import Any

import pytest

from bot.engine.events import Event, TimedOut, renamed_event, visible_to
from bot.sessions.session import read_events
from tests.engine.toy import TOY, Taken


def test_event_reaches_only_its_addressees() -> None:
    for_all, for_b, for_nobody = (
        Taken(seat=0, left=2),
        Taken(seat=0, left=1, to=(1,)),
        Taken(seat=0, left=0, to=()),
    )
    events: tuple[Event, ...] = (for_all, for_b, for_nobody)

    assert visible_to(events, 0) == visible_to(events, None) == (for_all,)
    assert visible_to(events, 1) == (for_all, for_b)


@pytest.mark.parametrize(
    ("stored", "event"),
    [
        ({"event": "counted", "player": 1, "rest": 2}, Taken(seat=1, left=2)),
        ({"event": "counted", "player": 1, "rest": 2, "to": [1]}, Taken(seat=1, left=2, to=(1,))),
        ({"event": "timed-out", "seats": [0, 1]}, TimedOut(seats=(0, 1))),
        ({"event": "taken", "seat": 1, "left": 2}, Taken(seat=1, left=2)),
    ],
    ids=str,
)
def test_events_are_read_under_former_names_too(stored: dict[str, Any], event: Event) -> None:
    assert read_events(TOY, json.dumps([stored]).encode()) == (event,)


def test_reading_former_event_leaves_stored_one_unchanged() -> None:
    stored = {"event": "counted", "player": 1}

    assert renamed_event("taken", player="seat")(stored) == {"event": "taken", "seat": 1}
    assert stored == {"event": "counted", "player": 1}
