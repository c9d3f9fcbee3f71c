"""Texts, and descriptions of pictures, tell everything that the sheet holds."""

from typing import Any

import msgspec
import pytest

from tests.helpers import views
from tests.rendering.twin.rare import crowded_moments
from tests.rendering.twin.readers import TABLES, everywhere, rare, undescribed, unheard
from tests.rendering.twin.told import Told

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

games = pytest.mark.parametrize("name", TABLES)


@games
def test_rare_moments_are_told_and_described(name: str) -> None:
    for moment in rare(name):
        for viewer in moment.viewers:
            assert unheard(moment, viewer) == []
            assert undescribed(moment, viewer) == []


def test_full_tables_are_told_by_ranks_and_counts() -> None:
    for moment in crowded_moments():
        for viewer in moment.viewers:
            assert unheard(moment, viewer) == []
            assert undescribed(moment, viewer, is_full=True) == []


class Watched:
    """A sheet that notes which of its fields are read."""

    def __init__(self, sheet: Any, seen: set[str]) -> None:
        self._sheet, self._seen = sheet, seen

    def __getattr__(self, name: str) -> Any:
        self._seen.add(name)
        return getattr(self._sheet, name)


@games
def test_every_field_of_the_sheet_is_heard(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, seen = TABLES[name], set[str]()
    for moment, viewer in everywhere(name):
        scene = moment.scene(viewer)
        view = views.noted(scene)
        monkeypatch.setattr(views, "noted", lambda _, view=view: Watched(view, seen))
        table.told(scene)
        monkeypatch.undo()
    all_fields = set(scene.game.view(moment.state, None))

    assert all_fields - seen == set(table.NOT_TOLD)
    assert all(table.NOT_TOLD.values())


@games
def test_moments_show_every_phase_and_several_values(name: str) -> None:
    values: dict[str, set[str]] = {}
    for moment, viewer in everywhere(name):
        wanted = TABLES[name].told(moment.scene(viewer))
        for one in msgspec.structs.fields(Told):
            values.setdefault(one.name, set()).add(repr(getattr(wanted, one.name)))

    assert {field for field, some in values.items() if len(some) < 2} <= {"asked", "last"}
    assert values["phase"] == set(map(repr, (*TABLES[name].PHASES.values(), "over")))
