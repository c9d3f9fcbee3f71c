"""Reading and writing the position notation of Craits (section 11)."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from bot.engine.cards import SUIT_OF, Cards, in_order
from bot.engine.contract import Malformed
from bot.engine.positions import dump, read_fields, state_of
from bot.engine.view import Backs
from bot.games.craits.cards import KING_STEPS
from bot.games.craits.options import CraitsOptions
from bot.games.craits.state import ANTICLOCKWISE, CLOCKWISE, IN_HAND, State

_DIRECTIONS: Final = {"clockwise": CLOCKWISE, "anticlockwise": ANTICLOCKWISE}


def to_position(state: State) -> dict[str, Any]:
    """Return the state in the notation."""
    hands, under = tuple(map(_sorted, state.hands)), _sorted(state.under)
    direction = "clockwise" if state.direction == CLOCKWISE else "anticlockwise"
    return {**dump(replace(state, hands=hands, under=under)), "direction": direction}


def _sorted(cards: Cards) -> Cards:
    return cards if isinstance(cards, Backs) else in_order(cards)


def from_position(position: Mapping[str, Any], seats: int, options: CraitsOptions) -> State:
    """Read a position. Raise Malformed if it's impossible."""
    phase, direction = str(position.get("phase", "turn")), str(position.get("direction", "clockwise"))
    if direction not in _DIRECTIONS:
        raise Malformed(f"position: {direction!r} is no direction")
    defaults = {
        "phase": phase,
        "turn": _default_turn(phase, position.get("dealer", "A")),
        "king_steps": KING_STEPS if phase == "king-run" else 0,
        "revealed": phase not in IN_HAND,
    }
    fields = read_fields({**defaults, **position, "direction": _DIRECTIONS[direction]}, State, seats)
    fields["left"] = sorted(set(fields.get("left", ())))
    if fields.get("suit") is None:
        fields["suit"] = SUIT_OF.get(fields.get("top") or "")
    state = state_of(State, {**fields, "options": options, "pack": ()})
    return replace(state, pack=state.all_cards)


def _default_turn(phase: str, dealer: str) -> str | None:
    """Return the seat that decides if the position doesn't name one."""
    if phase not in IN_HAND:
        return None
    return dealer if phase == "opening-suit" else "A"
