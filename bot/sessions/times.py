"""The time for which a table is set, as its host types it: an hour, perhaps with a weekday or a date."""

import re
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.engine.spelling import plain

WRITTEN: Final = re.compile(
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
SHORTEST: Final = 3
MAX_DAYS: Final = 60


def meant(typed: str, zone: tzinfo, now: float) -> float | None:
    """Return the next such time in a zone, in seconds since the epoch.

    None for anything else, and for a time that's over or more than `MAX_DAYS` days away.
    """
    found = WRITTEN.fullmatch(plain(typed))
    if found is None:
        return None
    here = datetime.fromtimestamp(now, zone)
    try:
        first, step = _first(found["day"], here)
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


def _first(day: str | None, here: datetime) -> tuple[date, int]:
    """Return the first day that may be meant, and after how many days the next one is. Raises ValueError."""
    if day is None:
        return here.date(), 1
    if day[0].isdigit():
        return date.fromisoformat(day), 0
    for number, names in enumerate(WEEKDAYS):
        if any(day == name or (len(day) >= SHORTEST and name.startswith(day)) for name in names.split()):
            return here.date() + timedelta(days=(number - here.weekday()) % 7), 7
    raise ValueError(day)
