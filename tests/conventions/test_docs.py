"""The documents are true: their code runs, their cases give the stated results, their numbers are right."""

import json
import re
from typing import Any

import pytest

from bot import __main__ as command_line
from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame
from bot.engine.notation import read_options, referee
from bot.games import GAMES
from bot.process import doctor
from tests.conventions.docs import blocks, text_of
from tests.conventions.source import ROOT, modules
from tests.helpers import recipe
from tests.helpers.cases import differences

GUIDE = "docs/operating"
CODE = "".join(module.text for module in modules() if module.name.startswith(("bot.", "cogs.")))
DOCUMENTS = tuple(
    str(path.relative_to(ROOT)) for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
)


def test_stream_of_chance_follows_from_its_description() -> None:
    [code] = blocks("docs/chance.md", "python")

    exec(compile(code, "chance.md", "exec"), {})


def test_known_answers_of_description_are_those_of_program() -> None:
    text = text_of("docs/chance.md")

    assert f"`{SeededChance.from_text('cardcrate').key.hex()}`" in text
    assert "two dice | 2 and 4" in text
    assert SeededChance.from_text("cardcrate").dice(2) == (2, 4)


def test_case_in_notation_comes_out_as_it_expects() -> None:
    [case] = [json.loads(block) for block in blocks("docs/notation.md", "json")]

    assert differences(case, referee(GAMES, json.dumps(case))) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_field_of_a_position_is_described(game: AnyGame) -> None:
    text = text_of("docs/notation.md")
    chapter = text.split(f"### {game.name}\n")[1].split("\n### ")[0]
    common = text.split("## The fields of each game")[1].split("\n### ")[0]
    position = game.dump(game.deal(game.seats[0], read_options(game, {}), SeededChance(b"")).state)

    assert [name for name in position if f"`{name}`" not in chapter + common] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_named_in_documents_exist(name: str) -> None:
    named = re.findall(r"`((?:bot|cogs|data|docs|tests)/[\w/.-]+\.(?:py|md|json|sql))`", text_of(name))

    assert [path for path in named if not (ROOT / path).exists() and path not in recipe.FILES] == []


def test_invitation_asks_for_permissions_that_table_needs() -> None:
    for name in ("README.md", f"{GUIDE}/invite.md"):
        numbers: list[Any] = re.findall(r"permissions=(\d+)", text_of(name))

        assert set(numbers) == {str(doctor.PERMISSIONS.value)}, name


def test_every_exit_code_is_explained() -> None:
    codes = [value for name, value in vars(command_line).items() if name.startswith("EXIT_")]
    explained = re.findall(r"^\| (\d) \|", text_of(f"{GUIDE}/troubleshooting.md"), re.MULTILINE)

    assert explained == ["0", *map(str, sorted(codes))]


def rows_of(page: str, head: str) -> list[str]:
    """Return the first cells of all tables with this first heading."""
    tables = re.findall(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text_of(page), re.MULTILINE)
    return [row.split(" | ")[0] for table in tables for row in table.splitlines()]


@pytest.mark.parametrize("page", [name for name in DOCUMENTS if name.startswith(GUIDE)])
def test_sentences_of_the_guide_are_the_programs(page: str) -> None:
    quoted = re.findall(r"`([^`]+)`", "\n".join(rows_of(page, "sentence")))
    pieces = [piece.strip(" :;,.()") for sentence in quoted for piece in sentence.split("…")]

    assert [piece for piece in pieces if piece not in CODE] == []


def test_events_of_the_guide_are_logged() -> None:
    events = re.findall(r"`(\w+)`", "\n".join(rows_of(f"{GUIDE}/troubleshooting.md", "event")))

    assert len(events) > 40
    assert [event for event in events if f'"{event}"' not in CODE] == []


def test_guide_explains_every_warning_of_the_log() -> None:
    events = re.findall(r"`(\w+)`", "\n".join(rows_of(f"{GUIDE}/troubleshooting.md", "event")))
    ours = "".join(
        module.text for module in modules() if re.match(r"(bot\.(?!playground)|cogs\.)", module.name)
    )
    logged = set(re.findall(r'log\.(?:warning|error|exception)\(\s*"(\w+)"', ours))

    assert len(logged) > 50
    assert logged - set(events) == set()


def test_the_case_in_the_readme_can_be_judged() -> None:
    [case] = re.findall(r"echo '(.*?)'", text_of("README.md"), re.DOTALL)

    assert [step["error"] for step in referee(GAMES, case)["steps"]] == [None, None, None]
