"""What was found, as a table for the terminal and as a page of the documents."""

import os
import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tests.house.source import ROOT
from tests.promises.commands import SCALES, Command, Scale
from tests.promises.listed import Promise
from tests.promises.running import Found, Outcome

PAGE = ROOT / "docs" / "promises.md"
HEADING = "## "
NOT_RUN = "not run"
UNSURE = "NOT AUDITED"
"""So a check begins to speak that could not be made."""
INTRODUCTION = """\
# Promises

What players may rely on, and what was run to show it. `python -m tests.promises --write` writes this page;
`make nightly` does so at the scale of a night. Never written by hand. `python` is the one in `.venv/bin`.
With `--only P18,P20` the other promises keep what was found of them before.
"""


class Verdict(NamedTuple):
    """What came of one promise."""

    promise: Promise
    status: str
    found: list[str]
    commands: list[Command]


def verdict(promise: Promise, scale: Scale, outcomes: Mapping[Command, Outcome]) -> Verdict:
    """Whether a promise was kept, going by the commands that were run."""
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
    return Verdict(promise, status, list(_found(promise, run)), commands)


def _excesses(promise: Promise, figures: Sequence[Found]) -> Iterator[str]:
    """Figures that are more than they may be."""
    for one in figures:
        for name, most in promise.limits.items():
            value = one.get(name, 0)
            if isinstance(value, str) or value > most:
                yield f"{told(name)} {value}, at most {most}"


def _found(promise: Promise, run: Sequence[Outcome]) -> Iterator[str]:
    for outcome in run:
        figures = outcome.figures.get(promise.number, [])
        yield from (", ".join(f"{told(name)} {value}" for name, value in one.items()) for one in figures)
        yield from (f"**{excess}**" for excess in _excesses(promise, figures))
        yield from outcome.targets(promise) or [_closing(promise, outcome)]


def _closing(promise: Promise, outcome: Outcome) -> str:
    return f"**failed**: {outcome.summary}" if outcome.breaks(promise) else outcome.summary


def told(name: str) -> str:
    """The name of a figure in words."""
    return name.replace("_", " ")


def lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The table for the terminal."""
    for promise, status, found, _ in verdicts:
        yield f"{promise.number:4}{status:32} {promise.words}"
        yield from (f"{'':6}{one}" for one in found)


def page(verdicts: Sequence[Verdict], when: str, before: str = "") -> str:
    """The page of the documents; `when` are its circumstances.

    Of promises that were not tried it keeps what the page said before.
    """
    kept = {chapter.partition(".")[0]: chapter for chapter in before.split(HEADING)[1:]}
    made = {one.promise.number: "\n".join(_chapter(one, when)) for one in verdicts}
    untried = {one.promise.number for one in verdicts if one.status == NOT_RUN}
    chapters = (kept[number] if number in untried & kept.keys() else made[number] for number in made)
    return INTRODUCTION + "".join(f"\n{HEADING}{chapter.strip()}\n" for chapter in chapters)


def circumstances(scale: Scale) -> str:
    """When, where and of what something is found now."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    commit = described.stdout.strip() or "unknown"
    machine = f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"
    less = SCALES[: SCALES.index("nightly")]
    note = " `make nightly` tries more." if scale in less else ""
    return f"Run on {datetime.now(UTC):%Y-%m-%d} at commit {commit}, scale `{scale}`, on {machine}.{note}"


def _chapter(verdict: Verdict, when: str) -> Iterator[str]:
    promise, status, found, commands = verdict
    yield f"{promise.number}. {promise.words}"
    yield ""
    yield f"{status[0].upper()}{status[1:]}. {when if commands and status != NOT_RUN else ''}".strip()
    yield ""
    yield from (f"- {one}" for one in found)
    if commands:
        yield from (*([""] if found else []), "```sh", *dict.fromkeys(map(str, commands)), "```")
