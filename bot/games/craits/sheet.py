"""What one seat, or a spectator, may know of a table: the only place where secrets are cut (section 2)."""

from typing import Literal

from bot.engine.cards import Card, Suit, in_order
from bot.engine.chance import Seat
from bot.engine.contract import Sheet
from bot.engine.draft import Refusal
from bot.engine.notation import by_letter
from bot.games.craits.position import public
from bot.games.craits.state import Phase, State


class CraitsSheet(Sheet, frozen=True):
    """A view: the position with the cards that the viewer may not see replaced by their number."""

    phase: Phase
    turn: str | None
    hand_number: int
    dealer: str
    direction: Literal["clockwise", "anticlockwise"]
    hands: dict[str, list[Card] | int]
    stock: int
    top: Card | None
    under: int
    suit: Suit | None
    count: int
    jack_run: int
    king_steps: int
    declared: list[str]
    owes: list[str]
    left: list[str]
    totals: dict[str, int]
    pressures: dict[str, int]
    hand_pressures: dict[str, int]
    record: list[dict[str, dict[str, int]]]
    actions: int
    revealed: bool
    undeclared: None = None
    """Never told, not even to the seats concerned: noticing is part of the game (section 2)."""


def sheet_for(state: State, viewer: Seat | None) -> CraitsSheet:
    """The table as `viewer` sees it, None being a spectator."""
    return CraitsSheet(
        **public(state),
        hands=by_letter([_hand(state, seat, viewer) for seat in range(len(state.hands))]),
        stock=len(state.stock),
        under=len(state.under),
    )


def look_refusal(state: State, seat: Seat, verb: str) -> Refusal | None:
    """Why a seat may not look at its hand: only players have one, and a blind dealer waits (R6)."""
    if verb != "hand":
        return None
    if seat not in state.active:
        return Refusal("not-a-player")
    return Refusal("hand-hidden") if state.is_blind(seat) else None


def _hand(state: State, seat: Seat, viewer: Seat | None) -> list[Card] | int:
    cards = state.hands[seat]
    shown = state.revealed or (seat == viewer and not state.is_blind(seat))
    return list(in_order(cards)) if shown else len(cards)
