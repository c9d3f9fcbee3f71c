"""A closed select shows its name and its value on one line of a phone, in every language."""

from collections.abc import Iterator

import msgspec
import pytest

from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.rendering import lobby
from bot.rendering.catalog import speaking
from bot.rendering.faces import FACES
from bot.rendering.languages import NAMES
from bot.rendering.lobbies import LOBBIES
from bot.rendering.page import Page, Select
from bot.rendering.preferences import SERVER_SETTINGS, SETTINGS
from bot.rendering.values import closed_text
from tests.rendering.spoken import session_at

MAX_CHARACTERS = 41
"""The characters of a select that a phone shows. The value is at the end, so it would be cut first."""
in_every_language = pytest.mark.parametrize("tag", NAMES)


def too_long(labels: Iterator[str]) -> list[str]:
    return [label for label in labels if len(label) > MAX_CHARACTERS]


def labels_of(page: Page) -> Iterator[str]:
    """Yield the labels of a page's closed selects, for every possible choice."""
    for select in page.blocks:
        if isinstance(select, Select):
            yield select.label
            yield from (choice.label for choice in select.choices)


@in_every_language
def test_a_setting_fits_whatever_is_chosen(tag: str) -> None:
    settings = [*SERVER_SETTINGS, *(one for group in SETTINGS.values() for one in group)]

    with speaking(tag):
        long = too_long(closed_text(one.title, value) for one in settings for value in one.values)

    assert long == []


@in_every_language
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_lengths_and_options_of_a_lobby_fit(game: AnyGame, tag: str) -> None:
    scenes = [
        session_at(game, seats, game.options(), key="lobb").scene(None) for seats in range(1, game.seats.stop)
    ]
    lengths = [
        msgspec.structs.replace(scene, options={**scene.options, **wanted})
        for scene in scenes
        for wanted in game.lengths.values()
    ]

    with speaking(tag):
        pages = [lobby.page(scene, FACES[game.id]) for scene in lengths]
        shown = too_long(label for page in pages for label in labels_of(page))
        options = LOBBIES[game.id].options.values()
        chosen = too_long(closed_text(one.name, value) for one in options for value in one.values)

    assert (shown, chosen) == ([], [])
