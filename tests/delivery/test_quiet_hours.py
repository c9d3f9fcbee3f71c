"""Quiet hours: calls wait until they're over, and are dropped if they're outdated by then."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from zoneinfo import available_timezones

import pytest
import pytest_asyncio

from bot.rendering import elsewhere
from bot.rendering.quiet import MAX_CHARACTERS, wrong_page
from bot.sessions.lobby import GiveUpSeat
from bot.sessions.session import Session
from bot.sessions.times import QuietHours, place_of, typed_hours, zone_named, zones_like
from tests.delivery.rings import DAY, FIRST, SlowTables
from tests.sessions.rig import CHANNEL, PLAYERS

HOUR = 3600.0
NIGHT = {"start": 22, "end": 8, "zone": "Europe/Berlin"}


def in_berlin(day: int, hour: int, minute: int = 0) -> float:
    """Return a time of November 2026 in Berlin, in seconds since the epoch."""
    return datetime(2026, 11, day, hour - 1, minute, tzinfo=UTC).timestamp()


@pytest_asyncio.fixture
async def slow(slow: SlowTables) -> SlowTables:
    """Return slow tables at 20:00 in Berlin. The first player's quiet hours last from 22:00 to 8:00."""
    slow.set_time(in_berlin(2, 20))
    await slow.rig.sessions.choices.set_user(FIRST, quiet=NIGHT)
    return slow


async def called_at_night(slow: SlowTables, hour: int = 3) -> list[float]:
    """Give the first player a decision at 3:00, or later that day. Return when they've been notified so far."""
    table = await slow.table()
    await slow.turn_of(FIRST, table)
    await slow.move(table)
    slow.set_time(in_berlin(3, hour))
    await slow.turn_of(FIRST, table)
    return slow.transport.notified_at(FIRST)


async def test_departed_host_only_reads_about_trouble(slow: SlowTables) -> None:
    slow.set_time(in_berlin(3, 3))
    sessions = slow.rig.sessions
    lobby = await sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=FIRST)
    assert isinstance(lobby, Session)
    assert await sessions.act(lobby, FIRST, GiveUpSeat()) is None

    await slow.rig.publisher.notices.tell_host(lobby, "Attach Files", elsewhere.no_pictures)

    assert slow.transport.notified_at(FIRST) == []
    assert "Attach Files" in slow.in_dm(FIRST)[-1]


async def test_a_call_waits_until_quiet_hours_are_over(slow: SlowTables) -> None:
    before = await called_at_night(slow)

    slow.set_time(in_berlin(3, 7, 59))
    await slow.look()
    assert slow.transport.notified_at(FIRST) == before
    assert "Your turn" in slow.in_dm(FIRST)[-1], "who looks sees it all the same"
    slow.set_time(in_berlin(3, 8, 1))
    await slow.look()

    assert slow.transport.notified_at(FIRST) == [*before, in_berlin(3, 8, 1)]


async def test_sleeping_player_is_called_in_morning(slow: SlowTables) -> None:
    await called_at_night(slow)
    table = slow.tables[0]
    await slow.move(table)
    await slow.turn_of(FIRST, table)  # the bot edits the hand that they have just used
    before = slow.transport.notified_at(FIRST)

    await slow.wait(80)
    assert slow.transport.notified_at(FIRST) == before
    slow.set_time(in_berlin(3, 8, 1))
    await slow.look()

    assert slow.transport.notified_at(FIRST) == [*before, in_berlin(3, 8, 1)]


async def test_call_that_waits_for_morning_survives_restart(slow: SlowTables) -> None:
    before = await called_at_night(slow)

    await slow.restart()
    assert slow.transport.notified_at(FIRST) == before
    slow.set_time(in_berlin(3, 8, 1))
    await slow.look()

    assert slow.transport.notified_at(FIRST) == [*before, in_berlin(3, 8, 1)]


async def test_outdated_morning_call_is_dropped(slow: SlowTables) -> None:
    before = await called_at_night(slow)

    slow.set_time(in_berlin(3, 4))
    await slow.move(slow.tables[0])
    slow.set_time(in_berlin(3, 9))
    await slow.look()

    assert slow.transport.notified_at(FIRST) == before


async def test_clocks_do_not_wait(slow: SlowTables) -> None:
    await called_at_night(slow)

    assert slow.tables[0].record.deadline == in_berlin(3, 3) + DAY


async def test_a_last_call_waits_for_the_morning(slow: SlowTables) -> None:
    before = await called_at_night(slow, 10)

    slow.set_time(in_berlin(4, 5, 30))  # four fifths of a day later
    await slow.look()
    assert slow.transport.notified_at(FIRST) == before
    slow.set_time(in_berlin(4, 8, 1))
    await slow.look()

    assert slow.transport.notified_at(FIRST) == [*before, in_berlin(4, 8, 1)]
    assert slow.in_dm(FIRST)[-1].startswith("### 2 hours left at C.R.A.P.")


async def test_two_calls_delayed_to_morning_become_one(slow: SlowTables) -> None:
    await slow.rig.sessions.choices.set_user(FIRST, quiet={**NIGHT, "start": 9})
    before = await called_at_night(slow, 10)

    slow.set_time(in_berlin(4, 8, 1))
    await slow.look()
    await slow.wait(HOUR)

    assert len(slow.transport.notified_at(FIRST)) == len(before) + 1


async def test_end_of_quiet_hours_calls_at_once(slow: SlowTables) -> None:
    before = await called_at_night(slow)

    await slow.rig.sessions.choices.set_user(FIRST, quiet=None)
    await slow.wait(80)

    assert len(slow.transport.notified_at(FIRST)) == len(before) + 1


async def test_the_others_are_called_in_the_night(slow: SlowTables) -> None:
    table = await slow.table()
    slow.set_time(in_berlin(3, 3))
    before = {user: len(slow.transport.notified_at(user)) for user in PLAYERS}

    for _ in PLAYERS:
        await slow.move(table)

    calls = {user: len(slow.transport.notified_at(user)) - before[user] for user in PLAYERS}
    assert calls[FIRST] == 0
    assert calls[PLAYERS[1]] == calls[PLAYERS[2]] == 1


@pytest.mark.parametrize(
    ("at", "left"),
    [
        (in_berlin(3, 21, 59), 0),
        (in_berlin(3, 22), 10 * HOUR),
        (in_berlin(4, 7, 30), HOUR / 2),
        (in_berlin(4, 8), 0),
        (datetime(2026, 3, 28, 21, tzinfo=UTC).timestamp(), 9 * HOUR),  # the night that's an hour shorter
        (datetime(2026, 10, 24, 20, tzinfo=UTC).timestamp(), 11 * HOUR),  # and the one that's longer
    ],
)
def test_quiet_hours_follow_the_clock_on_the_wall(at: float, left: float) -> None:
    assert QuietHours(22, 8, "Europe/Berlin").left(at) == left


def test_quiet_hours_within_a_day() -> None:
    noon = QuietHours(12, 14, "UTC+1:00")

    assert noon.left(in_berlin(3, 13)) == HOUR
    assert not noon.left(in_berlin(3, 14))


def test_unknown_zone_makes_no_hour_quiet() -> None:
    assert not QuietHours(0, 23, "Europe/Atlantis").left(in_berlin(3, 3))


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        (" new  york ", "America/New_York"),
        ("UTC", "UTC"),
        ("utc+2", "UTC+2:00"),
        ("+5:30", "UTC+5:30"),
        ("GMT-3", "UTC-3:00"),
        ("UTC+15", None),
        ("UTC+2:75", None),
        ("Atlantis", None),
        ("São Paulo", "America/Sao_Paulo"),
        ("America/New York", "America/New_York"),
        ("istanbul", "Asia/Istanbul"),
        ("US/Central", "US/Central"),
        ("Japan", "Japan"),
        ("CET", "CET"),
        ("", None),
    ],
)
def test_a_place_is_understood_as_people_write_it(typed: str, zone: str | None) -> None:
    assert zone_named(typed) == zone


def test_misspelt_place_brings_suggestions() -> None:
    assert "Europe/Berlin" in zones_like("Berln")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("San Juan", "America/Argentina/San Juan"),
        ("Victoria", "Australia/Victoria"),
        ("new york", "America/New York"),
        ("utc+2", "UTC+2"),
        ("UTC", "UTC"),
    ],
)
def test_place_is_shown_with_its_part_of_world(typed: str, shown: str) -> None:
    zone = zone_named(typed)

    assert zone is not None
    assert place_of(zone) == shown
    assert zone_named(shown) == zone


def test_place_can_be_typed_as_shown() -> None:
    places = [zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")]

    assert {zone for zone in places if zone_named(place_of(zone)) != zone} == set()
    assert max(map(len, places)) <= MAX_CHARACTERS


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("EST", ["America/New York"]),
        ("edt", ["America/New York"]),
        ("MST", ["America/Denver", "America/Phoenix"]),
        ("HST", ["Pacific/Honolulu"]),
        ("PST8PDT", ["America/Los Angeles"]),
        ("Central", ["Canada/Central", "US/Central"]),
        ("West", ["Australia/West", "Brazil/West"]),
    ],
)
def test_ambiguous_or_unknown_place_is_asked_for(typed: str, meant: list[str]) -> None:
    assert typed_hours("22", "8", typed) == ("zone",)
    assert zones_like(typed) == meant


@pytest.mark.parametrize("typed", ["Factory", "localtime"])
def test_zone_of_a_machine_is_refused(typed: str) -> None:
    assert typed_hours("22", "8", typed) == ("zone",)


@pytest.mark.parametrize("zone", ["EST", "Canada/Central"])
def test_zone_chosen_before_goes_on_to_work(zone: str) -> None:
    assert QuietHours(22, 8, zone).left(in_berlin(3, 9))


def test_machine_without_zones_says_so() -> None:
    code = (
        "from bot.sessions.times import QuietHours, typed_hours\n"
        "print(typed_hours('22', '8', 'Berlin'), typed_hours('22', '8', 'UTC+2').zone)\n"
        "print(QuietHours(0, 23, 'Europe/Berlin').left(0), QuietHours(0, 23, 'UTC+2:00').left(0))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONTZPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert "look up cities" in wrong_page(("machine",), {"zone": "Berlin"}, []).text
    assert "('machine',) UTC+2:00\n" in told
    assert "0.0 75600.0\n" in told
    assert "time_zone_unknown" in told
    assert "install tzdata" in told


@pytest.mark.parametrize(
    ("start", "end", "zone", "wrong"),
    [
        ("25", "8", "Berlin", ("start",)),
        ("22", "late", "Berlin", ("end",)),
        ("22", "8", "Berln", ("zone",)),
        ("", "", "", ("start", "end", "zone")),
        ("8", "8:00", "Berlin", ("same",)),
        ("13 pm", "8", "Berlin", ("start",)),
    ],
)
def test_wrong_entry_is_named(start: str, end: str, zone: str, wrong: tuple[str, ...]) -> None:
    assert typed_hours(start, end, zone) == wrong


@pytest.mark.parametrize(
    ("start", "end"), [("22", "8"), ("22:00", "08:00"), ("10 pm", "8am"), ("22.00", "8")]
)
def test_hours_are_understood_as_people_write_them(start: str, end: str) -> None:
    assert typed_hours(start, end, "Berlin") == QuietHours(22, 8, "Europe/Berlin")
