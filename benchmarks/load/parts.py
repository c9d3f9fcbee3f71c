"""The parts of the bench by name. Each one measures something and returns it as text and as targets."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.load import answers, databases, growth, languages, report, rounds, runs, visible, work
from benchmarks.load.plan import Plan
from benchmarks.load.report import Target


class Found(NamedTuple):
    """The results of a part."""

    title: str
    lines: Iterable[str]
    targets: Iterable[Target]


async def _answers(plan: Plan, folder: Path) -> Found:
    found = await answers.answers(plan, folder)
    return Found("Answers", answers.of_answers(found), answers.answers_targets(found))


async def _visible(plan: Plan, folder: Path) -> Found:
    found = await visible.visible(plan, folder)
    return Found("Visible", visible.of_visible(found), visible.visible_targets(found))


async def _work(plan: Plan, folder: Path) -> Found:
    found = await work.work(plan, folder)
    return Found("Work", work.of_work(found), work.work_targets(found.ours))


async def _saturated(plan: Plan, folder: Path) -> Found:
    found = await rounds.saturated(plan, folder)
    title = "As fast as the processors allow, if Discord had no limit"
    return Found(title, report.of_rounds(found), report.saturated_targets(found))


async def _limited(plan: Plan, folder: Path) -> Found:
    found = await rounds.limited(plan, folder)
    title = f"As fast as Discord's {plan.limit} requests a second allow"
    return Found(title, report.of_rounds(found), report.limited_targets(found))


async def _played(plan: Plan, folder: Path) -> Found:
    figures, flooded, unsaved = await runs.played(plan, folder)
    title = f"{plan.tables} tables, {plan.rate:g} moves a second, then a flood"
    lines = (*report.of_played(figures, unsaved), *report.of_flooded(flooded))
    return Found(title, lines, (*report.played_targets(figures, unsaved), *report.flooded_targets(flooded)))


async def _start(plan: Plan, folder: Path) -> Found:
    found = await runs.started(plan, folder)
    return Found("Start", report.of_started(found), report.started_targets(found))


async def _growth(plan: Plan, folder: Path) -> Found:
    found = await growth.grown(plan, folder)
    return Found("Memory over a long time", report.of_grown(found), report.grown_targets(found))


async def _languages(plan: Plan, folder: Path) -> Found:
    found = await languages.languages(plan, folder)
    return Found(
        "English and another language", languages.of_languages(found), languages.languages_targets(found)
    )


async def _databases(plan: Plan, folder: Path) -> Found:
    found = await databases.measured(plan, folder)
    return Found("Moves stored, by tables and processes, without Discord", databases.of_databases(found), ())


MEASURES: Final[Mapping[str, Callable[[Plan, Path], Awaitable[Found]]]] = {
    "answers": _answers,
    "visible": _visible,
    "work": _work,
    "saturated": _saturated,
    "limited": _limited,
    "played": _played,
    "start": _start,
    "growth": _growth,
    "languages": _languages,
    "databases": _databases,
}
"""The parts, in the order in which they're measured."""
