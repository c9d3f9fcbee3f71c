"""The shared parts of a run: chance, time, weather, the trace, and the breaches found."""

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec

from bot.sessions.fault_points import POINTS
from tests.simulation.loop import Crash, SeededLoop
from tests.simulation.tally import Tally
from tests.simulation.trace import Trace
from tests.simulation.weather import Weather

BEGIN = 1_800_000_000.0
"""The start of every run, in seconds since the epoch."""
NEVER = 10**9
DM_BASE = 1_000_000
"""The difference between the ids of a DM channel and its user."""
SELDOM_PASSED = {"before-deadline": 6, "before-extend": 2, "after-extend": 2}
"""Fault points that a run passes only a few times."""
BEAT = 10.0
"""Seconds between heartbeats while people play."""
SELDOM = 1800.0
"""Seconds between heartbeats when only clocks are left, because every one takes time."""


class Breach(msgspec.Struct, frozen=True):
    """A broken promise."""

    promise: str
    what: str
    at: float

    def __str__(self) -> str:
        return f"{self.promise} at {self.at - BEGIN:.1f} s: {self.what}"


class World:
    """The world of one run. `stormy` says whether anything may go wrong at present."""

    def __init__(self, seed: int, weather: Weather, dies_at: dict[str, int] | None = None) -> None:
        self.seed = seed
        self.chance = Random(f"world {seed}")
        self.weather = weather
        self.trace = Trace()
        self.breaches: list[Breach] = []
        self.tally = Tally()
        self.stormy = False
        self.loop: SeededLoop | None = None
        self.offset = 0.0
        """The difference between the wall clock and the true time."""
        self.bot_clock: Callable[[], float] = self.wall
        """The bot's clock, which follows the wall clock with a delay."""
        self.visited: Counter[str] = Counter()
        self.fired: Counter[str] = Counter()
        self.dies_at = self._deaths() if dies_at is None else dies_at
        """The visits of fault points at which the process dies."""
        self.heartbeat = BEAT
        self.beating = BEAT
        """Seconds from the last heartbeat to the next, which may have been set with another interval."""
        self.grace = 0.0
        """The total delay of clocks that's excused so far, in seconds."""
        self.troubles = 0
        self.missed_beats = 0
        """The number of consecutive heartbeats that couldn't be written."""
        self._is_unextended = False
        self.search_effort: dict[bytes, str] = {}
        """The moves chosen by computers, by the seeds of their decisions."""
        self.stood_still: Callable[[], float] = lambda: 0.0
        """The seconds for which the bot's clocks have been stopped so far."""
        self.waiting: dict[int, float] = {}
        """The time since which tables have been waiting for a channel."""
        self._resting_time = BEGIN
        self._playable = 0.0
        self._playable_since: float | None = None

    @property
    def now(self) -> float:
        """Return the true time."""
        return self._resting_time if self.loop is None else self.loop.time()

    def wall(self) -> float:
        """Return the time on the machine's clock."""
        return self.now + self.offset

    def monotonic(self) -> float:
        """Return seconds on a clock that nobody can set."""
        return self.now - BEGIN

    def begin_life(self) -> SeededLoop:
        """Start a new process."""
        self.heartbeat = BEAT
        self.loop = SeededLoop(Random(f"loop {self.seed} {self.now}"), self.now)
        return self.loop

    def end_life(self, pause: float) -> None:
        """End the process. Nothing happens for `pause` seconds."""
        assert self.loop is not None
        self.set_playable(can=False)
        self._resting_time = self.loop.time() + pause
        self.loop.dispose()
        self.loop = None

    def set_playable(self, *, can: bool) -> None:
        """Set whether players can reach the bot."""
        if self._playable_since is not None:
            self._playable += self.now - self._playable_since
        self._playable_since = self.now if can else None

    @property
    def played_time(self) -> float:
        """Return the seconds in which players could reach the bot so far."""
        running = 0.0 if self._playable_since is None else self.now - self._playable_since
        return self._playable + running

    def waited(self, session_id: int) -> float:
        """Return the seconds for which a table has been paused so far."""
        return self.now - self.waiting.get(session_id, self.now)

    def excuse(self) -> None:
        """Excuse small delays of clocks after something has gone wrong."""
        self.troubles += 1
        self.grace += max(self.heartbeat, self.beating) + 5

    def note_write(self, place: str, *, failed: bool) -> None:
        """Record whether a heartbeat or the end of a stop of the clocks was written."""
        if place == "write facts.keep_note":
            self.missed_beats = self.missed_beats + 1 if failed else 0
        if place == "write pauses.extend_deadlines":
            if self._is_unextended and not failed:
                self.excuse()
            self._is_unextended = failed

    def fail(self, promise: str, what: str) -> None:
        """Record a broken promise."""
        self.breaches.append(Breach(promise, what, self.now))
        self.note(f"WRONG {promise}: {what}")

    def note(self, what: str) -> None:
        """Write a line into the trace."""
        self.trace.note(self.now - BEGIN, what)

    def happens(self, rate: float) -> bool:
        """Decide whether trouble of this probability happens."""
        return self.stormy and rate > 0 and self.chance.random() < rate

    def meet(self, place: str, fault: str) -> None:
        """Record a fault of the table of faults at a place."""
        self.tally.meet(place, fault)
        self.note(f"{place}: {fault}")

    def pass_point(self, name: str) -> None:
        """Pass a fault point, at which the process may die."""
        assert name in POINTS, f"no fault point is called {name}"
        self.visited[name] += 1
        if self.stormy and self.visited[name] >= self.dies_at.get(name, NEVER):
            self.die(name)

    def die(self, where: str) -> None:
        """Kill the process. Everything unsaved is lost."""
        self.dies_at.pop(where, None)
        self.excuse()
        self.grace += self.missed_beats * max(self.heartbeat, self.beating)
        self.fired[where] += 1
        self.meet(where, "process dies")
        raise Crash(where)

    def _deaths(self) -> dict[str, int]:
        points = self.chance.sample(POINTS, self.weather.crashes)
        return {point: self.chance.randint(1, SELDOM_PASSED.get(point, 80)) for point in points}
