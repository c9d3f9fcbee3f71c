"""Decisions that a player may make ahead: the small answers around a battle, and to stay out of it."""

from collections.abc import Mapping
from typing import Final

from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.skrap.cards import VALUE
from bot.games.skrap.legal import who_decides
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import scavenges
from bot.games.skrap.state import State
from bot.games.skrap.surging import surges
from bot.games.skrap.throwing import THROWS

USUAL: Final = "usual"
OUT: Final = "out"


def plans(state: State, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """Return what a seat may decide ahead. To pass for a whole round only after passing in it."""
    if seat not in state.active or state.phase == "over":
        return {}
    has_passed = state.phase == "battle" and seat in state.passed
    return {"usual": (USUAL,), **({"round": (OUT,)} if has_passed else {})}


def ordered(state: State, seat: Seat, kind: str, value: str) -> tuple[Move, ...] | None:
    """Return the lowest surge card, any throw, the lowest pair if there's one, or a pass in the battle."""
    if seat not in who_decides(state):
        return None
    match kind, state.phase:
        case "round", "battle":
            return (Pass(),)
        case "usual", "surge":
            return (surges(state, seat)[0],)
        case "usual", "throw":
            return THROWS
        case "usual", "scavenge":
            pairs = scavenges(state, seat)
            return (min(pairs, key=lambda pair: VALUE[pair.first]),) if pairs else (Pass(),)
    return None


def outlasts(state: State, seat: Seat, kind: str) -> bool:
    """Whether a plan goes on. The one for a round ends with its battle."""
    return kind != "round" or state.phase == "battle"
