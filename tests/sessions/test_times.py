"""Reading the time that a host types for a table."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.sessions.times import parse_time

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 29, 12, 30, tzinfo=UTC).timestamp()
"""A Sunday, half past one in Berlin."""


@pytest.mark.parametrize(
    ("typed", "day", "hour", "minute"),
    [
        ("Fri 20:00", 4, 20, 0),
        ("freitag, 20.15", 4, 20, 15),
        ("Mi 20h", 2, 20, 0),
        ("miércoles 8:30 pm", 2, 20, 30),
        ("sun 13:00", 6, 13, 0),  # today's 13:00 is over
        ("so 14", 29, 14, 0),
        ("20:00", 29, 20, 0),
        ("13:00", 30, 13, 0),
        ("12 am", 30, 0, 0),
        ("2026-12-24 20:00", 24, 20, 0),
    ],
)
def test_time_is_next_one_in_that_zone(typed: str, day: int, hour: int, minute: int) -> None:
    month = 11 if day >= 29 else 12
    assert (
        parse_time(typed, BERLIN, NOW) == datetime(2026, month, day, hour, minute, tzinfo=BERLIN).timestamp()
    )


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "soon",
        "25:00",
        "13 pm",
        "20:60",
        "xyz 20:00",
        "2026-02-30 20:00",
        "2026-11-28 20:00",
        "2028-01-01 20:00",
    ],
)
def test_anything_else_is_no_time(typed: str) -> None:
    assert parse_time(typed, BERLIN, NOW) is None
