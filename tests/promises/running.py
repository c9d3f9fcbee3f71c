"""Runs of commands, and what they found."""

import json
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.conventions.source import ROOT
from tests.promises.commands import Command
from tests.promises.listed import Promise

Found = dict[str, float | str]
SUMMARY = re.compile(r"^.*\b\d+ (?:passed|failed|skipped|runs|error)\b.*$", re.MULTILINE)
"""The line that sums up a run of pytest or the simulation."""
BROKEN_PROMISE = re.compile(r"^(P\d+) at ", re.MULTILINE)
"""The beginning of the simulation's line about a broken promise."""
TARGET = re.compile(r"^ *(\S.*: +(?:holds|MISSED) \(.*\))$", re.MULTILINE)
"""The load bench's result for one of its targets."""


class Outcome(NamedTuple):
    """The outcome of one command. `figures` are by promise."""

    command: Command
    code: int
    seconds: float
    summary: str
    figures: dict[str, list[Found]]
    output: str

    def targets(self, promise: Promise) -> list[str]:
        """Return the command's results for the targets of a promise."""
        found = [" ".join(line.split()) for line in TARGET.findall(self.output)]
        return [
            line
            for line in found
            if any(line.startswith(words) or f" {words}" in line for words in promise.targets)
        ]

    def breaks(self, promise: Promise) -> bool:
        """Whether the command failed, and not only for other promises that it names."""
        if targets := self.targets(promise):
            return any("MISSED" in line for line in targets)
        named = BROKEN_PROMISE.findall(self.output)
        return self.code != 0 and (not named or promise.number in named)


def run(command: Command) -> Outcome:
    """Run a command to its end. One that a signal ended counts as failed."""
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        file, output = Path(folder) / "figures.jsonl", Path(folder) / "output.txt"
        with output.open("w") as said:
            ended = subprocess.run(
                command.filled(str(file)), cwd=ROOT, stdout=said, stderr=subprocess.STDOUT, check=False
            )
        text = output.read_text(encoding="utf-8", errors="replace")
        figures = read_figures(file.read_text(encoding="utf-8").splitlines() if file.exists() else [])
    return Outcome(command, abs(ended.returncode), time.monotonic() - began, summary(text), figures, text)


def summary(text: str) -> str:
    """Return the line that says how much was run, or the last line if there isn't one."""
    found = SUMMARY.findall(text)
    lines = found or text.strip().splitlines() or [""]
    return str(lines[-1]).partition(";")[0].strip("= ")


def read_figures(lines: Iterable[str]) -> dict[str, list[Found]]:
    """Return the figures by promise. Those of one test's cases are combined."""
    by_test: dict[tuple[str, str], list[Found]] = defaultdict(list)
    for line in lines:
        one: dict[str, Any] = json.loads(line)
        by_test[one["promise"], one["test"].partition("[")[0]].append(one["found"])
    found: dict[str, list[Found]] = defaultdict(list)
    for (promise, _), figures in by_test.items():
        found[promise].append(combine(figures))
    return dict(found)


def combine(figures: list[Found]) -> Found:
    """Return combined figures: counts are added, measurements show their worst, words are joined."""
    names = dict.fromkeys(name for one in figures for name in one)
    return {name: _combine_values([one[name] for one in figures if name in one]) for name in names}


def _combine_values(values: list[float | str]) -> float | str:
    numbers = [value for value in values if not isinstance(value, str)]
    if len(numbers) < len(values):
        return ", ".join(dict.fromkeys(map(str, values)))
    return sum(numbers) if all(isinstance(value, int) for value in numbers) else max(numbers)


def print_end(outcome: Outcome) -> None:
    """Print the end of a failed command's output."""
    sys.stderr.write("\n".join(outcome.output.splitlines()[-40:]) + "\n")
