"""Fault points: the places where a simulation or a crash test may kill the process."""

from typing import Final

POINTS: Final = (
    "before-commit",
    "after-commit",
    "after-adopt",
    "before-deadline",
    "before-extend",
    "after-extend",
    "before-post",
    "after-post",
    "before-note",
    "after-note",
    "before-edit",
    "after-edit",
    "before-remove",
    "after-remove",
)
"""The names of all fault points. Each is reached at one place in the code."""


def reach(name: str) -> None:
    """Reach a fault point. Nothing happens there except in tests."""
