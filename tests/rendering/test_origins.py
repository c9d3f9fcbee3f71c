"""The authors and origins of the games, which players find in the rules and under *About*."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from bot.games import GAMES
from bot.rendering import fair
from bot.rendering.catalog import speaking
from bot.rendering.languages import NAMES
from bot.rendering.lobbies import LOBBIES
from bot.rendering.page import Text
from bot.texts import Texts
from tests.helpers.guild import SimGuild, settings_for

ORIGINS: Final[Mapping[str, tuple[str, ...]]] = {
    "crap": ("Nathan Paziuk",),
    "skrap": ("Craig Bednar",),
    "craits": ("Cambridge, Massachusetts", "1970"),
    "crazy-rummy": ("5000 Rummy",),
    "crapette": ("Russian Bank",),
}
SOURCES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("five", "encyclopedia", "idiot", "doubles", "face-card"),
    "de": ("fünf", "lexikon", "idiot", "verdoppeln", "bildkarten"),
    "es": ("cinco", "enciclopedia", "idiota", "doblan", "figuras"),
    "fr": ("cinq", "encyclopédie", "idiot", "doublent", "figures"),
    "pt-BR": ("cinco", "enciclopédia", "idiota", "dobram", "figuras"),
}
"""The number of Craits' descriptions, the article that it follows, and what comes from it."""
in_every_language = pytest.mark.parametrize("language", NAMES)


@in_every_language
@pytest.mark.parametrize("game_id", GAMES)
def test_rules_end_with_the_games_origin(game_id: str, language: str, tmp_path: Path) -> None:
    texts = Texts(settings_for(tmp_path))

    with speaking(language):
        *_, last = texts.rules[game_id].sections

    assert [origin for origin in ORIGINS[game_id] if origin not in last.text] == []


@in_every_language
def test_craits_rules_name_the_article_they_follow(language: str, tmp_path: Path) -> None:
    with speaking(language):
        *_, last = Texts(settings_for(tmp_path)).rules["craits"].sections

    (line,) = (line.lower() for line in last.text.splitlines() if "gamerules.com" in line and "pagat" in line)
    assert [word for word in SOURCES[language] if word not in line] == []


@in_every_language
def test_about_names_every_games_origin(language: str) -> None:
    with speaking(language):
        (block,) = fair.about("1.0", 0, 0, LOBBIES, dailies=[]).blocks

    assert isinstance(block, Text)
    said = block.text.splitlines()
    for game_id, origins in ORIGINS.items():
        (line,) = (one for one in said if one.startswith(f"- **{GAMES[game_id].name}** "))
        assert [origin for origin in origins if origin not in line] == []


async def test_about_command_names_the_authors(guild: SimGuild) -> None:
    reply = await guild.players[0].open("about")

    assert "C.R.A.P.** was contributed by Nathan Paziuk." in reply.text
    assert "Skrap** is by Craig Bednar." in reply.text
