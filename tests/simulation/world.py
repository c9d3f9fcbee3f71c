"""What all parts of a run share: chance, time, weather, the trace, and what was found wrong."""

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec

from bot.sessions.faultpoints import POINTS
from tests.simulation.loop import Crash, SeededLoop
from tests.simulation.tally import Tally
from tests.simulation.trace import Trace
from tests.simulation.weather import Weather

BEGIN = 1_800_000_000.0
"""When every run begins, in seconds since the epoch."""
MANY = 10**9
DM_BASE = 1_000_000
"""DM channels have the number of their user above this."""
SELDOM_PASSED = {"before-deadline": 6, "before-extend": 2, "after-extend": 2}
"""Fault points that a run passes a few times only."""
BEAT = 10.0
"""Seconds between heartbeats while people play."""
SELDOM = 1800.0
"""Seconds between heartbeats when only clocks are left; every one costs a little."""


class Breach(msgspec.Struct, frozen=True):
    """A promise that was not kept."""

    promise: str
    what: str
    at: float

    def __str__(self) -> str:
        return f"{self.promise} at {self.at - BEGIN:.1f} s: {self.what}"


class World:
    """One run's world. `stormy` says whether anything may go wrong at present."""

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
        """How far the wall clock is from the true time."""
        self.bot_clock: Callable[[], float] = self.wall
        """The clock by which the bot goes, which follows the one on the wall a little later."""
        self.visited: Counter[str] = Counter()
        self.fired: Counter[str] = Counter()
        self.dies_at = self._deaths() if dies_at is None else dies_at
        """At which visit of which fault points the process dies."""
        self.heartbeat = BEAT
        self.beating = BEAT
        """Seconds from the last heartbeat to the next, which may have been fixed when fewer were wanted."""
        self.grace = 0.0
        """By how much clocks may be late so far."""
        self.troubles = 0
        self.missed_beats = 0
        """How many heartbeats in a row could not be written."""
        self._is_unextended = False
        self.thoughts: dict[bytes, str] = {}
        """What computers have thought of, by the seeds of their decisions."""
        self.stood_still: Callable[[], float] = lambda: 0.0
        """For how long the bot's clocks have stood still by now."""
        self.waiting: dict[int, float] = {}
        """Since when tables wait for a channel."""
        self._resting_time = BEGIN
        self._playable = 0.0
        self._playable_since: float | None = None

    @property
    def now(self) -> float:
        """The true time."""
        return self._resting_time if self.loop is None else self.loop.time()

    def wall(self) -> float:
        """What the machine's clock says."""
        return self.now + self.offset

    def monotonic(self) -> float:
        """Seconds that nobody can set."""
        return self.now - BEGIN

    def begin_life(self) -> SeededLoop:
        """A new process."""
        self.heartbeat = BEAT
        self.loop = SeededLoop(Random(f"loop {self.seed} {self.now}"), self.now)
        return self.loop

    def end_life(self, pause: float) -> None:
        """The process is gone; nothing happens for `pause` seconds."""
        assert self.loop is not None
        self.playable(can=False)
        self._resting_time = self.loop.time() + pause
        self.loop.dispose()
        self.loop = None

    def playable(self, *, can: bool) -> None:
        """From now on players can, or cannot, reach the bot."""
        if self._playable_since is not None:
            self._playable += self.now - self._playable_since
        self._playable_since = self.now if can else None

    @property
    def played_time(self) -> float:
        """For how long players could reach the bot up to now."""
        running = 0.0 if self._playable_since is None else self.now - self._playable_since
        return self._playable + running

    def waited(self, session_id: int) -> float:
        """For how long a table has waited by now, if it does."""
        return self.now - self.waiting.get(session_id, self.now)

    def excuse(self) -> None:
        """Something has gone wrong for which clocks may be a little late."""
        self.troubles += 1
        self.grace += max(self.heartbeat, self.beating) + 5

    def written(self, place: str, *, failed: bool) -> None:
        """A heartbeat, or that clocks go on, was written down at last; or again it could not be."""
        if place == "write facts.keep_note":
            self.missed_beats = self.missed_beats + 1 if failed else 0
        if place == "write store.extend_deadlines":
            if self._is_unextended and not failed:
                self.excuse()
            self._is_unextended = failed

    def wrong(self, promise: str, what: str) -> None:
        """Something that was promised is not so."""
        self.breaches.append(Breach(promise, what, self.now))
        self.note(f"WRONG {promise}: {what}")

    def note(self, what: str) -> None:
        """Write a line into the trace."""
        self.trace.note(self.now - BEGIN, what)

    def happens(self, rate: float) -> bool:
        """Whether something of this probability goes wrong now."""
        return self.stormy and rate > 0 and self.chance.random() < rate

    def meet(self, place: str, fault: str) -> None:
        """A fault of the table of faults happens at a place."""
        self.tally.meet(place, fault)
        self.note(f"{place}: {fault}")

    def pass_point(self, name: str) -> None:
        """A fault point is passed: perhaps the process dies here."""
        assert name in POINTS, f"no fault point is called {name}"
        self.visited[name] += 1
        if self.stormy and self.visited[name] >= self.dies_at.get(name, MANY):
            self.die(name)

    def die(self, where: str) -> None:
        """The process dies; nothing that it did not save is left."""
        self.dies_at.pop(where, None)
        self.excuse()
        self.grace += self.missed_beats * max(self.heartbeat, self.beating)
        self.fired[where] += 1
        self.meet(where, "process dies")
        raise Crash(where)

    def _deaths(self) -> dict[str, int]:
        points = self.chance.sample(POINTS, self.weather.crashes)
        return {point: self.chance.randint(1, SELDOM_PASSED.get(point, 80)) for point in points}
