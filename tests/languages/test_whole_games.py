"""Whole games have no unmarked word: pages, forms, refusals, logs, descriptions and pictures."""

import re
from collections.abc import Iterator
from itertools import chain, islice

import pytest

from bot.games import GAMES
from bot.rendering import catalog
from bot.rendering.art.kit.canvas import WIDE, Mark
from bot.rendering.art.parts import painted
from bot.rendering.catalog import read_language, speaking
from bot.rendering.languages import NAMES as NAMES_OF_LANGUAGES
from tests.helpers.controls import page_fault
from tests.helpers.walks import USUAL
from tests.languages import pseudo, screens
from tests.rendering.art.games import NAMES
from tests.rendering.twin.moments import Moment, moments

EVERY = 40
SOME = 25
"""The number of moments of a game that are read by day."""
WHOLE = 3
"""The number of whole games of each kind that are read at night."""
NAMES_AND_GAMES = " ".join((*NAMES, *(game.name for game in GAMES.values())))
OF_PLAYERS = frozenset(
    word[:size]
    for word in re.findall(r"[a-z]+", NAMES_AND_GAMES.lower(), re.ASCII)
    for size in range(min(3, len(word)), len(word) + 1)
)
"""The words of names, whole or cut at the end."""


@pytest.fixture(autouse=True)
def _in_pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with pseudo.spoken_everywhere(monkeypatch):
        yield


def found_at(moment: Moment, viewers: int) -> Iterator[str]:
    """Yield what is wrong at a moment, for the public and this many players."""
    for viewer in moment.viewers[: 1 + viewers]:
        for page in screens.shown_to(moment, viewer):
            yield from (f"limit of {fault}: {page.text!r}" for fault in [page_fault(page)] if fault)
            for text in screens.texts_of(page):
                yield from (f"{word!r} in {text!r}" for word in pseudo.unmarked(text, OF_PLAYERS))
        for plan in screens.plans_of(moment, viewer):
            for text in screens.words_in(plan):
                yield from (f"{word!r} in a picture: {text!r}" for word in pseudo.unmarked(text, OF_PLAYERS))


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_game_comes_from_catalog(game: str) -> None:
    seen = islice(moments(GAMES[game], 3, USUAL, EVERY), 0, 8 * SOME, 8)

    assert [fault for moment in seen for fault in found_at(moment, viewers=2)] == []


@pytest.mark.night
@pytest.mark.parametrize("seed", range(WHOLE))
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_whole_games_comes_from_catalog(game: str, seed: int) -> None:
    for moment in moments(GAMES[game], seed, USUAL, 5):
        assert list(found_at(moment, viewers=4)) == []


@pytest.mark.night
@pytest.mark.parametrize("tag", NAMES_OF_LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_words_in_pictures_are_never_cut(game: str, tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "language", read_language)
    seen = (islice(moments(GAMES[game], seed, USUAL, 10), 0, 200, 10) for seed in (4, full_table(game)))
    with speaking(tag):
        for moment in chain.from_iterable(seen):
            for viewer in moment.viewers[:2]:
                for plan in filter(None, screens.plans_of(moment, viewer)):
                    notes: list[Mark] = []
                    painted(plan, notes)

                    assert [mark.text for mark in notes if mark.kind == "text" and _is_cut(mark.text)] == []


def full_table(game: str) -> int:
    """Return the seed of a game with the most players, whose rows have the least room."""
    most = GAMES[game].seats.stop - 1
    begun = (len(next(moments(GAMES[game], seed, USUAL, 10)).scene(None).players) for seed in range(99))
    return next(seed for seed, players in enumerate(begun) if players == most)


def _is_cut(text: str) -> bool:
    """Whether a text without a name in it is cut."""
    return text.endswith("…") and not any(name[:3] in text for name in NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_longer_words_stay_in_their_pictures(game: str) -> None:
    for moment in islice(moments(GAMES[game], 4, USUAL, 10), 0, 120, 12):
        for viewer in moment.viewers[:2]:
            for plan in filter(None, screens.plans_of(moment, viewer)):
                notes: list[Mark] = []
                painted(plan, notes)
                texts = [mark for mark in notes if mark.kind == "text"]

                assert texts
                assert [mark for mark in texts if mark.left < 0 or mark.left + mark.wide > WIDE] == []
