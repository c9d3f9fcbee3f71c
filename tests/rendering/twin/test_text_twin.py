"""Who only hears the messages knows all that the sheet holds: read back from texts, then from descriptions."""

from typing import Any

import pytest

from tests.helpers import views
from tests.rendering.twin import written
from tests.rendering.twin.rare import crowded_moments
from tests.rendering.twin.readers import (
    READERS,
    differences,
    everywhere,
    fields,
    rare,
    undescribed,
    unheard,
)

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

games = pytest.mark.parametrize("name", READERS)


@games
def test_rare_moments_are_told_as_well(name: str) -> None:
    for moment in rare(name):
        assert not any(unheard(moment, viewer) for viewer in moment.viewers)


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


@games
def test_descriptions_of_rare_moments_are_complete(name: str) -> None:
    for moment in rare(name):
        assert not any(undescribed(moment, viewer) for viewer in moment.viewers)


def test_descriptions_of_full_tables_count_what_they_cannot_list() -> None:
    for moment in crowded_moments():
        assert not any(undescribed(moment, viewer, is_full=True) for viewer in moment.viewers)
