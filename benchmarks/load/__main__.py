"""Measures everything and prints it: `python -m benchmarks.load`. Exit code 1: a target is missed."""

import asyncio
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.load import growth, report, runs
from benchmarks.load.plan import Plan, plan_of
from benchmarks.load.report import Target


async def measured(plan: Plan, folder: Path) -> list[Target]:
    """Measure the parts of a plan, print each when it is there, and give all targets."""
    targets: list[Target] = []
    if "limited" in plan.parts:
        rounds = await runs.limited(plan, folder)
        _print(f"As fast as Discord's {plan.limit} requests a second allow", report.of_rounds(rounds))
        targets += report.limited_targets(rounds)
    if "saturated" in plan.parts:
        rounds = await runs.saturated(plan, folder)
        _print("As fast as the processors allow, if Discord had no limit", report.of_rounds(rounds))
    if "played" in plan.parts:
        figures, flooded, unsaved = await runs.played(plan, folder)
        _print(f"{plan.tables} tables, {plan.rate:g} moves a second", report.of_played(figures, unsaved))
        _print("Flood", report.of_flooded(flooded))
        targets += (*report.played_targets(figures, unsaved), *report.flooded_targets(flooded))
    if "start" in plan.parts:
        started = await runs.started(plan, folder)
        _print("Start", report.of_started(started))
        targets += report.started_targets(started)
    if "growth" in plan.parts:
        grown = await growth.grown(plan, folder)
        _print("Memory over a long time", report.of_grown(grown))
        targets += report.grown_targets(grown)
    return targets


def _print(title: str, lines: Iterable[str]) -> None:
    print(f"{title}\n  " + "\n  ".join(lines) + "\n", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a target is missed."""
    plan = plan_of(arguments)
    with tempfile.TemporaryDirectory(dir=plan.folder, prefix="cardcrate-load-") as folder:
        targets = asyncio.run(measured(plan, Path(folder)))
    _print("Targets", map(str, targets))
    return 0 if all(target.holds for target in targets) else 1


if __name__ == "__main__":
    sys.exit(main())
