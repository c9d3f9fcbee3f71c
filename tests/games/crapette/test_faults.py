"""The invariants (section 10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.crapette import GAME
from bot.games.crapette.state import State
from tests.games.crapette.positions import at

RUN: dict[str, Any] = {"L1": "9S 8H"}
STATE = at(RUN).state
PILES = STATE.piles
BROKEN: list[tuple[str, State]] = [
    ("cards", replace(STATE, piles=(("9S",), *PILES[1:]))),
    ("L1", replace(STATE, piles=(("8H", "9S"), *PILES[1:]))),
    ("finishing piles of S", replace(STATE, piles=(*PILES[:-1], ("AS",)))),
    ("of the hand of seat A", replace(STATE, hand_unseen=(3, 0))),
    ("of the crapaud of seat B", replace(STATE, crapaud_unseen=(0, -1))),
    ("61 house moves", replace(STATE, house_moves=61)),
    ("21 moves", replace(STATE, undo_used=21)),
    ("take back", replace(at({**RUN, "L2": "9C"}).do("A: move from:L1 to:L2").state, end="out")),
    ("won", replace(STATE, winners=(0,))),
    ("lifted after an end by out", replace(at(RUN).do("A: flip").state, end="out")),
    ("seat B has no card left", replace(STATE, piles=(*PILES[:9], (), PILES[10], (), PILES[12], (), *PILES[14:]))),
]  # fmt: skip


def test_a_sound_state_has_no_fault() -> None:
    assert GAME.faults(STATE) == []


@pytest.mark.parametrize(("name", "state"), BROKEN)
def test_a_broken_invariant_is_named(name: str, state: State) -> None:
    assert any(name in fault for fault in GAME.faults(state))
