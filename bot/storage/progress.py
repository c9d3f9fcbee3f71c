"""Progress of long work, for people who wait for it."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], object]
"""A function that's called with the amount done and the total."""


def silent(*_: object) -> None:
    """Report nothing."""
