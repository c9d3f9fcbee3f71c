"""Two budgets: lines of code, and sentences that read like a translation.

`python -m tests.conventions.budgets` fails if either has grown beyond `budgets.toml`. `--tighten` lowers each
budget to today's number, and `--list FOLDER` prints a folder's odd sentences with the rules they break.
"""

import argparse
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tests.conventions.english import broken, sentences
from tests.conventions.source import ROOT

FILE: Final = Path(__file__).with_name("budgets.toml")
SOURCE: Final = ("bot", "cogs")
HEAD: Final = (
    "# What may be there at most. `python -m tests.conventions.budgets --tighten` lowers these.\n"
    "# Only a new feature or the test of a fault raises the lines, in the commit that says so; nothing raises the rest.\n"
)

Table = dict[str, int]
Budgets = Mapping[str, Table]


def lines() -> Table:
    """Count the lines of all Python files: those of the program, and those of its tests."""
    return {"source": sum(map(_lines_below, SOURCE)), "tests": _lines_below("tests")}


def _lines_below(folder: str) -> int:
    return sum(path.read_text(encoding="utf-8").count("\n") for path in (ROOT / folder).rglob("*.py"))


def _is_english(path: Path) -> bool:
    """Whether a document isn't a translation, such as `privacy-policy.de.md`."""
    return len(path.suffixes) == 1


@cache
def texts() -> Mapping[str, tuple[Path, ...]]:
    """Return the files with texts for readers, by the folder that has a budget."""
    packages = sorted(path.parent for path in (ROOT / "bot").glob("*/__init__.py"))
    found = {
        "messages": [ROOT / "data" / "locale" / "messages.pot"],
        "rules": (ROOT / "data" / "rules").glob("*.md"),
        "lessons": (ROOT / "data" / "lessons").glob("*.toml"),
        "docs": [*ROOT.glob("*.md"), *filter(_is_english, (ROOT / "docs").rglob("*.md"))],
        "bot": (ROOT / "bot").glob("*.py"),
        **{f"bot/{package.name}": package.rglob("*.py") for package in packages},
        **{name: (ROOT / name).rglob("*.py") for name in ("cogs", "tests", "benchmarks")},
    }
    return {name: tuple(sorted(paths)) for name, paths in found.items()}


@cache
def odd(folder: str) -> tuple[list[str], int]:
    """Return a folder's sentences that break a rule, with their places, and the number of all sentences."""
    found, number = [], 0
    for path in texts()[folder]:
        for line, sentence in sentences(path):
            number += 1
            if rules := broken(sentence):
                found.append(f"{path.relative_to(ROOT)}:{line} {', '.join(rules)}: {sentence}")
    return found, number


def counted() -> Budgets:
    """Count everything that has a budget."""
    return {"lines": lines(), "english": {folder: len(odd(folder)[0]) for folder in texts()}}


def budgets() -> Budgets:
    """Read the budgets."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def exceeded(now: Budgets, most: Budgets) -> list[str]:
    """Return a line for everything that has grown beyond its budget."""
    return [
        f"{kind} of {name}: {number}, at most {most[kind].get(name, 0)}"
        for kind, table in now.items()
        for name, number in table.items()
        if number > most[kind].get(name, 0)
    ]


def tightened(now: Budgets, most: Budgets) -> str:
    """Return the file of budgets, each lowered to today's number. A new folder's budget is that number."""
    text = HEAD
    for kind, table in now.items():
        text += f"\n[{kind}]\n"
        text += "".join(
            f'"{name}" = {min(number, most[kind].get(name, number))}\n' for name, number in table.items()
        )
    return text


def report(now: Budgets) -> str:
    """Return today's totals, and each folder's share of sentences that read like a translation."""
    totals = ", ".join(f"{number:,} lines of {name}" for name, number in now["lines"].items())
    rows = []
    for folder, number in now["english"].items():
        share = 100 * number / max(1, odd(folder)[1])
        rows.append(f"  {folder:<16}{number:>6}{share:>7.1f} %")
    return "\n".join([totals, "Sentences that read like a translation:", *rows])


def main(arguments: list[str] | None = None) -> int:
    """Print the totals. Return 1 if a budget is exceeded."""
    parser = argparse.ArgumentParser(prog="python -m tests.conventions.budgets", description=__doc__)
    parser.add_argument("--tighten", action="store_true", help="lower each budget to today's number")
    parser.add_argument("--list", metavar="FOLDER", choices=texts(), help="print the sentences of one folder")
    given = parser.parse_args(arguments)
    if given.list:
        print("\n".join(odd(given.list)[0]))
        return 0
    now = counted()
    if given.tighten:
        FILE.write_text(tightened(now, budgets()), encoding="utf-8")
    most = budgets()
    print(report(now))
    for line in (wrong := exceeded(now, most)):
        print(f"GROWN: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
