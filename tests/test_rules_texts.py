"""The rule texts of all games: complete, in the form the pages need, and true to the engines' words."""

import re
from functools import cache
from typing import Any, Final

import msgspec
import pytest
from msgspec import Meta

from bot.config import DATA
from bot.engine.moves import verb_of
from bot.engine.options import described, option_text
from bot.games import GAMES
from bot.rendering.rules import Rules, read_rules
from tests.helpers import recipe
from tests.helpers.recipe import EVERY_GAME

FIRST: Final = ["In short", "Cards and setup"]
LAST: Final = ["Scoring and end", "Clocks, leaving, absence", "Options", "Commands", "Fine points"]
OF_ALL_GAMES: Final = {"hand", "table", "leave", "rules"}

every_game = pytest.mark.parametrize("game_id", EVERY_GAME)


@cache
def source(game_id: str) -> str:
    return recipe.read(f"data/rules/{game_id}.md")


def rules_of(game_id: str) -> Rules:
    return read_rules(source(game_id))


def section(game_id: str, title: str) -> str:
    return next(one.text for one in rules_of(game_id).sections if one.title == title)


def lines_naming(text: str, word: str) -> str:
    """The lines of a text that hold this word as code."""
    return "\n".join(line for line in text.splitlines() if f"`{word}`" in line)


def limits(annotation: Any) -> list[str]:
    """The least and greatest value that an option's type names."""
    metas = [meta for meta in getattr(annotation, "__metadata__", ()) if isinstance(meta, Meta)]
    return [str(limit) for meta in metas for limit in (meta.ge, meta.le) if limit is not None]


def test_every_game_has_its_text_and_every_text_its_game() -> None:
    texts = {path.stem for path in (DATA / "rules").glob("*.md")}

    assert texts == set(GAMES)


@every_game
def test_the_text_is_headed_by_the_name_of_the_game(game_id: str) -> None:
    assert source(game_id).startswith(f"# {EVERY_GAME[game_id].name}\n\n")


@every_game
def test_the_introduction_says_how_many_can_play(game_id: str) -> None:
    seats = EVERY_GAME[game_id].seats
    least, most = seats.start, seats.stop - 1
    players = f"exactly {least} players" if least == most else f"{least} to {most} players"

    assert f"For {players}." in rules_of(game_id).intro


@every_game
def test_there_are_six_to_twelve_sections_in_the_usual_order(game_id: str) -> None:
    titles = [one.title for one in rules_of(game_id).sections]

    assert 6 <= len(titles) <= 12
    assert titles[: len(FIRST)] == FIRST
    assert titles[-len(LAST) :] == LAST
    assert len(set(titles)) == len(titles)


@every_game
def test_no_section_is_too_long(game_id: str) -> None:
    chapters = source(game_id).split("\n## ")[1:]
    sizes = {title: len(text.strip()) for title, _, text in (one.partition("\n") for one in chapters)}

    assert {title: size for title, size in sizes.items() if size > 1500} == {}


@every_game
@pytest.mark.parametrize(
    ("form", "pattern"),
    [
        ("table", r"^\s*\|"),
        ("html", r"</?[a-z]+[^>]*>"),
        ("link", r"https?:|\]\("),
        ("code block", r"```"),
        ("heading", r"^#{3,}"),
    ],
)
def test_only_plain_markdown_is_used(game_id: str, form: str, pattern: str) -> None:
    assert re.findall(pattern, source(game_id), re.MULTILINE) == [], form


@every_game
def test_bold_and_code_are_closed_on_their_line(game_id: str) -> None:
    odd = [line for line in source(game_id).splitlines() if line.count("**") % 2 or line.count("`") % 2]

    assert odd == []


@every_game
def test_every_command_of_the_game_is_listed(game_id: str) -> None:
    commands = section(game_id, "Commands")
    verbs = (
        {verb_of(kind) for kind in EVERY_GAME[game_id].moves} | OF_ALL_GAMES | {*EVERY_GAME[game_id].looks}
    )

    assert {verb for verb in verbs if f"`/{verb}`" not in commands} == set()


@every_game
def test_no_command_is_named_that_does_not_exist(game_id: str) -> None:
    verbs = (
        {verb_of(kind) for kind in EVERY_GAME[game_id].moves} | OF_ALL_GAMES | {*EVERY_GAME[game_id].looks}
    )

    assert set(re.findall(r"(?<!\w)/([a-z][a-z-]*)", source(game_id))) <= verbs


@every_game
def test_every_option_of_a_command_is_named_beside_it(game_id: str) -> None:
    commands = section(game_id, "Commands")
    lacking = [
        (verb_of(kind), field.encode_name)
        for kind in EVERY_GAME[game_id].moves
        for field in msgspec.structs.fields(kind)
        if f"`{field.encode_name}`" not in lines_naming(commands, f"/{verb_of(kind)}")
    ]

    assert lacking == []


@every_game
def test_every_option_of_the_game_is_named_with_its_default(game_id: str) -> None:
    options = section(game_id, "Options")
    lacking = [
        option.name
        for option in described(EVERY_GAME[game_id].options)
        if not re.search(
            rf"\busually `?{re.escape(option_text(option.default))}\b", lines_naming(options, option.name)
        )
    ]

    assert lacking == []


@every_game
def test_the_limits_of_every_option_are_named(game_id: str) -> None:
    options = section(game_id, "Options")
    offered = {option.name for option in described(EVERY_GAME[game_id].options)}
    lacking = [
        (field.encode_name, limit)
        for field in msgspec.structs.fields(EVERY_GAME[game_id].options)
        if field.encode_name in offered
        for limit in limits(field.type)
        if not re.search(rf"\b{limit}\b", lines_naming(options, field.encode_name))
    ]

    assert lacking == []


@every_game
def test_no_option_is_described_that_does_not_exist(game_id: str) -> None:
    names = {option.name for option in described(EVERY_GAME[game_id].options)}

    assert set(re.findall(r"^- `([a-z-]+)` \(", section(game_id, "Options"), re.MULTILINE)) == names


@every_game
def test_every_game_shows_examples_with_suit_signs(game_id: str) -> None:
    assert source(game_id).count("*Example:*") >= 4
    assert re.search(r"[♠♥♦♣]", source(game_id))
