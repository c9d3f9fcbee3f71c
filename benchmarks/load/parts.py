"""The parts of the bench by name. Each one measures something and returns it as text and as targets."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.load import answers, databases, growth, languages, report, rounds, runs, visible, work
from benchmarks.load.plan import Plan
from benchmarks.load.report import Target


class Result(NamedTuple):
    """The results of a part."""

    title: str
    lines: Iterable[str]
    targets: Iterable[Target]


async def _answers(plan: Plan, folder: Path) -> Result:
    found = await answers.answers(plan, folder)
    return Result("Answers", answers.answers_lines(found), answers.answers_targets(found))


async def _visible(plan: Plan, folder: Path) -> Result:
    found = await visible.visible(plan, folder)
    return Result("Visible", visible.visible_lines(found), visible.visible_targets(found))


async def _work(plan: Plan, folder: Path) -> Result:
    found = await work.work(plan, folder)
    return Result("Work", work.work_lines(found), work.work_targets(found.ours))


async def _saturated(plan: Plan, folder: Path) -> Result:
    found = await rounds.saturated(plan, folder)
    title = "As fast as the processors allow, if Discord had no limit"
    return Result(title, report.rounds_lines(found), report.saturated_targets(found))


async def _limited(plan: Plan, folder: Path) -> Result:
    found = await rounds.limited(plan, folder)
    title = f"As fast as Discord's {plan.limit} requests a second allow"
    return Result(title, report.rounds_lines(found), report.limited_targets(found))


async def _played(plan: Plan, folder: Path) -> Result:
    figures, flooded, unsaved = await runs.played(plan, folder)
    title = f"{plan.tables} tables, {plan.rate:g} moves a second, then a flood"
    lines = (*report.steady_lines(figures, unsaved), *report.flood_lines(flooded))
    return Result(title, lines, (*report.steady_targets(figures, unsaved), *report.flood_targets(flooded)))


async def _start(plan: Plan, folder: Path) -> Result:
    found = await runs.started(plan, folder)
    return Result("Start", report.start_lines(found), report.start_targets(found))


async def _growth(plan: Plan, folder: Path) -> Result:
    found = await growth.grown(plan, folder)
    return Result("Memory over a long time", report.growth_lines(found), report.growth_targets(found))


async def _languages(plan: Plan, folder: Path) -> Result:
    found = await languages.languages(plan, folder)
    return Result(
        "English and another language", languages.languages_lines(found), languages.languages_targets(found)
    )


async def _databases(plan: Plan, folder: Path) -> Result:
    found = await databases.measured(plan, folder)
    return Result("Moves stored, by tables and processes, without Discord", databases.speed_lines(found), ())


MEASURES: Final[Mapping[str, Callable[[Plan, Path], Awaitable[Result]]]] = {
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
