"""The store shares its SQL between databases, and the words of a single one stay in its own modules."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from tests.conventions.source import Module, modules, within

SQLITE: Final = frozenset(
    ("driver", "sqlite", "file", "backup", "checkup", "migrations", "restore", "verify")
)
"""The store's modules for a database in a file."""
POSTGRESQL: Final = frozenset(("postgres",))
HOMES: Final[Mapping[str, frozenset[str]]] = {
    "sqlite3": SQLITE,
    "aiosqlite": frozenset(("sqlite",)),
    "asyncpg": POSTGRESQL,
}
"""The store's modules that may import each driver."""
FOREIGN: Final[Mapping[str, frozenset[str]]] = {
    r"PRAGMA|VACUUM|sqlite_|\bOR REPLACE\b|\bOR IGNORE\b|GLOB\b|CROSS JOIN|\biif\(|json_\w+\(|\?\d": SQLITE,
    r"pg_\w+\(|nextval|::\w|\$\d|unnest|ANY\(|FOR UPDATE|RETURNING|ILIKE": POSTGRESQL,
}
"""Words that only one database understands, and the modules that may use them."""
STORAGE: Final = tuple(module for module in modules() if within(module.name, "bot.storage"))


def short(module: Module) -> str:
    return module.name.removeprefix("bot.storage").removeprefix(".").split("_")[0]


def strangers(module: Module) -> Iterator[str]:
    """Yield the words and drivers of a single database that a module of the store uses but shouldn't."""
    for driver, homes in HOMES.items():
        if short(module) not in homes and any(within(one, driver) for one in module.imports()):
            yield driver
    for words, homes in FOREIGN.items():
        if short(module) not in homes:
            yield from re.findall(words, module.text)


@pytest.mark.parametrize("module", STORAGE, ids=lambda module: module.name)
def test_words_of_one_database_stay_in_its_modules(module: Module) -> None:
    assert list(strangers(module)) == []


def test_every_change_of_session_counts_up_its_version() -> None:
    changes = [
        change for module in STORAGE for change in re.findall(r"UPDATE sessions SET ([^\s,]+)", module.text)
    ]

    assert changes
    # Nothing in memory depends on the time of the next look, so it doesn't need a new version.
    assert set(changes) <= {"{BUMP_VERSION}", "look_at"}
    assert len(changes) == sum(module.text.count("UPDATE sessions") for module in STORAGE)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import sqlite3", "sqlite3"),
        ("def late():\n    from asyncpg import connect", "asyncpg"),
        ('ask("INSERT OR REPLACE INTO notes VALUES (?)")', "OR REPLACE"),
        ('ask("SELECT 1 WHERE ?1 = ?1")', "?1"),
        ('ask("SELECT nextval(1)")', "nextval"),
    ],
)
def test_such_words_are_noticed(text: str, found: str) -> None:
    assert found in list(strangers(Module("bot.storage.rows", text)))
