"""Fault points: the places at which a simulation or a crash test lets the process die."""

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
    "before-tidy",
    "after-tidy",
)
"""All of them. Each is reached at one place of the code."""


def reach(name: str) -> None:
    """Reach a fault point. Only a test lets anything happen there."""
