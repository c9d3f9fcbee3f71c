"""The rules in every language name things like the lobby and the table do, and state the same facts."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

import pytest

from bot.config import DATA
from bot.games import GAMES
from bot.rendering.catalog import say, speaking
from bot.rendering.languages import ENGLISH, NAMES
from bot.rendering.lobbies import LOBBIES
from bot.rendering.rules import Section, read_rules, read_translated
from bot.rendering.stamps import unstamp
from tests.conventions.translations import languages

CHIPS = ("My hand", "My moves", "Rules", "More", "Log", "Options")
"""The buttons of lobby, table and hand that a text may name."""
TIPS: Final[Mapping[str, tuple[str, str, str]]] = {
    "en": ("king", "face cards", "gift"),
    "de": ("König", "Bildkarten", "Geschenk"),
    "es": ("rey", "figuras", "regalo"),
    "fr": ("roi", "figures", "cadeau"),
    "pt-BR": ("rei", "figuras", "presente"),
}
"""What Crapette's tips are about: the card worth a house, the cards to give away, and the ones not to."""
ROUNDS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {"short": "zwei", "normal": "vier", "long": "sechs"},
    "es": {"short": "dos", "normal": "cuatro", "long": "seis"},
    "fr": {"short": "deux", "normal": "quatre", "long": "six"},
    "pt-BR": {"short": "duas", "normal": "quatro", "long": "seis"},
}
"""The scoring rounds of C.R.A.P., by length: two, four or six."""
NEXT_PLAYER: Final[Mapping[str, str]] = {
    "en": "one for the next player",
    "de": "gegen die nächste Person",
    "es": "otro por el jugador siguiente",
    "fr": "un pour le joueur suivant",
    "pt-BR": "um para o próximo jogador",
}
"""Whose die decides as well, when someone with protected cards recycles in C.R.A.P."""
in_every_language = pytest.mark.parametrize("tag", languages())
of_every_game = pytest.mark.parametrize("game_id", GAMES)


@cache
def sections(game_id: str, tag: str) -> list[tuple[Section, Section]]:
    """Return the sections of a game's rules, each in English and in this language."""
    folder = DATA / "rules"
    english = read_rules((folder / f"{game_id}.md").read_text(encoding="utf-8"))
    if tag == ENGLISH:
        return [(one, one) for one in english.sections]
    there = read_translated(english, unstamp((folder / tag / f"{game_id}.md").read_text(encoding="utf-8")))
    return list(zip(english.sections, there.sections, strict=True))


def section(game_id: str, title: str, tag: str) -> str:
    """Return the text of a section, by its English title."""
    return next(there.text for english, there in sections(game_id, tag) if english.title == title)


def options_of(game_id: str, tag: str) -> dict[str, str]:
    """Return the lines about options, by the bold name at the beginning of each."""
    return dict(re.findall(r"^- \*\*([^*]+)\*\* (\(.*)$", section(game_id, "Options", tag), re.MULTILINE))


@in_every_language
@of_every_game
def test_options_are_named_as_in_the_lobby(game_id: str, tag: str) -> None:
    with speaking(tag):
        names = sorted(say(option.name) for option in LOBBIES[game_id].options.values())

    assert sorted(options_of(game_id, tag)) == names


@in_every_language
@of_every_game
def test_values_are_named_as_in_the_lobby(game_id: str, tag: str) -> None:
    options = LOBBIES[game_id].options.values()
    english, there = options_of(game_id, ENGLISH), options_of(game_id, tag)

    with speaking(tag):
        lacking = [
            say(value.label)
            for option in options
            for value in option.values
            if f"*{value.label}*".lower() in english[option.name].lower()
            if f"*{say(value.label)}*".lower() not in there.get(say(option.name), "").lower()
        ]

    assert lacking == []


@in_every_language
@of_every_game
def test_buttons_are_named_as_at_the_table(game_id: str, tag: str) -> None:
    with speaking(tag):
        lacking = [
            (there.title, say(chip))
            for english, there in sections(game_id, tag)
            for chip in CHIPS
            if f"*{chip}*" in english.text and f"*{say(chip)}*" not in there.text
        ]

    assert lacking == []


@pytest.mark.parametrize("tag", NAMES)
def test_crapettes_tips_name_king_gifts_and_order(tag: str) -> None:
    tips = re.findall(r"^\d\. (.*)", section("crapette", "Good play", tag), re.MULTILINE)
    king, faces, gift = TIPS[tag]

    assert re.search(rf"\b{king}\b", tips[2])
    assert faces in tips[3]
    assert gift in tips[3]
    assert "10 9 8 7 6 5" in tips[5]


@pytest.mark.parametrize("tag", NAMES)
def test_two_dice_decide_on_protected_cards(tag: str) -> None:
    assert NEXT_PLAYER[tag] in section("crap", "Protect", tag)


@in_every_language
@of_every_game
def test_lengths_have_the_numbers_of_the_english(game_id: str, tag: str) -> None:
    hints = LOBBIES[game_id].hints

    with speaking(tag):
        for length, hint in hints.items():
            assert re.findall(r"\d+", say(hint)) == re.findall(r"\d+", hint)
            assert game_id != "crap" or ROUNDS[tag][length] in re.findall(r"\w+", say(hint))
