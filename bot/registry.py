"""The list of games. A new game needs an id here and the same modules as the others."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

IDS: Final = ("crap", "skrap", "craits", "crazy-rummy", "crapette")
"""All games, in the order in which messages list them."""


def module_name(pattern: str, game: str) -> str:
    """Return the name of a game's module, given a pattern such as `bot.rendering.{}.look`."""
    return pattern.format(game.replace("-", "_"))


def module(pattern: str, game: str) -> ModuleType:
    """Return a game's module, given a pattern for its name."""
    return import_module(module_name(pattern, game))


def modules_of(package: str, is_wanted: Callable[[str], bool]) -> dict[str, ModuleType]:
    """Return the modules of a package that have wanted names, by name. They make up games and faces."""
    names = [one.name for one in iter_modules(import_module(package).__path__) if is_wanted(one.name)]
    return {name: import_module(f"{package}.{name}") for name in names}
