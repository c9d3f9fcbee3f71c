"""The recipe's text: every block is a file in the project's format, and the recipe's tests pass."""

import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from bot.engine.events import TimedOut
from bot.rendering.words import HOST_REFUSALS
from tests.conventions.docs import text_of
from tests.conventions.source import ROOT, TOPS
from tests.helpers.recipe import FACE, FILES, GAME, PAGES, module_name

PYTHON: Final = [path for path in FILES if path.endswith(".py")]
EXAMPLES: Final = [
    pytest.param(test, id=name)
    for path in PYTHON
    if path.startswith("tests/")
    for name, test in vars(import_module(module_name(path))).items()
    if name.startswith("test_")
]
OURS: Final = f"lint.isort.known-first-party = {list(TOPS)}"
"""The project's packages, which the linter can't recognize in another folder."""
ROOMS: Final = re.findall(r"^\| `(\w+)` \| .+ \| (.*) \|$", text_of(PAGES[0]), re.MULTILINE)


def test_every_block_has_its_own_path() -> None:
    opened = sum(len(re.findall(r"^```\w+$", text_of(page), re.MULTILINE)) for page in PAGES)

    assert len(FILES) == opened > len(PYTHON) > 10


@pytest.mark.parametrize("test", EXAMPLES)
def test_the_tests_of_the_recipe_pass(test: Callable[[], None]) -> None:
    test()


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_code_of_recipe_is_as_house_wants_it(command: str, tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        for folder in list(Path(path).parents)[:-1]:
            (tmp_path / folder / "__init__.py").touch()
        (tmp_path / path).write_text(text, encoding="utf-8")
    settings = ("--no-cache", "--config", str(ROOT / "pyproject.toml"), "--config", OURS)
    ruff = [sys.executable, "-m", "ruff", *command.split(), *settings, *PYTHON]
    ended = subprocess.run(ruff, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_table_of_rooms_has_every_room_of_game() -> None:
    rooms = {path.split("/")[-1].removesuffix(".py") for path in FILES if path.startswith("bot/games/")}

    assert rooms - {name for name, _ in ROOMS} == {"laying"}, "the chapter, which every game names for itself"


@pytest.mark.parametrize(("room", "exports"), ROOMS)
def test_rooms_export_what_the_table_says(room: str, exports: str) -> None:
    models = [f"bot.games.{game}.{room}".removesuffix(".__init__") for game in ("highest", "crazy_rummy")]
    there = {name for model in models if module_exists(model) for name in vars(import_module(model))}

    assert there
    assert set(re.findall(r"`(\w+)`", exports)) <= there


def module_exists(name: str) -> bool:
    try:
        import_module(name)
    except ModuleNotFoundError:
        return False
    return True


def test_recipes_face_has_words_for_every_event() -> None:
    assert FACE.sentences.keys() == {*GAME.events} - {TimedOut}
    assert not FACE.refusals.keys() & HOST_REFUSALS.keys()
