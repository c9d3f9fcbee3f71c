"""The view of one seat or a spectator: the only place that hides cards (section 2)."""

from msgspec.structs import replace

from bot.engine.cards import in_order
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.view import backs
from bot.games.craits.state import NOBODY, State


def veiled(state: State, viewer: Seat | None) -> State:
    """Return the state as `viewer` may know it, None being a spectator.

    Nobody is told which seats haven't declared a single card, because noticing it is part of the game.
    """
    blind = viewer is not None and state.is_blind(viewer)
    hands = enumerate(state.hands)
    return replace(
        state,
        pack=(),
        hands=tuple(
            in_order(hand) if state.revealed or (seat == viewer and not blind) else backs(hand)
            for seat, hand in hands
        ),
        stock=backs(state.stock),
        under=backs(state.under),
        undeclared=NOBODY,
    )


def look_refusal(state: State, seat: Seat, verb: str) -> Refusal | None:
    """Return why a seat may not see its hand: it has left, or it's the blind dealer's (R6)."""
    if verb != "hand":
        return None
    if seat not in state.active:
        return Refusal("not-a-player")
    return Refusal("hand-hidden") if state.is_blind(seat) else None
