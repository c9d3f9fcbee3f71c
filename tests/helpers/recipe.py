"""The sixth game, which the documentation builds. Its files are imported from there like any others."""

import json
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.players.policies import POLICIES
from bot.players.policy import Policy
from bot.registry import module
from bot.registry import module_name as module_named
from bot.rendering.commands import GAME_COMMANDS
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


def _install(target: Path) -> None:
    """Write the game's modules to a folder, where Python finds them as if they were in the project."""
    for path, text in FILES.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text, encoding="utf-8")
    for folder in {PurePosixPath(path).parent for path in FILES if path.endswith(".py")}:
        there = next(one for one in (folder, *folder.parents) if (ROOT / one).exists())
        paths = import_module(".".join(there.parts)).__path__
        if str(target / there) not in paths:
            paths.append(str(target / there))


_FOLDER: Final = TemporaryDirectory()
_install(Path(_FOLDER.name))

ID: Final = "highest"
GAME: Final[AnyGame] = module("bot.games.{}", ID).GAME
POLICY: Final[Policy[Any]] = module("bot.players.{}", ID).POLICY
FACE: Final[Face] = Face(module_named("bot.rendering.{}", ID))
LOBBY: Final[LobbyWords] = module("bot.rendering.{}.lobby", ID).LOBBY
COG: Final = module_named("cogs.{}", ID)
COMMANDS: Final = {"lay-card": "lay"}
"""Its own commands, with the verbs of their moves."""

EVERY_GAME: Final[dict[str, AnyGame]] = {**GAMES, GAME.id: GAME}
"""The games of the list, and the one in the pages."""


def make_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game to this process as if it were in the lists."""
    monkeypatch.setitem(GAMES, ID, GAME)
    monkeypatch.setitem(POLICIES, ID, POLICY)
    monkeypatch.setitem(FACES, ID, FACE)
    monkeypatch.setitem(LOBBIES, ID, LOBBY)
    monkeypatch.setitem(GAME_COMMANDS, ID, COMMANDS)


def copy_with_game(folder: Path) -> Path:
    """Copy the program, and add the game to it as the pages say: its files, its id, and its commands."""
    for part in ("bot", "cogs", "data"):
        shutil.copytree(ROOT / part, folder / part)
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    listed = folder / "bot" / "registry.py"
    listed.write_text(re.sub(r"^IDS.*(?=\)$)", rf'\g<0>, "{ID}"', listed.read_text(), flags=re.MULTILINE))
    commands = folder / "bot" / "rendering" / "commands.py"
    last = '    "crapette": {'
    commands.write_text(commands.read_text().replace(last, f'    "{ID}": {json.dumps(COMMANDS)},\n{last}'))
    return folder
