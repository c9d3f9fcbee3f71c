"""The watchdog for connections to Discord that are open but deliver nothing."""

from collections.abc import Mapping
from math import exp
from typing import Final, Protocol

import discord

SILENCE_SECONDS: Final = 600.0
MIN_EXPECTED: Final = 20.0
"""If fewer interactions are expected in that time, silence may be chance."""
MEMORY_SECONDS: Final = 3600.0
"""The approximate time over which the usual rate is measured."""


class ElapsedClock(Protocol):
    """A clock whose elapsed seconds never jump."""

    @property
    def elapsed(self) -> float:
        """Return the seconds since some moment."""


class Watchdog:
    """A comparison of the silence since the last interaction with the usual rate."""

    def __init__(self, clock: ElapsedClock) -> None:
        self._clock = clock
        self._last = self._rate = 0.0

    def note_arrival(self) -> None:
        """Note that an interaction has arrived."""
        now = self._clock.elapsed
        if self._rate:
            self._rate *= exp((self._last - now) / MEMORY_SECONDS)
        self._rate += 1 / MEMORY_SECONDS
        self._last = now

    @property
    def is_alarmed(self) -> bool:
        """Whether the silence is too long to be chance."""
        silence = self._clock.elapsed - self._last
        return silence >= SILENCE_SECONDS and self._rate * SILENCE_SECONDS >= MIN_EXPECTED

    def restart(self) -> None:
        """Start to measure the usual rate from here, because something was done about the silence."""
        self._last, self._rate = self._clock.elapsed, 0.0


class SilenceCheck:
    """A check for connections on which no event has arrived since the last check. Each is named once.

    With a small bot a silent day may be chance, so this runs a few times a day, and compares only the numbers
    that Discord gives its events.
    """

    def __init__(self) -> None:
        self._events: dict[int, int | None] = {}
        """The number of the last event by connection, or None if a new session was just asked for."""
        self._renewed: set[int] = set()

    def newly_silent(self, events: Mapping[int, int | None]) -> list[int]:
        """Return the connections that need a new session, given the number of the last event on each."""
        known = {shard for shard in events if self._events.get(shard) is not None}
        silent = {shard for shard in known if events[shard] == self._events[shard]}
        newly = sorted(silent - self._renewed)
        self._renewed = (self._renewed & silent) | (self._renewed - known) | set(newly)
        self._events = {**events, **dict.fromkeys(newly)}
        return newly


def last_events(client: discord.AutoShardedClient) -> dict[int, int | None]:
    """Return the number of the last event on each connection, through private names of discord.py 2.7.

    None if events aren't numbered, as on the simulated Discord.
    """
    sockets = {number: shard._parent.ws for number, shard in client.shards.items()}  # noqa: SLF001
    return {number: getattr(socket, "sequence", None) for number, socket in sockets.items()}
