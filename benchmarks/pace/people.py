"""Two models of people at slow tables: the time at which a person answers a question.

Both are guesses, so only differences between lines mean something, not the days themselves.
"""

import random
from collections.abc import Mapping
from typing import Final, Literal

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
Model = Literal["lognormal", "visits"]
MODELS: Final[tuple[Model, ...]] = ("lognormal", "visits")
MEDIANS: Final[Mapping[float, int]] = {20 * MINUTE: 3, 90 * MINUTE: 5, 5 * HOUR: 2}
"""Median answers in waking time, and how many of ten people have each."""
ZONES: Final = (-8, -5, 0, 1, 9)
SLEEP_SECONDS: Final = 8 * HOUR
BEDTIME: Final = 23 * HOUR
STAY_SECONDS: Final = 4 * MINUTE
"""The time for which a person stays after a move."""
QUICK_SECONDS: Final = 30.0
"""The median answer of a person who is there."""
SPREAD: Final = 1.0
"""The sigma of the logarithm of an answer."""
SEEN_SHARE: Final = 0.3
SEEN_SECONDS: Final = 10 * MINUTE
"""The share of calls seen between two visits, and the mean time before that."""


class Person:
    """A player with habits, who sleeps eight hours a day. An absent one never comes."""

    def __init__(self, rng: random.Random, model: Model, *, is_absent: bool = False) -> None:
        self._rng = rng
        self._model = model
        self._bedtime = BEDTIME - rng.choice(ZONES) * HOUR
        self._median = rng.choices(tuple(MEDIANS), tuple(MEDIANS.values()))[0]
        self.is_absent = is_absent
        self.moved_at = float("-inf")

    def answers_at(self, asked: float) -> float:
        """Return the time at which the person answers a question asked at `asked`."""
        if self.is_absent:
            return float("inf")
        if asked - self.moved_at <= STAY_SECONDS:
            return asked + self._rng.lognormvariate(0.0, 0.5) * QUICK_SECONDS
        if self._model == "lognormal":
            return self._awake(asked, self._rng.lognormvariate(0.0, SPREAD) * self._median)
        wait = self._rng.expovariate(0.6931 / self._median)
        if self._rng.random() < SEEN_SHARE:
            wait = min(wait, self._rng.expovariate(1 / SEEN_SECONDS))
        return self._awake(asked, wait)

    def _awake(self, since: float, seconds: float) -> float:
        """Return the time after this many seconds awake."""
        at = since
        while True:
            into = (at - self._bedtime) % DAY
            if into < SLEEP_SECONDS:
                at += SLEEP_SECONDS - into
                into = SLEEP_SECONDS
            left = DAY - into
            if seconds < left:
                return at + seconds
            at, seconds = at + left, seconds - left
