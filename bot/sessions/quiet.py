"""Quiet hours: from when to when a user is not called, in the time of the place where they live."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Meta

Hour = Annotated[int, Meta(ge=0, le=23)]
OFFSET: Final = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?", re.ASCII | re.IGNORECASE)
HOUR: Final = re.compile(r"(\d{1,2})(?:[:.]00)?(am|pm)?", re.ASCII)
MAX_OFFSET: Final = timedelta(hours=14)


class QuietHours(msgspec.Struct, frozen=True):
    """From `start` to `end` o'clock, which may be on the next day; `zone` is one that `zone_named` gave."""

    start: Hour
    end: Hour
    zone: str

    def left(self, now: float) -> float:
        """For how many seconds they go on at a time since the epoch; 0 outside of them.

        A zone that this machine does not know any more leaves no hours quiet.
        """
        zone = _zone(self.zone)
        if zone is None:
            return 0.0
        here = datetime.fromtimestamp(now, zone)
        passed, length = (here.hour - self.start) % 24, (self.end - self.start) % 24
        if passed >= length:
            return 0.0
        ends = here.replace(hour=self.end, minute=0, second=0, microsecond=0, fold=0)
        if ends <= here:
            ends += timedelta(days=1)  # by the clock on the wall, whatever is done to it in that night
        return max(0.0, ends.timestamp() - now)


def written(start: str, end: str, zone: str) -> QuietHours | tuple[str, ...]:
    """Quiet hours as somebody types them; else which of `start`, `end`, `zone` or `same` is wrong.

    Reads many small files when first asked.
    """
    hours, named = (_hour(start), _hour(end)), zone_named(zone)
    if hours[0] is not None and hours[1] is not None and named is not None and hours[0] != hours[1]:
        return QuietHours(hours[0], hours[1], named)
    found = {"start": hours[0] is None, "end": hours[1] is None, "zone": named is None}
    return tuple(name for name, is_wrong in found.items() if is_wrong) or ("same",)


def _hour(typed: str) -> int | None:
    """An hour as somebody types it: `22`, `22:00`, `10 pm`."""
    found = HOUR.fullmatch("".join(typed.split()).lower())
    if found is None:
        return None
    hour, half = int(found[1]), found[2]
    if half is None:
        return hour if hour < 24 else 0 if hour == 24 else None
    return hour % 12 + (12 if half == "pm" else 0) if 1 <= hour <= 12 else None


def zone_named(typed: str) -> str | None:
    """The time zone that somebody means by `Europe/Berlin`, `new york`, `UTC+5:30`; None for no zone."""
    word = " ".join(typed.split())
    if word.upper() in ("UTC", "GMT"):
        return "UTC"
    if found := OFFSET.fullmatch(word.replace(" ", "")):
        sign, hours, minutes = found[1], int(found[2]), int(found[3] or 0)
        is_real = minutes < 60 and timedelta(hours=hours, minutes=minutes) <= MAX_OFFSET
        return f"UTC{sign}{hours}:{minutes:02}" if is_real else None
    return _places().get(_key(word))


def zones_like(typed: str) -> list[str]:
    """The names of up to three places that are written nearly so."""
    places = _places()
    return [place_of(places[near]) for near in get_close_matches(_key(typed), places, n=3, cutoff=0.75)]


def place_of(zone: str) -> str:
    """A zone as people call it: `Berlin`, `New York`, `UTC+2`."""
    return zone.rpartition("/")[2].replace("_", " ").removesuffix(":00")


@cache
def _zone(name: str) -> tzinfo | None:
    if name == "UTC":
        return UTC
    if found := OFFSET.fullmatch(name):
        passed = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        return timezone(passed if found[1] == "+" else -passed)
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # not in the machine's own list, or not readable
        return None


@cache
def _places() -> Mapping[str, str]:
    """Zones by the names people write: the whole name, and the city at its end; whole names go first."""
    zones = sorted(zone for zone in available_timezones() if not zone.startswith(("Etc/", "SystemV/")))
    cities = {_key(zone.rpartition("/")[2]): zone for zone in reversed(zones) if "/" in zone}
    return {**cities, **{_key(zone): zone for zone in zones}}


def _key(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()
