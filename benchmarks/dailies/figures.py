"""A measured figure with its bar, as a line of text."""

from typing import NamedTuple


class Figure(NamedTuple):
    """A measurement, its bar, and whether it holds."""

    name: str
    bar: str
    measured: str
    holds: bool = True

    def __str__(self) -> str:
        """Return a row of a table."""
        return f"| {self.name} | {self.bar} | {self.measured}{'' if self.holds else ' (missed)'} |"


def share(some: int, of: int) -> str:
    """Return a share with both numbers."""
    return f"{100 * some / of:.1f} % ({some} of {of})" if of else "none"
