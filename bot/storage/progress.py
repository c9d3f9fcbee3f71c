"""How far long work has come, for those who wait for it."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], object]
"""Called with how much is done, and of how much."""


def silent(*_: object) -> None:
    """Tell nobody."""
