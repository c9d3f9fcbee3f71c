"""The files that `--write` makes: a page with evidence for each promise, and a report of all findings."""

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence

from tests.conventions.source import ROOT
from tests.promises.report import NOT_RUN, Circumstances, Verdict

PAGE = ROOT / "docs" / "promises.md"
"""The page with one line of evidence for each promise."""
REPORT = ROOT / "promises-report.md"
"""The report with every figure and command of the last runs. Git ignores it."""
ENTRY = re.compile(r"^\*\*(?P<number>P\d+)\..*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
CHAPTER = re.compile(r"^## (?P<number>P\d+)\..*?(?=\n\n## |\Z)", re.MULTILINE | re.DOTALL)
PROGRAM = ("bot", "cogs", "data", "uv.lock")
"""The paths that make up the program."""
DURATION = re.compile(r" in \d+\.\d+s( \([\d:]+\))?")
"""The duration of tests in the line that sums them up."""
PAGE_BEGINS = """\
# Promises

Everything players may rely on. Below each promise are its last result and the tests or measurement that show it.

`python -m tests.promises` tries all of them in a few minutes, `--only P18,P20` some, and `make nightly` as much as fits into a night. `--write`
rewrites the results below, and puts every figure and the commands to repeat it into `promises-report.md`. A promise that wasn't tried keeps its
result, marked if the program has changed since. `--list --write` only marks them. `python` is the one in `.venv/bin`.
"""
REPORT_BEGINS = """\
# What was run for the promises

Written by `python -m tests.promises --write`. Promises that were not tried again keep what was found of them before.
"""
OLDER = "*Older than the code.*"
"""The mark of evidence from before the program changed."""
RUN_AT = re.compile(r"\(`\w+`, (?P<commit>[0-9a-f]{7,40})\): [^\n]*?\.(?= Shown by|$)", re.MULTILINE)
"""A line of evidence, up to the commands that show it."""
Make = Callable[[Verdict, Circumstances], str]


def has_changed(commit: str) -> bool:
    """Whether the program has changed since a commit."""
    command = ["git", "diff", "--quiet", commit, "--", *PROGRAM]
    return subprocess.run(command, cwd=ROOT, check=False).returncode != 0


def write(verdicts: Sequence[Verdict], when: Circumstances, page: str, report: str) -> None:
    """Write page and report. Promises that weren't tried keep their parts of these former texts."""
    before = {number: marked(one) for number, one in kept(ENTRY, page).items()}
    PAGE.write_text(merged(PAGE_BEGINS, verdicts, when, before, entry), encoding="utf-8")
    REPORT.write_text(merged(REPORT_BEGINS, verdicts, when, kept(CHAPTER, report), chapter), encoding="utf-8")


def kept(part: re.Pattern[str], text: str) -> dict[str, str]:
    """Return the part of a text about each promise, by its number."""
    return {found["number"]: found[0].strip() for found in part.finditer(text)}


def marked(text: str, has_changed: Callable[[str], bool] = has_changed) -> str:
    """Return an entry, marked if the program has changed since its evidence was found."""
    plain = text.replace(f" {OLDER}", "")
    found = RUN_AT.search(plain)
    if found is None or not has_changed(found["commit"]):
        return plain
    return f"{plain[: found.end()]} {OLDER}{plain[found.end() :]}"


def merged(
    begins: str, verdicts: Sequence[Verdict], when: Circumstances, before: Mapping[str, str], make: Make
) -> str:
    """Return a text of new parts for the promises that were tried, and former ones for the others."""
    old = {one.promise.number for one in verdicts if one.status == NOT_RUN} & before.keys()
    parts = (before[one.promise.number] if one.promise.number in old else make(one, when) for one in verdicts)
    return "\n\n".join([begins.strip(), *parts]) + "\n"


def entry(verdict: Verdict, when: Circumstances) -> str:
    """Return a promise and its line of evidence."""
    return f"**{verdict.promise.number}. {verdict.promise.words}**\\\n{' '.join(_evidence(verdict, when))}"


def _evidence(verdict: Verdict, when: Circumstances) -> Iterator[str]:
    if not verdict.commands or verdict.status == NOT_RUN:
        yield f"{_sentence(verdict.status)}."
    else:
        found = " · ".join(dict.fromkeys(map(short, verdict.findings or verdict.closings)))
        yield f"{_sentence(verdict.status)} on {when.date} (`{when.scale}`, {when.commit}): {found.rstrip('.')}."
    if shown_by := dict.fromkeys(f"`{name}`" for shown in verdict.promise.shown_by for name in shown.names):
        yield f"Shown by {', '.join(shown_by)}."


def short(found: str) -> str:
    """Return a finding without its duration and, for a target that was met, without the word *holds*."""
    return DURATION.sub("", found).replace(": holds (", " (").rstrip(".")


def chapter(verdict: Verdict, when: Circumstances) -> str:
    """Return everything known about a promise."""
    return "\n".join(_chapter(verdict, when))


def _chapter(verdict: Verdict, when: Circumstances) -> Iterator[str]:
    yield f"## {verdict.promise.number}. {verdict.promise.words}"
    yield ""
    yield f"{_sentence(verdict.status)}."
    if verdict.commands and verdict.status != NOT_RUN:
        yield f"Run on {when.date} at commit {when.commit}, scale `{when.scale}`, on {when.machine}."
        yield ""
        yield from (f"- {one}" for one in verdict.found)
    if verdict.commands:
        yield from ("", "```sh", *dict.fromkeys(map(str, verdict.commands)), "```")


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]
