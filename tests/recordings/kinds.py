"""The kinds of recordings, in a module that the command's processes can import."""

from collections.abc import Sequence
from typing import Final, Protocol

from tests.recordings import evenings, faces
from tests.recordings.recording import Recording

Task = tuple[str, int]


class Kind(Protocol):
    """A kind of recording: its parts, each kept in one file, and the seeds of each part."""

    @property
    def PARTS(self) -> Sequence[str]:  # noqa: N802 - a constant of a module
        """Return the names of its parts."""

    @property
    def SEEDS(self) -> int:  # noqa: N802
        """Return the number of seeds of each part."""

    def record(self, part: str, seed: int, *, with_texts: bool = False) -> Recording:
        """Return the recording of one seed of a part. Its keys begin with both."""


KINDS: Final[dict[str, Kind]] = {"faces": faces, "evenings": evenings}


def recorded_task(kind: str, task: Task) -> Recording:
    """Return the recording of one seed of a part."""
    return KINDS[kind].record(*task)
