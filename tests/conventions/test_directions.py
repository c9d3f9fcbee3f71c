"""Allowed imports: the contracts in `pyproject.toml` hold, and each of them notices what it forbids."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conventions.source import ROOT, modules, within

OURS = tuple(module for module in modules() if within(module.name, "bot", "cogs"))

PLANTED = {
    "No circles, neither between packages nor between modules": (
        "bot/engine/cards.py",
        "from bot.engine.notation import letters",
    ),
    "Higher parts import lower ones, never the other way round": (
        "bot/rendering/words.py",
        "from bot.sessions.session import Session",
    ),
    "No game knows another": ("bot/games/skrap/faults.py", "from bot.games.crap import GAME"),
    "Rules are pure: no time, no chance of their own, no input or output": (
        "bot/games/crap/faults.py",
        "def late():\n    import time",
    ),
    "Computer players see nothing but what they are handed": (
        "bot/players/player.py",
        "from bot.storage.store import Store",
    ),
    "Ratings are worked out from numbers alone": ("bot/ratings/ledger.py", "def late():\n    import random"),
    "Only the edges know Discord": ("bot/sessions/session.py", "import discord"),
    "Only the store knows the database": ("cogs/base.py", "import sqlite3"),
    "Only the playground knows SimCord": ("bot/app.py", "import simcord"),
    "Cogs ask the sessions, never the store": ("cogs/lobby.py", "from bot.storage.store import Store"),
    "The client loads the cogs by name": ("bot/app.py", "from cogs import lobby"),
}
"""For each contract, a file and a line in it that would break the contract."""


def linted(folder: Path) -> dict[str, str]:
    """Return the import linter's verdict on each contract: KEPT or BROKEN."""
    run = "from importlinter.cli import lint_imports; lint_imports(no_cache=True)"
    said = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, '.'); {run}"],
        cwd=folder,
        env={"COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return dict(re.findall(r"^(\S.*) (KEPT|BROKEN)\b", said.stdout, re.MULTILINE))


def copied(folder: Path) -> Path:
    """Copy the project's code and contracts, for a test to break."""
    for name in ("bot", "cogs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_module_imports_only_what_its_part_may() -> None:
    assert linted(ROOT) == dict.fromkeys(PLANTED, "KEPT")


def test_each_contract_notices_what_it_forbids(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    for file, line in PLANTED.values():
        path = folder / file
        path.write_text(f"{path.read_text()}\n\n{line}\n")

    assert linted(folder) == dict.fromkeys(PLANTED, "BROKEN")


def test_only_the_settings_read_the_environment() -> None:
    readers = [m.name for m in OURS if "os.environ" in m.text or m.imports() & {"os.environ", "os.getenv"}]
    askers = [m.name for m in OURS if "os.getenv" in m.text]

    assert {*readers, *askers} == {"bot.config"}


@pytest.mark.parametrize(
    ("library", "homes"),
    [
        ("aiosqlite", ("bot.storage",)),
        ("sqlite3", ("bot.storage",)),
        ("asyncpg", ("bot.storage",)),
        ("simcord", ("bot.playground",)),
        ("pydantic", ("bot.config",)),
        ("pydantic_settings", ("bot.config",)),
        ("typer", ("bot.__main__",)),
        ("PIL", ("bot.rendering.art",)),
    ],
)
def test_a_library_stays_at_home(library: str, homes: tuple[str, ...]) -> None:
    users = [m.name for m in OURS if any(within(one, library) for one in m.imports())]

    assert [name for name in users if not within(name, *homes)] == []
