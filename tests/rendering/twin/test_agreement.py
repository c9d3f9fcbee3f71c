"""The text of a table and its picture agree: neither is compared with the position here, only both with each other."""

from typing import Any, Final

import msgspec
import pytest

from bot.games import GAMES
from bot.rendering.art.plan import DuelPlan
from bot.rendering.art.spoken import description
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from tests.helpers.walks import Habits
from tests.rendering.art.games import scene_at, table_of
from tests.rendering.twin import crapette, hearing, pictured, written
from tests.rendering.twin.moments import moments
from tests.rendering.twin.readers import WALKS, rare

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

LEADER_WHO_LEAVES: Final = {
    "phase": "bluff-window",
    "pending": {"action": "acquire", "rank": "K"},
    "leaving": ["B"],
    "totals": {"A": 50, "B": 100, "C": 10},
    "hands": {"A": ["2C"], "C": ["3C"], "D": ["4C"]},
}
SETS_OF_SOMEONE_GONE: Final = {
    "left": ["B"],
    "totals": {"A": 50, "B": 100},
    "sets": [{"owner": "B", "rank": "7", "cards": ["7C", "7D", "7H", "7S"]}],
}


def faults(scene: Scene) -> list[str]:
    """In what the text and the picture of a table differ."""
    face = FACES[scene.game.id]
    plan, (text,) = table_of(face, scene), hearing.drawn([face.table(scene)], scene)
    seen = pictured.read(description(plan), "", scene.names)
    seen = msgspec.structs.replace(seen, said=hearing.drawn(seen.said, scene))
    if isinstance(plan, DuelPlan):
        return crapette.differences(crapette.table(text), seen)
    return written.differences(written.table(text.splitlines()), seen, getattr(scene.view, "wild", ""))


@pytest.mark.parametrize(
    ("name", "seed", "habits", "every"),
    [(name, *walk) for name, some in WALKS.items() for walk in some],
    ids=lambda value: str(value) if isinstance(value, str | int) else "",
)
def test_text_and_picture_agree_throughout_a_game(name: str, seed: int, habits: Habits, every: int) -> None:
    for moment in moments(GAMES[name], seed, habits, every):
        assert faults(moment.scene(None)) == []


@pytest.mark.parametrize("name", WALKS)
def test_text_and_picture_agree_in_rare_moments(name: str) -> None:
    for moment in rare(name):
        assert faults(moment.scene(None)) == []


@pytest.mark.parametrize("position", [LEADER_WHO_LEAVES, SETS_OF_SOMEONE_GONE])
def test_text_and_picture_agree_on_leavers(position: dict[str, Any]) -> None:
    assert faults(scene_at(GAMES["crap"], 4, position)) == []


def test_agreement_covers_every_game() -> None:
    assert FACES.keys() == set(WALKS)
