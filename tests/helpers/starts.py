"""What every start of a bot does alike, done once for all bots of a run: texts are read, and commands described.

Nothing is kept by its place: other texts, other languages and other commands are read and described for themselves.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from discord import app_commands

from bot import texts
from bot.config import Settings
from bot.games import GAMES
from bot.rendering import catalog
from bot.rendering.languages import NAMES

T = TypeVar("T")
READ: Final[dict[str, Callable[[Settings], Path]]] = {
    "read_all_rules": lambda settings: settings.rules,
    "read_all_lessons": lambda settings: settings.lessons,
}
"""What reads the texts, by name, and the folder from which."""
DESCRIBED: Final = (app_commands.Command, app_commands.Group)


def start_quickly() -> None:
    """Have all bots of this process share what they read and describe at their start."""
    if not hasattr(texts.read_all_rules, "is_shared"):
        for name, folder in READ.items():
            setattr(texts, name, _shared(getattr(texts, name), folder))
        for kind in DESCRIBED:
            _describe_once(kind)


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
