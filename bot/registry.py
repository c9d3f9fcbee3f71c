"""The list of games. A new game needs an id here and the same modules as the others."""

from importlib import import_module
from types import ModuleType
from typing import Final

IDS: Final = ("crap", "skrap", "craits", "crazy-rummy", "crapette")
"""All games, in the order in which messages list them."""


def module_name(pattern: str, game: str) -> str:
    """Return the name of a game's module, such as the look of one for `bot.rendering.{}.look`."""
    return pattern.format(game.replace("-", "_"))


def module(pattern: str, game: str) -> ModuleType:
    """Return a game's module."""
    return import_module(module_name(pattern, game))
