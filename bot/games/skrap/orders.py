"""Decisions a player can make ahead: the usual answer to a small question, or to sit out a battle."""

from collections.abc import Mapping
from typing import Final

from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.skrap.cards import VALUE
from bot.games.skrap.legal import who_decides
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import scavenge_moves
from bot.games.skrap.state import State
from bot.games.skrap.surging import surge_moves
from bot.games.skrap.throwing import THROWS

USUAL: Final = "usual"
OUT: Final = "out"


def plans(state: State, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """Return the plans a seat may make. It can sit out the round only after a pass that still counts."""
    if seat not in state.active or state.phase == "over":
        return {}
    has_passed = state.phase == "battle" and seat in state.passed
    return {"usual": (USUAL,), **({"round": (OUT,)} if has_passed else {})}


def ordered(state: State, seat: Seat, kind: str, value: str) -> tuple[Move, ...] | None:
    """Return the moves of a plan: the lowest surge card, any throw, the lowest pair, or a pass."""
    if seat not in who_decides(state):
        return None
    match kind, state.phase:
        case "round", "battle":
            return (Pass(),)
        case "usual", "surge":
            return (surge_moves(state, seat)[0],)
        case "usual", "throw":
            return THROWS
        case "usual", "scavenge":
            pairs = scavenge_moves(state, seat)
            return (min(pairs, key=lambda pair: VALUE[pair.first]),) if pairs else (Pass(),)
    return None


def outlasts(state: State, seat: Seat, kind: str) -> bool:
    """Whether a plan still holds. The one for a round ends with the battle."""
    return kind != "round" or state.phase == "battle"
