"""Who may import whom. `docs/architecture.md` says why."""

import sys
from collections.abc import Iterator

import pytest

from tests.house.source import TOPS, Module, modules, within

MAY_IMPORT = {
    "bot.engine": ("bot.engine",),
    "bot.games": ("bot.engine", "bot.games"),
    "bot.storage": ("bot.engine", "bot.storage"),
    "bot.rendering": ("bot.engine", "bot.games", "bot.storage.records", "bot.rendering"),
    "bot.sessions": (
        "bot.engine",
        "bot.games",
        "bot.players",
        "bot.storage",
        "bot.rendering",
        "bot.sessions",
    ),
    "bot.courier": ("bot.emojis", "bot.engine", "bot.rendering", "bot.sessions.delivery", "bot.throttle"),
    "bot.emojis": ("bot.engine", "bot.rendering", "bot.storage"),
    "bot.config": (),
    "bot.app": (
        "bot.answering",
        "bot.config",
        "bot.courier",
        "bot.emojis",
        "bot.games",
        "bot.lateness",
        "bot.rendering",
        "bot.sessions",
        "bot.storage",
    ),
    "bot.lateness": (),
    "bot.throttle": (),
    "bot.tuning": (),
    "bot.watchdog": (),
    "bot.answering": ("bot.courier",),
    "bot.restraint": ("bot.storage",),
    "bot.doctor": ("bot.config", "bot.games", "bot.rendering.rules", "bot.storage"),
    "bot.playground": ("bot",),
    "bot.__main__": ("bot",),
    "cogs": (
        "bot.engine",
        "bot.games",
        "bot.sessions",
        "bot.rendering",
        "bot.courier",
        "bot.answering",
        "bot.app",
        "bot.watchdog",
        "cogs",
    ),
}
"""For each part the parts of this project that it may import; the first fitting line counts."""

OUTSIDE = {
    "discord": (
        "cogs",
        "bot.answering",
        "bot.app",
        "bot.courier",
        "bot.doctor",
        "bot.emojis",
        "bot.__main__",
        "bot.playground",
    ),
    "sqlite3": ("bot.storage",),
    "aiosqlite": ("bot.storage",),
    "simcord": ("bot.playground",),
    "pydantic": ("bot.config",),
    "pydantic_settings": ("bot.config",),
    "typer": ("bot.__main__",),
}
"""For these libraries the only parts that may use them."""

PURE = ("bot.engine", "bot.games")
IMPURE = frozenset(
    ("asyncio", "time", "datetime", "sqlite3", "os", "random", "secrets", "threading", "socket")
)
ENGINE_NEEDS = frozenset(("msgspec",))

OURS = tuple(module for module in modules() if not within(module.name, "tests", "benchmarks"))


def complaints(module: Module) -> Iterator[str]:
    """What a module imports and should not, a line each."""
    for imported in sorted(module.imports()):
        allowed = may_use_ours if within(imported, *TOPS) else may_use_library
        if not allowed(module.name, imported):
            yield f"{module.name} imports {imported}"


def may_use_ours(name: str, imported: str) -> bool:
    """Whether a module may use another part of this project."""
    part = next((part for part in MAY_IMPORT if within(name, part)), None)
    return part is None or within(imported, *MAY_IMPORT[part])


def may_use_library(name: str, imported: str) -> bool:
    """Whether a module may use something that is not of this project."""
    top = imported.partition(".")[0]
    if within(name, *PURE) and not is_pure(top):
        return False
    return top not in OUTSIDE or within(name, *OUTSIDE[top])


def is_pure(top: str) -> bool:
    """Whether a library gives the same answers whenever and wherever it is asked."""
    return top in ENGINE_NEEDS or (top in sys.stdlib_module_names and top not in IMPURE)


def other_games(module: Module) -> Iterator[str]:
    """Imports of one game from another."""
    home = ".".join(module.name.split(".")[:3])
    if home.count(".") == 2 and within(home, "bot.games"):
        for imported in sorted(module.imports()):
            if within(imported, "bot.games") and not within(imported, home):
                yield f"{module.name} imports {imported}"


def test_every_module_imports_only_what_its_part_may() -> None:
    assert [line for module in OURS for line in complaints(module)] == []


def test_no_game_knows_another() -> None:
    assert [line for module in OURS for line in other_games(module)] == []


def test_every_module_belongs_to_a_part() -> None:
    packages = ("bot", "cogs")
    without = [m.name for m in OURS if m.name not in packages and not within(m.name, *MAY_IMPORT)]

    assert without == []


def test_only_the_settings_read_the_environment() -> None:
    readers = [m.name for m in OURS if "os.environ" in m.text or m.imports() & {"os.environ", "os.getenv"}]
    askers = [m.name for m in OURS if "os.getenv" in m.text]

    assert readers + askers == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bot.engine.cards", "import random"),
        ("bot.games.crap.laying", "from time import time"),
        ("bot.games.crap.laying", "from bot.rendering import words"),
        ("bot.games.crap.laying", "import structlog"),
        ("bot.rendering.words", "from bot.storage.store import Store"),
        ("bot.sessions.hall", "import discord"),
        ("bot.sessions.hall", "def late():\n    import sqlite3"),
        ("bot.storage.rows", "from bot import sessions"),
        ("cogs.base", "from bot.storage.store import Store"),
        ("bot.app", "from cogs import lobby"),
        ("bot.app", "import simcord"),
        ("bot.config", "from tests.helpers import club"),
    ],
)
def test_a_wrong_import_is_noticed(name: str, text: str) -> None:
    assert len(list(complaints(Module(name, text)))) == 1


def test_a_game_that_uses_another_is_noticed() -> None:
    module = Module("bot.games.skrap.table", "from bot.games.crap.state import put")

    assert list(other_games(module)) == ["bot.games.skrap.table imports bot.games.crap.state.put"]


def test_a_relative_import_is_seen_as_what_it_names() -> None:
    module = Module("bot.engine.cards", "from ..sessions import hall")

    assert list(complaints(module)) == ["bot.engine.cards imports bot.sessions.hall"]
