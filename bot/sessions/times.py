"""Times as people type them: quiet hours, the zone they live in, and the planned start of a table."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec
import structlog
from msgspec import Meta

from bot.engine.spelling import key, plain

TIME_PATTERN: Final = re.compile(
    r"(?:(?P<day>\d{4}-\d{2}-\d{2}|[a-z]+)[.,]* )?"
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2})|h)? ?(?P<half>[ap]m)?",
    re.ASCII,
)
WEEKDAYS: Final = (
    "mo monday montag lunes lundi segunda",
    "di tuesday dienstag martes mardi terca",
    "mi wednesday mittwoch miercoles mercredi quarta",
    "do thursday donnerstag jueves jeudi quinta",
    "fr friday freitag viernes vendredi sexta",
    "sa saturday samstag sabado samedi",
    "so sunday sonntag domingo dimanche",
)
"""The names of days in all languages. Three letters of one are enough."""
MIN_LETTERS: Final = 3
MAX_DAYS: Final = 60
OFFSET: Final = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?", re.ASCII | re.IGNORECASE)
HOUR: Final = re.compile(r"(\d{1,2})(?:[:.]00)?(am|pm)?", re.ASCII)
MAX_OFFSET: Final = timedelta(hours=14)
NO_PLACES: Final = frozenset(
    ("EST", "MST", "HST", "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "Factory", "localtime")
)
"""Zones without a place, most of them wrong for half the year. Users who chose one keep it."""
AMERICAN: Final = re.compile(r"([ecmph])[sd]t(?:\d[ecmp]dt)?")
AMERICAN_PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "e": ("America/New_York",),
    "c": ("America/Chicago",),
    "m": ("America/Denver", "America/Phoenix"),
    "p": ("America/Los_Angeles",),
    "h": ("Pacific/Honolulu",),
}
"""The places meant by the first letter of an American zone, such as `EST` or `PST8PDT`."""


def parse_time(typed: str, zone: tzinfo, now: float) -> float | None:
    """Return the next time that matches the typed one in a zone, in seconds since the epoch.

    None for text that isn't a time, and for a time that's over or more than `MAX_DAYS` days away.
    """
    found = TIME_PATTERN.fullmatch(plain(typed))
    if found is None:
        return None
    here = datetime.fromtimestamp(now, zone)
    try:
        first, step = _first_day(found["day"], here)
        hour = int(found["hour"])
        if found["half"]:
            hour = hour % 12 + 12 * (found["half"] == "pm") if 1 <= hour <= 12 else 24
        clock = time(hour, int(found["minute"] or 0), tzinfo=zone)
        at = datetime.combine(first, clock).timestamp()
        if at <= now:
            at = datetime.combine(first + timedelta(days=step), clock).timestamp()
    except ValueError:
        return None
    return at if now < at <= now + MAX_DAYS * 86400 else None


def _first_day(day: str | None, here: datetime) -> tuple[date, int]:
    """Return the first day that may be meant, and the days until the next one. Raises ValueError."""
    if day is None:
        return here.date(), 1
    if day[0].isdigit():
        return date.fromisoformat(day), 0
    for number, names in enumerate(WEEKDAYS):
        if any(day == name or (len(day) >= MIN_LETTERS and name.startswith(day)) for name in names.split()):
            return here.date() + timedelta(days=(number - here.weekday()) % 7), 7
    raise ValueError(day)


log = structlog.get_logger(__name__)

Hour = Annotated[int, Meta(ge=0, le=23)]


class QuietHours(msgspec.Struct, frozen=True):
    """The hours in which a user gets no calls. `end` may be on the next day. `zone_named` gave the `zone`."""

    start: Hour
    end: Hour
    zone: str

    def left(self, now: float) -> float:
        """Return how many seconds of quiet hours are left at a time since the epoch. 0 outside of them.

        In a zone that this machine no longer knows, no hours are quiet. That's logged.
        """
        zone = known_zone(self.zone)
        if zone is None:
            return 0.0
        here = datetime.fromtimestamp(now, zone)
        passed, length = (here.hour - self.start) % 24, (self.end - self.start) % 24
        if passed >= length:
            return 0.0
        ends = here.replace(hour=self.end, minute=0, second=0, microsecond=0, fold=0)
        if ends <= here:
            ends += timedelta(days=1)  # one day on the clock, even in a night when it changes
        return max(0.0, ends.timestamp() - now)


def typed_hours(start: str, end: str, zone: str) -> QuietHours | tuple[str, ...]:
    """Read typed quiet hours, or return which of `start`, `end`, `zone` and `same` are wrong.

    `machine` replaces `zone` if this machine doesn't know any zones. The first call reads many small files.
    """
    hours, named = (_parse_hour(start), _parse_hour(end)), zone_named(zone)
    if hours[0] is not None and hours[1] is not None and named is not None and hours[0] != hours[1]:
        return QuietHours(hours[0], hours[1], named)
    place = "zone" if _places() else "machine"
    found = {"start": hours[0] is None, "end": hours[1] is None, place: named is None}
    return tuple(name for name, is_wrong in found.items() if is_wrong) or ("same",)


def _parse_hour(typed: str) -> int | None:
    """Read a typed hour: `22`, `22:00`, `10 pm`. None for anything else."""
    found = HOUR.fullmatch("".join(typed.split()).lower())
    if found is None:
        return None
    hour, half = int(found[1]), found[2]
    if half is None:
        return hour if hour < 24 else 0 if hour == 24 else None
    return hour % 12 + (12 if half == "pm" else 0) if 1 <= hour <= 12 else None


def zone_named(typed: str) -> str | None:
    """Return the zone meant by `Europe/Berlin`, `new york`, `UTC+5:30`. None if there's none, or several."""
    word = " ".join(typed.split())
    if word.upper() in ("UTC", "GMT"):
        return "UTC"
    if found := OFFSET.fullmatch(word.replace(" ", "")):
        sign, hours, minutes = found[1], int(found[2]), int(found[3] or 0)
        is_real = minutes < 60 and timedelta(hours=hours, minutes=minutes) <= MAX_OFFSET
        return f"UTC{sign}{hours}:{minutes:02}" if is_real else None
    zones = _places().get(key(word), ())
    return zones[0] if len(set(map(_offsets, zones))) == 1 else None


def zones_like(typed: str) -> list[str]:
    """Return the places that may be meant: those with this name, or with up to three similar names."""
    places, word = _places(), key(typed)
    if american := AMERICAN.fullmatch(word):
        return list(map(place_of, AMERICAN_PLACES[american[1]]))
    names = [word] if word in places else get_close_matches(word, places, n=3, cutoff=0.75)
    return [place_of(zone) for name in names for zone in places[name]]


def place_of(zone: str) -> str:
    """Return a zone as people read it, with its part of the world: `America/New York`, `UTC+2`."""
    return zone.replace("_", " ").removesuffix(":00")


@cache
def known_zone(name: str) -> tzinfo | None:
    """Return a zone by its stored name. None where this machine doesn't know it."""
    if name == "UTC":
        return UTC
    if found := OFFSET.fullmatch(name):
        passed = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        return timezone(passed if found[1] == "+" else -passed)
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:  # not in the machine's own list, or not readable
        log.warning("time_zone_unknown", zone=name, error=str(error), cure="install tzdata and restart")
        return None


@cache
def _places() -> Mapping[str, tuple[str, ...]]:
    """Return the zones by what people type: a zone's whole name, or its city, which several may share."""
    places: dict[str, tuple[str, ...]] = {}
    zones = sorted(
        zone for zone in available_timezones() - NO_PLACES if not zone.startswith(("Etc/", "SystemV/"))
    )
    for zone in zones:
        city = key(zone.rpartition("/")[2])
        places[city] = (*places.get(city, ()), zone)
    return {**places, **{key(zone): (zone,) for zone in zones}}


@cache
def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return a zone's offset from UTC in each season, 1970 to 2037. Two names of one place have the same."""
    there = ZoneInfo(zone)
    seasons = ((year, month) for year in range(1970, 2038) for month in (1, 4, 7, 10))
    return tuple(datetime(year, month, 1, tzinfo=there).utcoffset() for year, month in seasons)
