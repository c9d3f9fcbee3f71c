"""Run the commands that show each promise, one after the other, and print the findings."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence

from tests.promises import report, written
from tests.promises.commands import SCALES, Command, Scale
from tests.promises.listed import PROMISES, Promise
from tests.promises.running import Outcome, print_end, run


def main(given: Sequence[str] | None = None) -> int:
    """Run the commands that the arguments ask for. Return 1 if a promise wasn't kept."""
    asked = arguments().parse_args(given)
    wanted = [promise for promise in PROMISES if not asked.only or promise.number in asked.only.split(",")]
    commands = dict.fromkeys(command for promise in wanted for command in promise.commands(asked.scale))
    keep = make_keeper(asked.scale) if asked.write else _keep_nothing
    outcomes: dict[Command, Outcome] = {}
    keep(outcomes)
    for command in () if asked.list else commands:
        outcomes[command] = tried(command)
        keep(outcomes)
    verdicts = verdicts_for(asked.scale, outcomes)
    print("\n".join(report.lines([one for one in verdicts if one.promise in wanted])))
    if asked.list:
        print("\n".join(listing(wanted, commands)))
    return int(any(one.status == "NOT KEPT" for one in verdicts))


def verdicts_for(scale: Scale, outcomes: Mapping[Command, Outcome]) -> list[report.Verdict]:
    """Return the verdict on every promise so far."""
    return [report.verdict(promise, scale, outcomes) for promise in PROMISES]


def make_keeper(scale: Scale) -> Callable[[Mapping[Command, Outcome]], None]:
    """Return a function that rewrites page and report, so that an interrupted run keeps its results.

    The former texts and the present commit are read here, before the first command.
    """
    before = [
        path.read_text(encoding="utf-8") if path.exists() else "" for path in (written.PAGE, written.REPORT)
    ]
    when = report.circumstances(scale)

    def keep(outcomes: Mapping[Command, Outcome]) -> None:
        written.write(verdicts_for(scale, outcomes), when, *before)

    return keep


def _keep_nothing(_outcomes: Mapping[Command, Outcome]) -> None:
    """Ignore the outcomes."""


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.promises", description=__doc__)
    parser.add_argument("--scale", choices=SCALES, default="ci", help="how much to try")
    parser.add_argument("--only", metavar="P1,P5", help="only these promises")
    parser.add_argument("--write", action="store_true", help="write docs/promises.md and promises-report.md")
    parser.add_argument("--list", action="store_true", help="run nothing, print the commands")
    return parser


def tried(command: Command) -> Outcome:
    """Run a command, and print it with its outcome."""
    print(f"$ {command}", flush=True)
    outcome = run(command)
    print(f"  {outcome.summary} ({outcome.seconds:.0f} s)", flush=True)
    if outcome.code:
        print_end(outcome)
    return outcome


def listing(wanted: Sequence[Promise], commands: Sequence[Command] | dict[Command, None]) -> list[str]:
    """Return the lines that list the commands without running them."""
    return [f"{len(commands)} commands for {len(wanted)} promises:", *map(str, commands)]


if __name__ == "__main__":
    sys.exit(main())
