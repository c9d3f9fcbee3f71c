"""All measurements under load: `python -m benchmarks.load`. Exit code 1 if a target is missed."""

import asyncio
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.load import report
from benchmarks.load.parts import MEASURES
from benchmarks.load.plan import Plan, plan_of
from benchmarks.load.report import Target


async def measured(plan: Plan, folder: Path) -> list[Target]:
    """Measure the parts of a plan, print each one when it's finished, and return all targets."""
    targets: list[Target] = []
    for name, measure in MEASURES.items():
        if name in plan.only:
            found = await measure(plan, folder)
            _print(found.title, found.lines)
            targets += found.targets
    return targets


def _print(title: str, lines: Iterable[str]) -> None:
    print(f"{title}\n  " + "\n  ".join(lines) + "\n", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print. Returns 1 if a target is missed."""
    plan = plan_of(arguments)
    with tempfile.TemporaryDirectory(dir=plan.folder, prefix="cardcrate-load-") as folder:
        targets = asyncio.run(measured(plan, Path(folder)))
    _print("Targets", report.target_lines(targets))
    return 0 if all(target.holds for target in targets) else 1


if __name__ == "__main__":
    sys.exit(main())
