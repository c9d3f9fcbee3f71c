"""Broken invariants are found (section 10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.contract import Malformed
from bot.games.craits import GAME
from tests.games.craits.positions import table


@pytest.mark.parametrize(
    ("hands", "position", "fault"),
    [
        ("KH / QD", {"undeclared": ["A"], "declared": ["A"]}, "both declared and undeclared"),
        ("KH / ", {}, "a hand is empty"),
        ("KH / QD", {"actions": 1000}, "stopped before action 1000"),
        ("KH / QD", {"top": "2H", "phase": "count", "count": 13}, "the count cannot stand at 13"),
        ("KH / QD", {"record": [{"points": {"A": 1017}, "pressure": {}}]}, "cannot have scored 1017"),
        ("KH / QD", {"stock": "QD"}, "there are 2 QD, but the packs hold 1"),
    ],
)
def test_position_with_broken_invariant_is_refused(hands: str, position: dict[str, Any], fault: str) -> None:
    with pytest.raises(Malformed, match=fault):
        table(hands, **{"top": "8H", **position})


def test_lost_cards_are_a_fault() -> None:
    state = table("KH / QD", top="8H").state
    robbed = replace(state, hands=(("KH",), ()))

    assert any("cards" in fault for fault in GAME.faults(robbed))
