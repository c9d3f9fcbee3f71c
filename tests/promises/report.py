"""The verdict on each promise, the circumstances of a run, and the table for the terminal."""

import os
import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tests.conventions.source import ROOT
from tests.promises.commands import Command, Scale
from tests.promises.listed import Promise
from tests.promises.running import Found, Outcome

NOT_RUN = "not run"
UNSURE = "NOT AUDITED"
"""The first words of a check that couldn't be made."""


class Verdict(NamedTuple):
    """The verdict on one promise.

    `findings` are its figures, targets and failures, `closings` the last lines of its commands.
    """

    promise: Promise
    status: str
    findings: list[str]
    closings: list[str]
    commands: list[Command]

    @property
    def found(self) -> list[str]:
        """Return the findings, followed by the closings."""
        return [*self.findings, *self.closings]


class Circumstances(NamedTuple):
    """The date, scale, commit and machine of a run."""

    date: str
    scale: Scale
    commit: str
    machine: str


def verdict(promise: Promise, scale: Scale, outcomes: Mapping[Command, Outcome]) -> Verdict:
    """Return the verdict on a promise, from the outcomes of its commands."""
    commands = promise.commands(scale)
    run = [outcomes[command] for command in commands if command in outcomes]
    if promise.instead:
        status = promise.instead
    elif len(run) < len(commands):
        status = NOT_RUN
    else:
        figures = [one for outcome in run for one in outcome.figures.get(promise.number, [])]
        is_shown = not any(outcome.summary.startswith(UNSURE) for outcome in run)
        is_kept = not any(outcome.breaks(promise) for outcome in run) and not list(
            _excesses(promise, figures)
        )
        status = "NOT KEPT" if not is_kept else "kept" if is_shown else "cannot be shown here"
    return Verdict(promise, status, list(_findings(promise, run)), list(_closings(promise, run)), commands)


def _excesses(promise: Promise, figures: Sequence[Found]) -> Iterator[str]:
    """Yield the figures that exceed their limits."""
    for one in figures:
        for name, most in promise.limits.items():
            value = one.get(name, 0)
            if isinstance(value, str) or value > most:
                yield f"{in_words(name)} {value}, at most {most}"


def _findings(promise: Promise, run: Sequence[Outcome]) -> Iterator[str]:
    for outcome in run:
        figures = outcome.figures.get(promise.number, [])
        yield from (", ".join(f"{in_words(name)} {value}" for name, value in one.items()) for one in figures)
        yield from (f"**{excess}**" for excess in _excesses(promise, figures))
        yield from (targets := outcome.targets(promise))
        if outcome.breaks(promise) and not targets:
            yield f"**failed**: {outcome.summary}"


def _closings(promise: Promise, run: Sequence[Outcome]) -> Iterator[str]:
    for outcome in run:
        if not outcome.targets(promise) and not outcome.breaks(promise):
            yield outcome.summary


def in_words(name: str) -> str:
    """Return the name of a figure in words."""
    return name.replace("_", " ")


def lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the lines of the table for the terminal."""
    for one in verdicts:
        yield f"{one.promise.number:4}{one.status:32} {one.promise.words}"
        yield from (f"{'':6}{found}" for found in one.found)


def circumstances(scale: Scale) -> Circumstances:
    """Return the circumstances of a run at this moment."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    commit = described.stdout.strip() or "unknown"
    machine = f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"
    return Circumstances(f"{datetime.now(UTC):%Y-%m-%d}", scale, commit, machine)
