"""Who only hears the messages knows all that the sheet holds: read back from texts, then from descriptions."""

from typing import Any

import pytest

from bot.games import GAMES
from bot.rendering.art.shortening import MAX_ALT_CHARACTERS
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.helpers.walks import Habits
from tests.rendering.twin import pictured, pictured_games, written
from tests.rendering.twin.moments import Moment, moments
from tests.rendering.twin.rare import crowded_moments
from tests.rendering.twin.readers import READERS, WALKS, differences, everywhere, fields, rare

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

games = pytest.mark.parametrize("name", READERS)
walks = pytest.mark.parametrize(
    ("name", "seed", "habits", "every"),
    [(name, *walk) for name, some in WALKS.items() for walk in some],
    ids=lambda value: str(value) if isinstance(value, str | int) else "",
)


@walks
def test_a_player_who_hears_the_texts_knows_what_the_sheet_holds(
    name: str, seed: int, habits: Habits, every: int
) -> None:
    reader = READERS[name]
    for moment in moments(GAMES[name], seed, habits, every):
        for viewer in moment.viewers:
            assert differences(reader.read(moment.heard(viewer)), reader.expected(moment.scene(viewer))) == {}


@games
def test_rare_moments_are_told_as_well(name: str) -> None:
    reader = READERS[name]
    for moment in rare(name):
        for viewer in moment.viewers:
            assert differences(reader.read(moment.heard(viewer)), reader.expected(moment.scene(viewer))) == {}


def test_a_full_table_is_told_by_ranks() -> None:
    for moment in crowded_moments():
        for viewer in moment.viewers:
            known = READERS["crazy-rummy"].read(moment.heard(viewer))
            wanted = READERS["crazy-rummy"].expected(moment.scene(viewer))

            assert differences(known, written.as_told(known, wanted, moment.state.wild)) == {}


class Watched:
    """A sheet that notes which of its fields were looked at."""

    def __init__(self, sheet: Any, seen: set[str]) -> None:
        self._sheet, self._seen = sheet, seen

    def __getattr__(self, name: str) -> Any:
        self._seen.add(name)
        return getattr(self._sheet, name)


@games
def test_every_field_of_the_sheet_is_heard_or_need_not_be(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, seen = READERS[name], set[str]()
    for moment, viewer in everywhere(name):
        scene = moment.scene(viewer)
        view = views.noted(scene)
        monkeypatch.setattr(views, "noted", lambda _, view=view: Watched(view, seen))
        reader.expected(scene)
        monkeypatch.undo()
    all_fields = set(scene.game.view(moment.state, None))

    assert all_fields - seen == set(reader.NOT_TOLD)
    assert all(reader.NOT_TOLD.values())


@games
def test_the_moments_show_every_field_in_more_than_one_value_and_every_phase(name: str) -> None:
    reader = READERS[name]
    values: dict[str, set[str]] = {}
    for moment, viewer in everywhere(name):
        wanted = reader.expected(moment.scene(viewer))
        for one in fields(type(wanted)):
            values.setdefault(one.name, set()).add(repr(getattr(wanted, one.name)))

    assert [field for field, some in values.items() if len(some) < 2] == []
    assert values["phase"] == set(map(repr, (*reader.PHASES.values(), "over")))


# Pictures


def described(table: Page, own: Page | None, scene: Scene) -> pictured.Seen:
    """What somebody knows who has only heard what the pictures are described with."""
    (board,) = [picture.alt for picture in table.pictures]
    hand = [picture.alt for picture in own.pictures] if own else []
    assert max(map(len, (board, *hand))) <= MAX_ALT_CHARACTERS
    return pictured.read(board, "".join(hand), scene.names)


@walks
def test_descriptions_of_pictures_say_all_that_lies_open_and_who_acts(
    name: str, seed: int, habits: Habits, every: int
) -> None:
    for moment in moments(GAMES[name], seed, habits, every):
        check_description(moment)


@games
def test_descriptions_of_rare_moments_are_complete(name: str) -> None:
    for moment in rare(name):
        check_description(moment)


def test_descriptions_of_full_tables_count_what_they_cannot_list() -> None:
    for moment in crowded_moments():
        check_description(moment, is_full=True)


def check_description(moment: Moment, *, is_full: bool = False) -> None:
    for viewer in moment.viewers:
        scene = moment.scene(viewer)
        seen = described(*moment.pages(viewer, pictures=True), scene)
        wanted = pictured_games.expected(scene)

        assert differences(seen, pictured.as_told(seen, wanted, is_full=is_full)) == {}
        assert is_full or not pictured.is_brief(seen)
