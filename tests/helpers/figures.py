"""Figures that a test measured for a promise, stored as JSON lines for `python -m tests.promises`."""

import json
from pathlib import Path
from typing import Protocol


class Figure(Protocol):
    """A function that stores one figure: `figure("P1", kills=50, lost=0)`."""

    def __call__(self, promise: str, **found: float | str) -> None: ...


class Figures:
    """The figures of one test, which aren't stored without a file."""

    def __init__(self, path: Path | None, test: str) -> None:
        self._path = path
        self._test = test

    def __call__(self, promise: str, **found: float | str) -> None:
        if self._path is not None:
            line = json.dumps({"promise": promise, "test": self._test, "found": found}, ensure_ascii=False)
            with self._path.open(
                "a", encoding="utf-8"
            ) as file:  # One short write, so that processes don't mix lines.
                file.write(line + "\n")
