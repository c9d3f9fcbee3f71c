"""The sixth game, which the documents build. Its files are imported from the documents like any others."""

import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import PurePosixPath
from types import ModuleType
from typing import Final

import pytest

from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.rendering.commands import OF_GAMES
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby_words import LobbyWords
from tests.conventions.docs import text_of
from tests.conventions.source import ROOT

PAGES: Final = ("docs/adding-a-game.md", "docs/finishing-a-game.md")

_BLOCK: Final = re.compile(r"^`(\S+)`\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _files() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        yield from _BLOCK.findall(text_of(page))


FILES: Final[dict[str, str]] = dict(_files())
"""Every file of the game under its path, in the order of the pages."""


def read(path: str) -> str:
    """Return a file of the game, or of the project."""
    return FILES[path] if path in FILES else text_of(path)


def module_name(path: str) -> str:
    """Return the dotted name of a Python file. A package has the name of its folder."""
    return ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")


class _Shelf(MetaPathFinder, InspectLoader):
    """An importer for the game's modules in the pages."""

    def __init__(self) -> None:
        self.sources = {module_name(path): text for path, text in FILES.items() if path.endswith(".py")}
        self.packages = {str(PurePosixPath(path).parent) for path in FILES if path.endswith(".py")}
        for folder in self.packages:
            if not (ROOT / folder).exists():
                self.sources.setdefault(folder.replace("/", "."), "")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname in self.sources else None

    def get_source(self, fullname: str) -> str:
        return self.sources[fullname]

    def is_package(self, fullname: str) -> bool:
        return fullname.replace(".", "/") in self.packages


sys.meta_path.append(_Shelf())

GAME: Final[AnyGame] = importlib.import_module("bot.games.highest").GAME
FACE: Final[Face] = importlib.import_module("bot.rendering.highest").HighestFace()
LOBBY: Final[LobbyWords] = importlib.import_module("bot.rendering.highest").LOBBY
COG: Final = "cogs.highest"

EVERY_GAME: Final[dict[str, AnyGame]] = {**GAMES, GAME.id: GAME}
"""The games of the list, and the one in the pages."""


def make_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game and its face to the lists."""
    monkeypatch.setitem(GAMES, GAME.id, GAME)
    monkeypatch.setitem(FACES, GAME.id, FACE)
    monkeypatch.setitem(LOBBIES, GAME.id, LOBBY)
    monkeypatch.setitem(OF_GAMES, GAME.id, {"lay-card": "lay"})
