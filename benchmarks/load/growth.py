"""The growth of a bot's memory under a long load."""

import asyncio
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean, linear_regression, median
from typing import NamedTuple

from benchmarks.load.plan import Plan
from benchmarks.load.process import Subject
from benchmarks.load.stage import staged

OLDEST = 800
"""Tables are up to this many moves old, as on any evening, because by then their stored past is full."""
SAMPLES = 360
"""The number of measurements, which is one every five seconds for half an hour."""
PARTS = 6
HOUR = 3600.0


class Sample(NamedTuple):
    """The memory in use at a time."""

    seconds: float
    """Since the first sample."""
    memory: float
    """In MB, of all processes."""


class Growth(NamedTuple):
    """The memory in use over a long time."""

    moves: int
    samples: Sequence[Sample]
    missing: int
    """Clicks without an answer, and tables that aren't where the answers said."""

    @property
    def slope(self) -> float:
        """The slope of a straight line through all samples, in percent of their mean per hour."""
        times, memory = zip(*self.samples, strict=True)
        return 100 * HOUR * linear_regression(times, memory).slope / fmean(memory)

    @property
    def medians(self) -> list[float]:
        """The median of each part of the time."""
        bounds = [len(self.samples) * part // PARTS for part in range(PARTS + 1)]
        return [
            median(sample.memory for sample in self.samples[begin:end]) for begin, end in pairwise(bounds)
        ]


async def grown(plan: Plan, folder: Path) -> Growth:
    """Make moves at a steady rate and measure memory meanwhile."""
    moves = plan.rate * (plan.seconds + plan.warm_up)
    async with (
        staged(plan, folder / "grown.sqlite3", moves=moves, oldest=OLDEST) as stage,
        stage.ours() as subject,
    ):
        people = stage.people
        await stage.warm_up()
        people.forget()
        samples, _ = await asyncio.gather(
            _sample_memory(subject, plan.seconds), people.at_rate(plan.rate, plan.seconds)
        )
    return Growth(len(people.moves), samples, people.lost + stage.unsaved())


async def _sample_memory(subject: Subject, seconds: float) -> list[Sample]:
    samples, begun = [], time.monotonic()
    for _ in range(SAMPLES):
        samples.append(Sample(time.monotonic() - begun, subject.memory))
        await asyncio.sleep(seconds / SAMPLES)
    return samples
