"""Named places at which a simulation may let the process die. In production nothing happens there."""

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
"""Every fault point, so that a simulation can say which it has never used."""


def fault(name: str) -> None:
    """Pass the fault point of this name."""
