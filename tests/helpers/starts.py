"""Work that every start of a bot repeats, done only once per run.

It reads texts, describes commands, and creates the tables of an empty database. Results are shared by
content, so other texts, languages, commands and migrations get their own.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from discord import app_commands

from bot import texts
from bot.config import Settings
from bot.games import GAMES
from bot.rendering import catalog
from bot.rendering.languages import NAMES
from bot.storage import migrations, sqlite

T = TypeVar("T")
READERS: Final[dict[str, Callable[[Settings], Path]]] = {
    "read_all_rules": lambda settings: settings.rules,
    "read_all_lessons": lambda settings: settings.lessons,
}
"""The readers of texts by name, and the folder of each."""
DESCRIBED: Final = (app_commands.Command, app_commands.Group)
MIGRATES: Final = "migrate"
"""The name under which a start calls the migration of a file."""
FILE_PRAGMAS: Final = ("page_size", "application_id")
"""Settings of a new file made before its tables."""


def start_quickly() -> None:
    """Make all bots of this process share what they read and describe at their start."""
    if not hasattr(texts.read_all_rules, "is_shared"):
        for name, folder in READERS.items():
            setattr(texts, name, _share(getattr(texts, name), folder))
        for kind in DESCRIBED:
            _describe_once(kind)
        setattr(sqlite, MIGRATES, _migrate_once(getattr(sqlite, MIGRATES)))


def _share(read: Callable[[Settings], T], folder: Callable[[Settings], Path]) -> Callable[[Settings], T]:
    kept: dict[tuple[object, ...], T] = {}

    def shared(settings: Settings) -> T:
        files = sorted(file for file in folder(settings).rglob("*") if file.is_file())
        known = (*GAMES.values(), *NAMES, *((file, file.read_bytes()) for file in files))
        if known not in kept:
            kept[known] = read(settings)
        return kept[known]

    shared.is_shared = True  # type: ignore[attr-defined] # Marks it as wrapped.
    return shared


def _describe_once(kind: Any) -> None:
    real = kind.get_translated_payload
    kept: dict[tuple[object, ...], dict[str, Any]] = {}

    async def described(command: Any, *given: Any) -> dict[str, Any]:
        known = (command.qualified_name, *_functions(command), *NAMES, catalog.language)
        if known not in kept:
            kept[known] = await real(command, *given)
        return kept[known]

    kind.get_translated_payload = described


def _functions(command: Any) -> list[object]:
    """Return the functions that distinguish a command or group from others of the same name."""
    inside = command.walk_commands() if isinstance(command, app_commands.Group) else (command,)
    return [one.callback for one in inside if isinstance(one, app_commands.Command)]


def _migrate_once(
    real: Callable[[sqlite3.Connection, Path], list[int]],
) -> Callable[[sqlite3.Connection, Path], list[int]]:
    """Return a migration that copies the result of the same migrations for each empty file."""
    made: dict[tuple[object, ...], tuple[bytes, list[int]]] = {}

    def migrate(connection: sqlite3.Connection, folder: Path) -> list[int]:
        if migrations.version(connection):
            return real(connection, folder)
        settings = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in FILE_PRAGMAS]
        known = (*settings, *(path.read_bytes() for _, path in migrations.migrations_in(folder)))
        if known not in made:
            with suppress(sqlite3.Error), closing(sqlite3.connect(":memory:", isolation_level=None)) as first:
                for name, value in zip(FILE_PRAGMAS, settings, strict=True):
                    first.execute(f"PRAGMA {name} = {value}")
                numbers = real(first, folder)
                made[known] = (first.serialize(), numbers)
        if known not in made:
            return real(connection, folder)  # The real migration raises the error where it's expected.
        whole, numbers = made[known]
        with closing(sqlite3.connect(":memory:")) as template:
            template.deserialize(whole)
            template.backup(connection)
        return list(numbers)

    return migrate
