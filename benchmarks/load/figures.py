"""What is measured, as numbers: spreads, requests a move, stalls."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from benchmarks.load.server import Call
from tests.discord_http.ids import is_dm

NOT_MEASURED = float("nan")
WITHIN = 0.95
"""Edits of a channel less than so many seconds apart fall into one second; arrival is not quite even."""


class Spread(NamedTuple):
    """The middle, the hundredth highest and the highest of many values."""

    middle: float = NOT_MEASURED
    high: float = NOT_MEASURED
    most: float = NOT_MEASURED


class Played(NamedTuple):
    """Moves at a steady rate. Times are in milliseconds, memory in MB."""

    moves: int
    seconds: float
    handling: Spread
    acknowledged: Spread
    lost: int
    """Clicks that were never answered."""
    busiest: list[Call]
    """The most edits of one channel within a second."""
    stall: float
    stalls: int
    """The longest time that the event loop stood still, and how often it did so for too long."""
    memory: tuple[float, float, float]
    """At the beginning, half-way, and at the end."""
    processor: float
    """Milliseconds of work for a move, on all threads."""
    refused: int = 0
    """Requests that were more than Discord's limit."""


class Flooded(NamedTuple):
    """What became of the others while one user pressed without end."""

    clicks: int
    answers: int
    most_answers: int
    follow_ups: int
    handling: Spread
    lost: int


class Round(NamedTuple):
    """One round as fast as possible."""

    speed: float
    """Moves a second, until all that they brought about had been sent."""
    processor: float
    """Milliseconds of work for a move, on all threads."""
    requests: float
    """A move."""
    surroundings: float
    """Which share of a processor Discord and the people took."""
    refused: int = 0
    """Requests that were more than Discord's limit."""


class Started(NamedTuple):
    """The start with many sleeping tables: seconds until the first click was answered, and what that took."""

    tables: int
    seconds: float
    memory: float
    processor: float
    """Seconds."""


def spread(values: Iterable[float]) -> Spread:
    """The spread of some values."""
    ordered = sorted(values)
    if not ordered:
        return Spread()
    return Spread(ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1])


def in_ms(seconds: Iterable[float]) -> list[float]:
    """Seconds as milliseconds."""
    return [1000 * one for one in seconds]


def busiest(calls: Iterable[Call]) -> list[Call]:
    """The most edits of one channel within a second; DMs are their readers' own."""
    edits: dict[int, list[Call]] = defaultdict(list)
    for call in calls:
        if call.kind == "table edit" and not is_dm(call.channel_id):
            edits[call.channel_id].append(call)
    return max((_most_within(one) for one in edits.values()), default=[], key=len)


def _most_within(calls: Sequence[Call]) -> list[Call]:
    return max(([later for later in calls if 0 <= later.at - one.at < WITHIN] for one in calls), key=len)
