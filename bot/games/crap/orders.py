"""Decisions a player can make ahead: an answer to every acquire, and an action for the next turn."""

from collections.abc import Mapping
from typing import Final

import msgspec

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.games.crap.acquiring import BELIEVE, CALL_BLUFF
from bot.games.crap.legal import legal_moves, who_decides
from bot.games.crap.state import State

COUNTS: Final = ("2", "3", "4")
"""Choices for the number of cards of the rank that a player must hold to call."""


def plans(state: State, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """Return the plans a seat may make."""
    if seat not in state.active or state.phase == "over":
        return {}
    kinds: dict[str, tuple[str, ...]] = {"acquire": COUNTS}
    if who_decides(state) != (seat,) or state.phase != "turn":
        hypothetical = on_turn(state, seat)
        kinds["next"] = tuple(str(move) for move in legal_moves(hypothetical, seat))
    return kinds


def on_turn(state: State, seat: Seat) -> State:
    """Return the state as it would be if it were this seat's turn."""
    return msgspec.structs.replace(state, phase="turn", turn=seat, pending=None)


def ordered(state: State, seat: Seat, kind: str, value: str) -> tuple[Move, ...] | Refusal | None:
    """Return the planned answer to an acquire, a call from `value` cards up, or the planned turn's action."""
    if seat not in who_decides(state):
        return None
    if kind == "acquire" and state.phase == "bluff-window":
        held = len(state.naturals(seat, state.acquisition.rank))
        return (CALL_BLUFF if held >= int(value) else BELIEVE,)
    if kind == "next" and state.phase == "turn":
        matching = tuple(move for move in legal_moves(state, seat) if str(move) == value)
        return matching[:1] or Refusal("not-possible")
    return None


def basis(state: State, seat: Seat) -> Cards:
    """Return the cards that a seat's plan for its next turn is based on."""
    return state.holding(seat)
