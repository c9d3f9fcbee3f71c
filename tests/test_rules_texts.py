"""The rule texts of all games are complete, have the form that pages need, and use the engines' words."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from inspect import getsource
from typing import Any, Final, get_args

import msgspec
import pytest
from msgspec import Meta

from bot.config import DATA
from bot.engine.moves import verb_of
from bot.engine.options import OptionInfo, option_infos, option_text
from bot.games import GAMES
from bot.registry import module
from bot.rendering import cardcrate, lobby, more_menu, pages
from bot.rendering.catalog import say
from bot.rendering.commands import EVERYWHERE, commands_of
from bot.rendering.craits import lobby as craits
from bot.rendering.faces import FACES
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby_words import AS_AUTHORS
from bot.rendering.page import Buttons, Page
from bot.rendering.rules import Rules, read_rules, reader_without_table, rules_page
from bot.rendering.skrap import lobby as skrap
from bot.rendering.values import Value
from tests.conventions.translations import languages
from tests.helpers import recipe
from tests.helpers.recipe import EVERY_GAME
from tests.rendering.crap.sessions import seen
from tests.rendering.crapette.sessions import sample

SHARED: Final = (
    "In short",
    "Cards and setup",
    "A turn, step by step",
    "Your turn",
    "Scoring and end",
    "Good play",
    "If you know other games",
    "Leaving and clocks",
    "Options",
    "Buttons and commands",
    "Questions",
    "Origin and other names",
)
"""The common sections, in their order. A game's own sections come between the fourth and the fifth."""
NEEDED: Final = (SHARED[0], SHARED[1], SHARED[4], *SHARED[7:])
"""The sections that every game needs."""
WHOLE: Final = tuple(title for title in SHARED if title != "Your turn")
"""The sections that each of our own games has."""
OF_ALL_GAMES: Final = ("hand", "table", "card-rules", "cardcrate")
PAIRED: Final = {("scavenge", "first"), ("scavenge", "second")}
"""Options that a game's own command combines in one: the rank of a pair."""
MAX_SHORT_WORDS: Final = 170
CHIPS: Final = {"My hand", "My moves", "Rules", "More", "Log", "Options", "Leave a game"}
"""The buttons of lobby, table and hand that a text may name."""

OPTIONS: Final = {
    game_id: words.options for game_id, words in {**LOBBIES, recipe.GAME.id: recipe.LOBBY}.items()
}
"""The lobby's names for the options of every game."""

every_game = pytest.mark.parametrize("game_id", EVERY_GAME)


@cache
def source(game_id: str) -> str:
    return recipe.read(f"data/rules/{game_id}.md")


def rules_of(game_id: str) -> Rules:
    return read_rules(source(game_id))


def section(game_id: str, title: str) -> str:
    return next(one.text for one in rules_of(game_id).sections if one.title == title)


def lines_about(text: str, verb: str, own: Mapping[str, str]) -> str:
    """Return the lines of a text that name the button or a command for a verb."""
    names = [name for name, meant in own.items() if meant == verb] or ["turn"]
    marks = [f"{{button {verb}}}", *(f"{{command {name}}}" for name in names)]
    return "\n".join(line for line in text.splitlines() if any(mark in line for mark in marks))


def begins_control(game_id: str, name: str) -> bool:
    """Whether the words of a game's own button or select begin like this."""
    return f'"{name}' in getsource(module("bot.rendering.{}.controls", game_id))


def labels(page: Page) -> set[str]:
    """Return the labels of a page's buttons."""
    rows = [block for block in page.blocks if isinstance(block, Buttons)]
    return {button.label for row in rows for button in row.buttons}


def phases_of(game_id: str) -> set[str]:
    """Return all phases that a game's state can be in."""
    state = import_module(f"{type(EVERY_GAME[game_id]).__module__.rpartition('.')[0]}.state")
    return set(get_args(state.Phase))


def line_of(game_id: str, option: str) -> str:
    """Return the line about an option, which begins with the lobby's name for it."""
    start = f"- **{say(OPTIONS[game_id][option].name)}** ("
    return next((line for line in section(game_id, "Options").splitlines() if line.startswith(start)), "")


def in_a_sentence(value: Value) -> str:
    """Return a value's label as it's written inside a sentence, without the capital of an ordinary word."""
    label = say(value.label, number=value.value)
    is_word = label[1:2].islower() or label.startswith("A ")
    return label[0].lower() + label[1:] if is_word else label


def default_of(game_id: str, option: OptionInfo, value: object = None) -> str:
    """Return the words for an option's default or for this value of it: a number, or a listed value."""
    value = option.default if value is None else value
    listed = {one.value: one for one in OPTIONS[game_id][option.name].values}
    entry = listed.get(value)
    if entry is None or "{number}" in entry.label:
        return option_text(value)
    return f"*{in_a_sentence(entry)}*"


def defaults_of(game_id: str) -> dict[str, Any]:
    """Return the default of every option."""
    return {option.name: option.default for option in option_infos(EVERY_GAME[game_id].options)}


def usual(game_id: str, option: OptionInfo) -> str:
    """Return the words for an option's value: by length if it depends on that, else its default."""
    lengths = EVERY_GAME[game_id].lengths
    wanted = {name: options[option.name] for name, options in lengths.items() if option.name in options}
    if len(set(wanted.values())) <= 1:
        return f"usually {default_of(game_id, option)}"
    values = {name: default_of(game_id, option, value) for name, value in wanted.items()}
    return ", ".join(f"{name} {value}" for name, value in values.items())


def limits(annotation: Any) -> list[str]:
    """Return the least and the greatest value that an option's type allows."""
    metas = [meta for meta in getattr(annotation, "__metadata__", ()) if isinstance(meta, Meta)]
    return [str(limit) for meta in metas for limit in (meta.ge, meta.le) if limit is not None]


def test_every_game_has_text_and_vice_versa() -> None:
    texts = {path.stem for path in (DATA / "rules").glob("*.md")}

    assert texts == set(GAMES)


@every_game
def test_text_is_headed_by_name_of_game(game_id: str) -> None:
    assert source(game_id).startswith(f"# {EVERY_GAME[game_id].name}\n\n")


@every_game
def test_the_setup_says_how_many_can_play(game_id: str) -> None:
    seats = EVERY_GAME[game_id].seats
    least, most = seats.start, seats.stop - 1
    players = f"exactly {least} players" if least == most else f"{least} to {most} players"

    assert section(game_id, "Cards and setup").startswith(f"For {players}")


@every_game
def test_common_sections_have_same_names_and_order(game_id: str) -> None:
    titles = [one.title for one in rules_of(game_id).sections]

    assert [title for title in titles if title in SHARED] == [title for title in SHARED if title in titles]
    assert set(titles) >= set(NEEDED if game_id not in GAMES else WHOLE)
    assert len({one.key for one in rules_of(game_id).sections}) == len(titles)


@every_game
def test_sections_after_first_tell_their_subject(game_id: str) -> None:
    assert [bool(one.about) for one in rules_of(game_id).sections] == [
        one.title != "In short" for one in rules_of(game_id).sections
    ]


@every_game
def test_in_short_fits_phone_and_needs_no_commands(game_id: str) -> None:
    text = section(game_id, "In short")

    assert len(text.split()) <= MAX_SHORT_WORDS
    assert "`/" not in text
    assert all(line.startswith("- ") for line in text.splitlines())


@every_game
def test_every_blank_of_a_text_is_filled(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe.make_known(monkeypatch)
    reader = reader_without_table(game_id, defaults_of(game_id))
    pages = [rules_page(rules_of(game_id), reader, one.key).text for one in rules_of(game_id).sections]

    assert [page for page in pages if "{" in page] == []


@every_game
def test_no_button_is_named_that_does_not_exist(game_id: str) -> None:
    pressed = re.findall(r"^-# .*", source(game_id), re.MULTILINE)
    named = set(re.findall(r"^- \*([^*{:]+)\*[,:]", source(game_id), re.MULTILINE))
    for line in pressed:
        named.update(re.findall(r"\*([^*]+)\*", re.sub(r"\*\{[^}]*\}\*", "", line)))

    assert [name for name in named - CHIPS if not begins_control(game_id, name)] == []


def test_buttons_of_lobby_and_table_are_called_so() -> None:
    hands, moves = seen({}), sample().scene(None)
    waiting = msgspec.structs.replace(hands, view=None, status="lobby")
    shown = [pages.table(scene) for scene in (hands, moves, waiting)]
    behind = [
        more_menu.page(hands, FACES["crap"], of_hand=False, may_end=False),
        lobby.more(waiting, is_host=True, is_seated=True, may_close=True),
    ]

    assert {label for page in (*shown, *behind, cardcrate.page()) for label in labels(page)} >= CHIPS


@every_game
def test_every_phase_has_its_section(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe.make_known(monkeypatch)
    chapters = {name: phase.chapter for name, phase in FACES[game_id].phases.items()}
    keys = {one.key for one in rules_of(game_id).sections}

    assert set(chapters) == phases_of(game_id)
    assert set(chapters.values()) <= keys


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


def own_commands(game_id: str) -> dict[str, str]:
    """Return the game's own commands, with their verbs."""
    return {recipe.GAME.id: {"lay-card": "lay"}}.get(game_id) or dict(commands_of(game_id))


@every_game
def test_every_command_of_the_game_is_listed(game_id: str) -> None:
    commands = section(game_id, "Buttons and commands")

    wanted = (*own_commands(game_id), *OF_ALL_GAMES)
    assert [name for name in wanted if f"{{command {name}}}" not in commands] == []


@every_game
@pytest.mark.parametrize("tag", ["", *languages()])
def test_commands_are_named_by_placeholders_that_exist(game_id: str, tag: str) -> None:
    if tag and game_id not in GAMES:
        return
    text = (DATA / "rules" / tag / f"{game_id}.md").read_text("utf-8") if tag else source(game_id)

    assert set(re.findall(r"\{command ([a-z-]+)\}", text)) <= {*own_commands(game_id), *EVERYWHERE}
    assert re.findall(r"(?<![\w</])/[a-z][a-z-]*", text) == []


@every_game
def test_rules_name_only_commands_that_are_offered(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe.make_known(monkeypatch)
    own = frozenset(own_commands(game_id))
    for offered in (frozenset[str](), own):
        reader = reader_without_table(game_id, defaults_of(game_id), offered=offered)
        pages = [rules_page(rules_of(game_id), reader, one.key).text for one in rules_of(game_id).sections]

        named = set(re.findall(r"`/([a-z-]+)`", "\n".join(pages)))
        assert named <= {*EVERYWHERE, *offered}
        assert offered <= named


@every_game
def test_every_option_of_command_is_named_with_it(game_id: str) -> None:
    commands = section(game_id, "Buttons and commands")
    lacking = [
        (verb_of(kind), field.encode_name)
        for kind in EVERY_GAME[game_id].moves
        for field in msgspec.structs.fields(kind)
        if f"`{field.encode_name}`" not in lines_about(commands, verb_of(kind), own_commands(game_id))
        and (verb_of(kind), field.encode_name) not in PAIRED
    ]

    assert lacking == []


@every_game
def test_options_have_lobby_names_and_usual_values(game_id: str) -> None:
    lacking = [
        option.name
        for option in option_infos(EVERY_GAME[game_id].options)
        if usual(game_id, option) not in line_of(game_id, option.name)
    ]

    assert lacking == []


@every_game
def test_values_of_options_are_named_as_in_lobby(game_id: str) -> None:
    lacking = [
        (name, say(value.label))
        for name, option in OPTIONS[game_id].items()
        for value in option.values
        if isinstance(value.value, str | bool) and f"*{in_a_sentence(value)}*" not in line_of(game_id, name)
    ]

    assert lacking == []


@every_game
def test_the_limits_of_every_number_are_named(game_id: str) -> None:
    lacking = [
        (field.encode_name, limit)
        for field in msgspec.structs.fields(EVERY_GAME[game_id].options)
        if field.encode_name in OPTIONS[game_id]
        for limit in limits(field.type)
        if limit != "0" or not OPTIONS[game_id][field.encode_name].values
        if not re.search(rf"\b{limit}\b", line_of(game_id, field.encode_name))
    ]

    assert lacking == []


@every_game
def test_no_option_is_described_that_does_not_exist(game_id: str) -> None:
    described_ones = re.findall(r"^- \*\*([^*]+)\*\* \(", section(game_id, "Options"), re.MULTILINE)

    assert sorted(described_ones) == sorted(say(option.name) for option in OPTIONS[game_id].values())


@every_game
def test_options_never_use_programs_names(game_id: str) -> None:
    told = "\n".join(one.text for one in rules_of(game_id).sections if one.title != "Buttons and commands")
    options = {option.name for option in option_infos(EVERY_GAME[game_id].options)}

    assert {code for code in re.findall(r"`([^`]+)`", told) if code in options or "=" in code} == set()


@every_game
def test_every_game_shows_examples_with_suit_signs(game_id: str) -> None:
    assert source(game_id).count("*Example:*") >= 4
    assert re.search(r"[♠♥♦♣]", source(game_id))


@pytest.mark.parametrize("game_id", ["crap", "skrap"])
def test_rules_quote_what_lobbies_say_of_lengths(game_id: str) -> None:
    assert re.findall(r"\{length ([a-z]+)\}", section(game_id, "Cards and setup")) == list(
        LOBBIES[game_id].hints
    )


@pytest.mark.parametrize("tag", ["", *languages()])
def test_rules_give_the_numbers_of_lobbies(tag: str) -> None:
    texts = {game: (DATA / "rules" / tag / f"{game}.md").read_text("utf-8") for game in ("skrap", "craits")}
    shares = [str(skrap.one_round_share(10, players)) for players in (4, 5)]
    wanted = {
        "skrap": ["100", "10", *shares],
        "craits": ["15", *(str(shares[15]) for shares in craits.PRESSURE_SHARES.values())],
    }

    for game, numbers in wanted.items():
        lines = [
            line for line in texts[game].splitlines() if line.startswith("**") and re.search(r"\b100\b", line)
        ]
        assert len(lines) == 1
        assert set(numbers) <= set(re.findall(r"\d+", lines[0])), lines[0]


@every_game
def test_the_setting_of_the_authors_is_marked(game_id: str) -> None:
    marked = (
        {length for length, hint in LOBBIES[game_id].hints.items() if hint.endswith(AS_AUTHORS)}
        if game_id in LOBBIES
        else set()
    )
    settings = {"crap": ("threshold", 1000), "craits": ("hands", 15), "crazy-rummy": ("max-hands", 50)}
    settings["crapette"] = ("clock-minutes", 15)
    lengths = EVERY_GAME[game_id].lengths
    name, value = settings.get(game_id, ("", None))

    assert marked == {length for length, wanted in lengths.items() if name and wanted.get(name) == value}
