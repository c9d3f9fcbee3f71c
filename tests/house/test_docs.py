"""What the documents show is true: their code runs, their cases come out, their numbers are right."""

import json
import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from bot import __main__ as command_line
from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame
from bot.engine.notation import read_options, referee
from bot.games import GAMES
from bot.process import doctor
from bot.rendering.faces import FACES
from bot.sessions.session import Session
from tests.helpers.cases import ORDERED, differences
from tests.helpers.club import Club, labels
from tests.helpers.club import text_of as shown
from tests.helpers.walks import Habits, Walk, reloaded
from tests.house.docs import blocks, module, text_of
from tests.house.source import ROOT

DOCUMENTS = ("README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))
ADDING = "docs/adding-a-game.md"


@pytest.fixture
def highest(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The game that `adding-a-game.md` builds, in the lists where it says to put it."""
    names = ("bot.games.highest", "bot.rendering.highest", "cogs.highest")
    made = {name: module(name, text) for name, text in zip(names, blocks(ADDING, "python"), strict=True)}
    monkeypatch.setitem(GAMES, "highest", made["bot.games.highest"].GAME)
    monkeypatch.setitem(FACES, "highest", made["bot.rendering.highest"].HighestFace())
    monkeypatch.setitem(ORDERED, "highest", set())
    yield made
    for name in names:
        del sys.modules[name]


def game_of(highest: dict[str, ModuleType]) -> AnyGame:
    game: AnyGame = highest["bot.games.highest"].GAME
    return game


def test_the_stream_of_chance_can_be_computed_from_its_description() -> None:
    [code] = blocks("docs/chance.md", "python")

    exec(compile(code, "chance.md", "exec"), {})


def test_the_known_answers_of_the_description_are_those_of_the_program() -> None:
    text = text_of("docs/chance.md")

    assert f"`{SeededChance.from_text('cardcrate').key.hex()}`" in text
    assert "two dice | 2 and 4" in text
    assert SeededChance.from_text("cardcrate").dice(2) == (2, 4)


def test_the_case_in_the_notation_comes_out_as_it_expects() -> None:
    [case] = [json.loads(block) for block in blocks("docs/notation.md", "json")]

    assert differences(case, referee(GAMES, json.dumps(case))) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_field_of_a_position_is_described(game: AnyGame) -> None:
    text = text_of("docs/notation.md")
    chapter = text.split(f"### {game.name}\n")[1].split("\n### ")[0]
    common = text.split("## The fields of each game")[1].split("\n### ")[0]
    position = game.dump(game.deal(game.seats[0], read_options(game, {}), SeededChance(b"")).state)

    assert [name for name in position if f"`{name}`" not in chapter + common] == []


def test_the_game_of_the_recipe_passes_its_cases(highest: dict[str, ModuleType]) -> None:
    [text] = blocks(ADDING, "json")

    for case in json.loads(text):
        assert differences(case, referee(GAMES, json.dumps(case))) == []


@pytest.mark.parametrize("seed", range(5))
def test_the_game_of_the_recipe_ends_whatever_is_played(highest: dict[str, ModuleType], seed: int) -> None:
    walk = Walk(game_of(highest), seed, Habits(silence=0.1, leaving=0.1))

    for state in walk.states():
        assert walk.game.faults(state) == []
        assert reloaded(walk.game, state, walk.seats, walk.options) == state


@pytest.mark.players(2)
async def test_the_game_of_the_recipe_can_be_played(club: Club, highest: dict[str, ModuleType]) -> None:
    await highest["cogs.highest"].setup(club.bot)
    await club.bot.tree.sync()
    ann, ben = club.players
    opened = await club.bot.sessions.open(
        "highest", {}, guild_id=int(club.guild.id), channel_id=int(club.channel.id), host_id=ann.id
    )
    assert isinstance(opened, Session)
    await club.settle()
    await ben.press(club.table, "Join")
    await ann.press(club.table, "Start")

    cards = await ann.complete("lay", "card")
    await ann.slash("lay", card=cards[0])
    again = await ann.slash("lay", card=cards[1])
    await ben.press(ben.dm, labels(ben.dm)[0])

    assert len(cards) == 3
    assert "You have laid your card already" in again.text
    assert "wins" in club.table_text
    assert "Your hand" in shown(ben.dm)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_between_documents_lead_somewhere(name: str) -> None:
    prose = re.sub(r"^```.*?^```$|<!--.*?-->", "", text_of(name), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)

    assert [target for target in targets if not ((ROOT / name).parent / target).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_named_in_documents_exist(name: str) -> None:
    named = re.findall(r"`((?:bot|cogs|data|docs|tests)/[\w/.-]+\.(?:py|md|json|sql))`", text_of(name))

    assert [path for path in named if not (ROOT / path).exists() and "highest" not in path] == []


def test_an_invitation_asks_for_the_permissions_that_a_table_needs() -> None:
    for name in ("README.md", "docs/operating.md"):
        numbers: list[Any] = re.findall(r"permissions=(\d+)", text_of(name))

        assert set(numbers) == {str(doctor.PERMISSIONS.value)}, name


def test_every_exit_code_is_explained() -> None:
    codes = [value for name, value in vars(command_line).items() if name.startswith("EXIT_")]
    explained = re.findall(r"^\| (\d) \|", text_of("docs/operating.md"), re.MULTILINE)

    assert explained == ["0", *map(str, sorted(codes))]


def test_the_case_in_the_readme_can_be_judged() -> None:
    [case] = re.findall(r"echo '(.*?)'", text_of("README.md"), re.DOTALL)

    assert [step["error"] for step in referee(GAMES, case)["steps"]] == [None, None, None]
