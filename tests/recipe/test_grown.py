"""The program with the recipe's game: a copy with the game's files, and its id in one list."""

import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from msgspec import structs

from bot.engine.chance import SeededChance
from bot.players.player import choose, seen_by
from bot.process.thinking import Thinking
from bot.registry import IDS
from bot.rendering.art.pictures import key, png
from bot.sessions.session import Session
from bot.subprocesses import process
from tests.conventions.source import ROOT
from tests.helpers import recipe
from tests.helpers.records import at_table
from tests.helpers.renderers import opened_renderer

SEARCH_EFFORT: Final = 8
EVERY_LIST: Final = """
from bot.app import COGS
from bot.games import GAMES
from bot.players.policies import POLICIES
from bot.rendering.covers import cover, games
from bot.rendering.faces import FACES
from bot.rendering.lobbies import LOBBIES
print(*GAMES, *POLICIES, *FACES, *LOBBIES, "cogs.highest" in COGS)
games(list(GAMES.values()))
for game in GAMES.values():
    cover(game)
"""


IN_COPY: Final = """
import sys

import bot, cogs  # from the copy, before anything can come from the checkout
import pytest

root, tests, game = sys.argv[1:]
sys.path.append(root)
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", f"--rootdir={root}", f"{root}/{tests}", "-k", game]))
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the copy, and return its folder."""
    return recipe.copy_with_game(tmp_path_factory.mktemp("grown"))


def test_an_id_in_one_list_registers_a_game(program: Path) -> None:
    listed = ran(program, "-c", EVERY_LIST)

    assert listed.stderr == ""
    assert sorted(listed.stdout.split()) == sorted([*4 * [*IDS, recipe.ID], "True"])


def ran(program: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy."""
    return subprocess.run(
        [sys.executable, *command], cwd=program, capture_output=True, text=True, check=False
    )


def test_the_game_has_the_rooms_of_others(program: Path) -> None:
    tested = ran(program, "-c", IN_COPY, str(ROOT), "tests/conventions/test_rooms.py", recipe.ID)

    assert tested.returncode == 0, tested.stdout
    assert " passed" in tested.stdout


@pytest.mark.night
def test_types_and_imports_of_the_game_hold(program: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", program)
    typed = ran(program, "-m", "mypy", "-p", "bot", "-p", "cogs", "--cache-dir", str(program / "cache"))
    imported = ran(program, "-c", "from importlinter.cli import lint_imports; lint_imports(no_cache=True)")

    assert typed.returncode == 0, typed.stdout
    assert "0 broken" in imported.stdout


def table() -> Session:
    """Return a game of two that has just begun."""
    record = at_table(recipe.GAME, (101, 102), recipe.GAME.options(), id=1, status="playing")
    session = Session(recipe.GAME, record)
    session.state = recipe.GAME.deal(2, recipe.GAME.options(), SeededChance(b"3" * 32)).state
    session.names = {101: "Ann", 102: "Ben"}
    return session


def test_the_process_of_pictures_draws_table_and_hand(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table()
    hand = recipe.FACE.hand_plan(session.scene(0), "rank")
    assert hand is not None
    boards = [recipe.FACE.table_plan(session.scene(None)), hand]
    monkeypatch.setattr(process, "HOME", program)

    with opened_renderer() as (real, _):
        drawn = [real.order(key(board)).result(60) for board in boards]

    assert drawn == [png(board) for board in boards]
    assert len(drawn) == 2


async def test_a_hard_computer_thinks_in_its_process(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = recipe.POLICY.game.notes
    assert notes is not None
    seen = seen_by(
        recipe.GAME, table().state, notes(seat=0), level="hard", seed=random.Random(1).randbytes(8)
    )
    monkeypatch.setattr(process, "HOME", program)
    seen = structs.replace(seen, search_effort=SEARCH_EFFORT)
    thinking = Thinking(patience=60)
    with pytest.MonkeyPatch.context() as patch:
        recipe.make_known(patch)
        thought, here = await thinking.choose(seen), choose(seen)
    await thinking.close()

    assert thought == (str(here), SEARCH_EFFORT)
