"""A tiny plan for the load bench, and helpers for its targets."""

from collections.abc import Iterable

from benchmarks.load.plan import Plan
from benchmarks.load.report import Target

TINY = Plan(
    seconds=1.0,
    warm_up=0.2,
    tables=5,
    rate=8.0,
    clicks=600,
    together=2,
    rounds=1,
    round_seconds=0.5,
    round_moves=6,
    sleeping=5,
    network=0.001,
)
"""A plan far too small for meaningful figures."""


def held(targets: Iterable[Target]) -> list[bool]:
    """Return whether each target holds."""
    return [target.holds for target in targets]


def missed(targets: Iterable[Target]) -> list[str]:
    """Return the lines of the missed targets."""
    return [target.what for target in targets if not target.holds]
