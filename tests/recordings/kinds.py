"""The kinds of recordings. Apart from the command, so that its processes can import them."""

from collections.abc import Sequence
from typing import Final, Protocol

from tests.recordings import evenings, faces
from tests.recordings.recording import Recording

Task = tuple[str, int]


class Kind(Protocol):
    """A kind of recording: its parts, a file each, and how many seeds each part has."""

    @property
    def PARTS(self) -> Sequence[str]:  # noqa: N802 - a constant of a module
        """Its parts."""

    @property
    def SEEDS(self) -> int:  # noqa: N802
        """Return how many there are of each."""

    def record(self, part: str, seed: int, *, with_texts: bool = False) -> Recording:
        """Return what a seed of a part shows, under keys that begin with both."""


KINDS: Final[dict[str, Kind]] = {"faces": faces, "evenings": evenings}


def recorded_task(kind: str, task: Task) -> Recording:
    """Return what a seed of a part shows."""
    return KINDS[kind].record(*task)
