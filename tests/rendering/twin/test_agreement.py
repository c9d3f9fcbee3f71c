"""The text of a table and its picture agree: neither is compared with the position here, only both with each other."""

from typing import Any, Final

import pytest

from bot.games import GAMES
from bot.rendering.faces import FACES
from tests.rendering.art.games import scene_at
from tests.rendering.twin.readers import WALKS, disagreements, rare

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


@pytest.mark.parametrize("name", WALKS)
def test_text_and_picture_agree_in_rare_moments(name: str) -> None:
    for moment in rare(name):
        assert disagreements(moment.scene(None)) == []


@pytest.mark.parametrize("position", [LEADER_WHO_LEAVES, SETS_OF_SOMEONE_GONE])
def test_text_and_picture_agree_on_leavers(position: dict[str, Any]) -> None:
    assert disagreements(scene_at(GAMES["crap"], 4, position)) == []


def test_agreement_covers_every_game() -> None:
    assert FACES.keys() == set(WALKS)
