"""What every start of a bot does alike, done once for all bots of a run.

Texts are read, commands described, and an empty database file gets its tables. Nothing is kept by its place: other
texts, languages, commands and migrations are read, described and carried out for themselves.
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
READ: Final[dict[str, Callable[[Settings], Path]]] = {
    "read_all_rules": lambda settings: settings.rules,
    "read_all_lessons": lambda settings: settings.lessons,
}
"""What reads the texts, by name, and the folder from which."""
DESCRIBED: Final = (app_commands.Command, app_commands.Group)
MIGRATES: Final = "migrate"
"""What brings a file up to date, by the name under which a start knows it."""
OF_THE_FILE: Final = ("page_size", "application_id")
"""What a new file is given before its tables."""


def start_quickly() -> None:
    """Have all bots of this process share what they read and describe at their start."""
    if not hasattr(texts.read_all_rules, "is_shared"):
        for name, folder in READ.items():
            setattr(texts, name, _shared(getattr(texts, name), folder))
        for kind in DESCRIBED:
            _describe_once(kind)
        setattr(sqlite, MIGRATES, _made_once(getattr(sqlite, MIGRATES)))


def _shared(read: Callable[[Settings], T], folder: Callable[[Settings], Path]) -> Callable[[Settings], T]:
    kept: dict[tuple[object, ...], T] = {}

    def shared(settings: Settings) -> T:
        files = sorted(file for file in folder(settings).rglob("*") if file.is_file())
        known = (*GAMES.values(), *NAMES, *((file, file.read_bytes()) for file in files))
        if known not in kept:
            kept[known] = read(settings)
        return kept[known]

    shared.is_shared = True  # type: ignore[attr-defined] # the mark by which it is known
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
    """The functions by which a command, or all those of a group, can be told from others of the same name."""
    inside = command.walk_commands() if isinstance(command, app_commands.Group) else (command,)
    return [one.callback for one in inside if isinstance(one, app_commands.Command)]


def _made_once(
    real: Callable[[sqlite3.Connection, Path], list[int]],
) -> Callable[[sqlite3.Connection, Path], list[int]]:
    """Migrate an empty file by copying what the same migrations have made of another one."""
    made: dict[tuple[object, ...], tuple[bytes, list[int]]] = {}

    def migrate(connection: sqlite3.Connection, folder: Path) -> list[int]:
        if migrations.version(connection):
            return real(connection, folder)
        settings = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in OF_THE_FILE]
        known = (*settings, *(path.read_bytes() for _, path in migrations.found(folder)))
        if known not in made:
            with suppress(sqlite3.Error), closing(sqlite3.connect(":memory:", isolation_level=None)) as first:
                for name, value in zip(OF_THE_FILE, settings, strict=True):
                    first.execute(f"PRAGMA {name} = {value}")
                numbers = real(first, folder)
                made[known] = (first.serialize(), numbers)
        if known not in made:
            return real(connection, folder)  # what is wrong shows where it is wanted
        whole, numbers = made[known]
        with closing(sqlite3.connect(":memory:")) as template:
            template.deserialize(whole)
            template.backup(connection)
        return list(numbers)

    return migrate
