"""Measured numbers: spreads, requests per move, stalls."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from benchmarks.load.server import Call
from tests.discord_http.ids import is_dm

NOT_MEASURED = float("nan")
WITHIN = 0.95
"""Edits of a channel that are closer than this, in seconds, count as one second. Their arrival isn't quite
even."""


class Spread(NamedTuple):
    """The median, the 99th percentile and the maximum of many values."""

    middle: float = NOT_MEASURED
    high: float = NOT_MEASURED
    most: float = NOT_MEASURED


class Steady(NamedTuple):
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
    """The longest stall of the event loop, and how many stalls were too long."""
    memory: tuple[float, float, float]
    """At the beginning, half-way, and at the end."""
    processor: float
    """Milliseconds of work per move, on all threads."""
    refused: int = 0
    """Requests beyond Discord's limit."""


class Flood(NamedTuple):
    """The answers to other users while one user clicked without end."""

    clicks: int
    answers: int
    most_answers: int
    follow_ups: int
    handling: Spread
    lost: int


class Round(NamedTuple):
    """One round as fast as possible."""

    speed: float
    """Moves per second, until all of their effects were sent."""
    processor: float
    """Milliseconds of work per move, on all threads."""
    requests: float
    """Per move."""
    surroundings: float
    """The share of a processor used by Discord and the people."""
    refused: int = 0
    """Requests beyond Discord's limit."""


class Start(NamedTuple):
    """A start with many sleeping tables: the seconds until the first click was answered, and its cost."""

    tables: int
    seconds: float
    memory: float
    processor: float
    """In seconds."""


def spread(values: Iterable[float]) -> Spread:
    """Return the spread of some values."""
    ordered = sorted(values)
    if not ordered:
        return Spread()
    return Spread(ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1])


def in_ms(seconds: Iterable[float]) -> list[float]:
    """Return seconds as milliseconds."""
    return [1000 * one for one in seconds]


def busiest(calls: Iterable[Call]) -> list[Call]:
    """Return the most edits of one channel within a second, without DMs, which belong to their readers."""
    edits: dict[int, list[Call]] = defaultdict(list)
    for call in calls:
        if call.kind == "table edit" and not is_dm(call.channel_id):
            edits[call.channel_id].append(call)
    return max((_most_within(one) for one in edits.values()), default=[], key=len)


def _most_within(calls: Sequence[Call]) -> list[Call]:
    return max(([later for later in calls if 0 <= later.at - one.at < WITHIN] for one in calls), key=len)
