"""Broken invariants are found (section 10)."""

from typing import Any

import msgspec
import pytest

from bot.engine.contract import Malformed
from bot.games.crazy_rummy import GAME
from tests.games.crazy_rummy.positions import at


def test_a_sound_state_has_no_fault() -> None:
    assert GAME.faults(at("4C 9D / KS / QS").state) == []


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"sets": {"A": [["5C", "5D"]]}}, "5C 5D is no set"),
        ({"sets": {"A": [["5C", "5D", "7H"]]}}, "5C 5D 7H is no set"),
        ({"fed": {"B": ["5C"]}}, "5C was fed to a rank that nobody has laid"),
        ({"taken": "KD"}, "KD was taken, but is not in the hand of the player on turn"),
        ({"laid": True}, "A is said to have laid cards, but there are none"),
        ({"phase": "draw", "laid": True}, "cards were laid outside the playing half of a turn"),
        ({"first_play_done": ["B"]}, "B cannot have made a first play"),
        ({"left": ["B"]}, "B has left and still holds cards or the turn"),
        ({"winners": ["A"]}, "only active players can win, and only at the end"),
        ({"hand_number": 51}, "more hands were dealt than the game has"),
        ({"rebuilds": 2}, "the stock was rebuilt too often"),
        ({"lock_count": 7}, "the discards were taken for longer than the lock allows"),
    ],
)
def test_position_with_broken_invariant_is_refused(position: dict[str, Any], fault: str) -> None:
    with pytest.raises(Malformed, match=fault):
        at("4C 9D / KS / QS", **position)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"hands": (("4C",), ("KS",))}, "cards have been lost or have come from nowhere"),
        ({"turn": None}, "until the game is over it is somebody's turn, and then nobody's"),
        ({"stock": (), "phase": "draw"}, "there is no card to draw"),
        ({"hands": ((), ("KS",))}, "the player on turn has no card"),
        ({"opened": frozenset("J")}, "the open ranks are not those of the sets"),
    ],
)
def test_a_state_gone_wrong_is_found(changes: dict[str, Any], fault: str) -> None:
    state = msgspec.structs.replace(at("4C 9D / KS").state, **changes)

    assert fault in GAME.faults(state)
